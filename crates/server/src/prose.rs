//! The texts of the stand-in's answers in every language, as one table. `casegate_http` has those of
//! every server, and the library those of issues and refused triggers.

#[cfg(test)]
use casegate_http::prose as shared;
pub(crate) use casegate_http::prose::{
    BODY_INCOMPLETE, INTERNAL_ERROR, NOT_FOUND, ProblemKind, REFUSED, TOO_LONG, Text, UNKNOWN_OPERATION,
};
use casegate_http::{problems, texts};

texts! { pub(crate)
    // Titles.
    CASE_REFUSED: "The case is refused" "El caso se rechaza";
    NOT_ALLOWED: "The case does not allow this" "El caso no permite esto";
    NOT_AUTHENTICATED: "Not authenticated" "Falta la autenticación";
    NOT_GIVEN: "Not available" "No se entrega";
    GONE: "Gone" "Ya no existe";
    FAULT: "A rule of faults made this answer" "Una regla de fallos dio esta respuesta";
    NO_CALL: "Not a call" "No es una llamada";
    UNREADABLE: "The results cannot be read" "Los resultados no se pueden leer";
    UNUSABLE: "The policies cannot be offered" "Las pólizas no se pueden ofrecer";
    UNDELIVERED: "The delivery failed" "La entrega no se puede hacer";
    DATA: "The data cannot be stored or read" "Los datos no se pueden guardar ni leer";

    // Parts of successful answers.
    REPLY_ARRIVED: "The reply arrived. Research continues." "La respuesta llegó, y la investigación sigue.";
    NOT_STORED:
        "The file could not be stored. Append it to the case."
        "El archivo no se pudo guardar. Añádalo al caso.";
    CANCELLED_FREE:
        "Research had not started, so there is no fee."
        "La investigación no había comenzado, así que no hay cargo.";
    CANCELLED_FOR_A_FEE:
        "Research had started, so the cancellation fee applies."
        "La investigación ya había comenzado, así que se aplica el cargo por cancelación.";

    // Parts of the refusal of an operator's action.
    POSSIBLE_NOW:
        "Staff can do this with the case now: {}."
        "El personal puede hacer esto con el caso ahora: {}.";
    NOTHING_POSSIBLE:
        "Staff can do nothing more with the case."
        "El personal ya no puede hacer nada con el caso.";

    // The expected values of a subscription's members.
    AN_ADDRESS: "an absolute address of http or https" "una dirección absoluta de http o https";
    EVENT_TYPES: "types of events, or absent for all" "tipos de eventos, o faltar para todos";
    A_SECRET: "`whsec_` and the Base64 of 24 to 64 bytes" "`whsec_` y el Base64 de 24 a 64 bytes";

    // The expected values of a rule's members.
    ONE_OF: "one of {}" "uno de {}";
    ONE_OF_OR_ANY: "one of {}, or `any`" "uno de {}, o `any`";
    EITHER_TARGET: "given, or `event` in its place, and not both" "el que se da, o `event` en su lugar, y no los dos";
    ONLY_COUNT:
        "the only one of `nth`, `from`, `every` and `first`"
        "el único entre `nth`, `from`, `every` y `first`";
    NO_SUCH_NUMBER: "absent, because the fault has no such number" "ausente, pues el fallo no tiene ese número";
    AT_LEAST: "at least {}" "{} como mínimo";
    A_NAME: "the name of an organization" "el nombre de una organización";

    // The expected forms of bodies.
    FORM_OF_NOTHING: "`{ }`" "un objeto vacío, `{ }`,";
    FORM_OF_DELIVERY:
        r#"{"note": "a closing note, which becomes the reason of case.closed"}, or an empty object,"#
        r#"{"note": "una nota de cierre, que será el motivo de case.closed"}, o un objeto vacío,"#;
    FORM_OF_REQUEST:
        r#"{"message": "what is needed", "interaction_id": "its id"}, the second one optional,"#
        r#"{"message": "lo que falta", "interaction_id": "su nombre"}, lo segundo solo si lo desea,"#;
    FORM_OF_RESULTS:
        r#"{"results_data": {…}}, or an empty object for a sample,"#
        r#"{"results_data": {…}}, o un objeto vacío para una muestra,"#;
    FORM_OF_POLICIES:
        r#"{"offer_id": "its id", "additional_policies": [{"type": "…", "price_usd": "75.00", "description": "…", "researcher_note": "…", "record": {…}}]}, or an empty object for samples,"#
        r#"{"offer_id": "su nombre", "additional_policies": [{"type": "…", "price_usd": "75.00", "description": "…", "researcher_note": "…", "record": {…}}]}, o un objeto vacío para muestras,"#;
    FORM_OF_ELIGIBILITY:
        r#"{"eligibility": a reason of the cancellation block or null, "fee_usd": "150.00"}, the second one optional,"#
        r#"{"eligibility": un motivo del bloque de cancelación o null, "fee_usd": "150.00"}, lo segundo solo si lo desea,"#;
    FORM_OF_SUBMISSION:
        r#"{"organization": an id or a name, "source": "portal", "case": {…}}, with only the case required,"#
        r#"{"organization": un id o un nombre, "source": "portal", "case": {…}}, de lo que solo hace falta el caso,"#;
    FORM_OF_TRAVEL:
        r#"{"now": "2026-03-01T09:00:00Z"} or {"advance_seconds": a whole number} or {"reset": true}"#
        r#"{"now": "2026-03-01T09:00:00Z"} o {"advance_seconds": un número entero} o {"reset": true}"#;
    FORM_OF_ORGANIZATION: r#"{"name": "Example Law"}"# r#"el nombre, {"name": "Example Law"},"#;
    FORM_OF_SYNTHETIC:
        r#"{"type": the type of an event, such as "case.received"}"#
        r#"{"type": el tipo de un evento, como "case.received"}"#;
    FORM_OF_SUBSCRIPTION:
        r#"{"organization": an id or a name, "url": "http://…", "events": [types], "secret": "whsec_…" or true}, with only the url required,"#
        r#"{"organization": un id o un nombre, "url": "http://…", "events": [tipos], "secret": "whsec_…" o true}, de lo que solo hace falta url,"#;
    FORM_OF_SNAPSHOT: r#"{"name": "its name"}, or an empty object,"# r#"{"name": "su nombre"}, o un objeto vacío,"#;
    FORM_OF_FAULTS:
        r#"{"faults": [rules]}, such as {"faults": [{"endpoint": "create", "nth": 1, "fault": "reset"}]},"#
        r#"{"faults": [reglas]}, como {"faults": [{"endpoint": "create", "nth": 1, "fault": "reset"}]},"#;
}

problems! { pub(crate)
    // The issues have the reason.
    REFUSED_CASE: BAD_REQUEST, CASE_REFUSED;
    UNREADABLE_RESULTS: BAD_REQUEST, UNREADABLE, "unreadable_results":
        "`errors` and `warnings` list what cannot be read."
        "`errors` y `warnings` dicen lo que no se puede leer.";
    UNUSABLE_POLICY: BAD_REQUEST, UNUSABLE, "unusable_policy":
        "A policy needs a `type` that is not blank, and members that the library does not withhold."
        "Una póliza tiene un `type` que no está en blanco, y miembros que la biblioteca no retiene.";

    // Requests and their bodies.
    BAD_MULTIPART: BAD_REQUEST, REFUSED, "bad_multipart":
        "The body is not multipart/form-data, ends before its last boundary, or has part headers that are too long."
        "El cuerpo no es multipart/form-data, o termina antes de su último límite, o lo que precede a una parte es demasiado largo.";
    NOT_UTF8: BAD_REQUEST, REFUSED, "not_utf8":
        "A text part is not UTF-8."
        "Una parte que es texto no está en UTF-8.";
    NOT_JSON: BAD_REQUEST, REFUSED, "not_json": "The body is not JSON." "El cuerpo no es JSON.";
    BODY_NOT_UTF8: BAD_REQUEST, REFUSED, "not_json": "The body is not UTF-8." "El cuerpo no está en UTF-8.";
    OTHER_FORM: BAD_REQUEST, REFUSED, "other_form": "Send {} as JSON." "Envíe {} como JSON.";
    OTHER_FORM_AT: BAD_REQUEST, REFUSED, "other_form":
        "Send {} as JSON. The body differs at line {}, column {}."
        "Envíe {} como JSON. En la línea {}, columna {} hay otra cosa.";
    TOO_MANY_PARTS: PAYLOAD_TOO_LARGE, TOO_LONG, "body_too_long":
        "The stand-in accepts at most {} parts."
        "El simulador lee {} partes como mucho.";
    TEXTS_TOO_LONG: PAYLOAD_TOO_LARGE, TOO_LONG, "body_too_long":
        "The stand-in accepts at most {} bytes of text parts besides the case."
        "El simulador lee {} bytes de textos como mucho, además del caso.";
    PAGE_BEFORE: BAD_REQUEST, REFUSED, "bad_page":
        "`before` is a parameter of this stand-in: the number of a case."
        "`before` es un parámetro de este simulador: el número de un caso.";
    PAGE_SIZE: BAD_REQUEST, REFUSED, "bad_page":
        "`page_size` is a parameter of this stand-in: a whole number from 1 to 1000."
        "`page_size` es un parámetro de este simulador: un número entero de 1 a 1000.";

    // Tokens.
    UNKNOWN_BEARER: UNAUTHORIZED, NOT_AUTHENTICATED, "unknown_token":
        "The token is unknown or was revoked. Log in with the master token to get a new one."
        "El token no se conoce aquí, o se revocó. Inicie sesión con el token maestro para obtener otro.";
    NO_OPERATOR: UNAUTHORIZED, NOT_AUTHENTICATED, "not_authenticated":
        "Send the operator's token, which is printed at startup: `Authorization: Token …`."
        "Envíe el token del operador, que se muestra al arrancar: `Authorization: Token …`.";
    TOKEN_NAME_TOO_LONG: BAD_REQUEST, REFUSED, "token_name_too_long":
        "This stand-in accepts at most {} characters in `token_name`."
        "`token_name` tiene en este simulador {} caracteres como mucho.";

    // Cases and their parts.
    LEGACY_SUNSET: GONE, GONE, "legacy_sunset":
        "The legacy flow ended on November 11, 2026. Create the case with POST /api/v1/partner/cases/create/."
        "El flujo heredado ya no existe desde el 11 de noviembre de 2026. Cree el caso con POST /api/v1/partner/cases/create/.";
    UNKNOWN_CASE: NOT_FOUND, NOT_FOUND, "unknown_case": "Case not found." "No existe tal caso.";
    UNKNOWN_CASE_NUMBER: NOT_FOUND, NOT_FOUND, "unknown_case":
        "No case has this number."
        "No hay ningún caso con este número.";
    UNKNOWN_REFERENCE: NOT_FOUND, NOT_FOUND, "unknown_case":
        "Your organization has no case with this reference. A new case gets its reference later; see the list of cases."
        "Su organización no tiene ningún caso con esta referencia. Un caso nuevo recibe la suya más tarde: está en la lista de casos.";
    UNKNOWN_TICKET: NOT_FOUND, NOT_FOUND, "unknown_ticket":
        "Your organization has no ticket with this number."
        "Su organización no tiene ningún ticket con este número.";
    TICKET_READY: CONFLICT, NOT_ALLOWED, "ticket_ready":
        "The ticket is a case now. Append the file to the case."
        "El ticket ya es un caso. Añada el archivo al caso.";
    NO_OFFER: NOT_FOUND, NOT_FOUND, "no_offer":
        "No additional policies were offered for this case."
        "Para este caso no se ofrecieron pólizas adicionales.";
    UNKNOWN_OFFER: NOT_FOUND, NOT_FOUND, "unknown_offer":
        "The case has no offer with this id."
        "El caso no tiene tal oferta.";
    RESULTS_NOT_READY: NOT_FOUND, NOT_FOUND, "results_not_ready":
        "There are no results yet. The event `case.results_ready` announces them."
        "Todavía no hay resultados. El evento `case.results_ready` avisa cuando los hay.";
    UNKNOWN_RESULT_FORMAT: BAD_REQUEST, REFUSED, "unknown_result_format":
        "`result_format` is `json`, or `pdf` at this stand-in, because the word for a PDF is not published."
        "`result_format` es `json`, o en este simulador `pdf`: la palabra para un PDF no está publicada.";
    WRONG_SIGNATURE: FORBIDDEN, NOT_GIVEN, "wrong_signature":
        "This stand-in did not issue the address, or it was changed."
        "Este simulador no dio esa dirección, o alguien la cambió.";
    ADDRESS_EXPIRED: GONE, NOT_GIVEN, "address_expired":
        "The address has expired. GET the results with `result_format=pdf` for a new one."
        "La dirección caducó. Pida los resultados con GET y `result_format=pdf` para obtener otra.";

    // The operator's API.
    NO_OPERATOR_PATH: NOT_FOUND, NOT_FOUND, "unknown_path":
        "The operator's API has no such path."
        "El lado del operador no tiene esa ruta.";
    NO_PAGE_FILE: NOT_FOUND, NOT_FOUND, "unknown_path":
        "The operator page has no such file."
        "La página del operador no tiene ese archivo.";
    UNKNOWN_FILE: NOT_FOUND, NOT_FOUND, "unknown_file":
        "No file has this id."
        "No hay ningún archivo con este id.";
    UNKNOWN_ORGANIZATION: NOT_FOUND, NOT_FOUND, "unknown_organization":
        "No organization has this id or name."
        "No hay ninguna organización con este id o nombre.";
    ORGANIZATION_EXISTS: CONFLICT, REFUSED, "organization_exists":
        "An organization has this name already."
        "Ya hay una organización con este nombre.";
    BAD_NAME: BAD_REQUEST, REFUSED, "bad_name":
        "The name must have 1 to {} bytes besides white space."
        "El nombre tiene de 1 a {} bytes, sin contar el espacio en blanco.";
    UNKNOWN_TOKEN: NOT_FOUND, NOT_FOUND, "unknown_token":
        "No token has this id."
        "No hay ningún token con este id.";
    BAD_SOURCE: BAD_REQUEST, REFUSED, "bad_source":
        "The source must be made of letters, digits, `_` and `-`. It must not be `api`, which the specification reserves."
        "El origen es una palabra de letras, cifras, `_` y `-`, y no `api`, que es de la especificación.";
    EMPTY_MESSAGE: BAD_REQUEST, REFUSED, "empty_message":
        "`message` must contain the question."
        "Diga en `message` lo que falta.";
    OTHER_PRODUCT: BAD_REQUEST, UNREADABLE, "other_product":
        "Their case_type belongs to the other product. Results of this case have the type {}."
        "Su case_type es de otro producto. Los resultados de este caso son {}.";
    NO_TEST_CASE: CONFLICT, NOT_ALLOWED, "no_test_case":
        "Sample results are for test cases. Publish results for this case."
        "Los resultados de muestra son para casos de prueba. Publique los de este.";
    CLOCK_OUT_OF_RANGE: BAD_REQUEST, REFUSED, "clock_out_of_range":
        "The clock covers the years 1970 to 9999."
        "El reloj va del año 1970 al final de 9999.";
    UNKNOWN_SUBSCRIPTION: NOT_FOUND, NOT_FOUND, "unknown_subscription":
        "The subscription does not exist or has ended."
        "No existe tal suscripción, o ya terminó.";
    BAD_SUBSCRIPTION: BAD_REQUEST, REFUSED, "bad_subscription": "`{}` must be {}." "`{}` debe ser {}.";
    NOT_ROTATING: BAD_REQUEST, REFUSED, "not_rotating":
        "The subscription has no second secret. Rotate it first."
        "La suscripción no tiene un segundo secreto: cámbielo primero.";
    OF_SETTINGS: BAD_REQUEST, REFUSED, "of_settings":
        "This subscription comes from the settings. Add the second secret there and restart."
        "Esta suscripción es de la configuración: ponga allí el segundo secreto y arranque de nuevo.";
    UNKNOWN_SNAPSHOT: NOT_FOUND, NOT_FOUND, "unknown_snapshot":
        "There is no snapshot with this name. Snapshots end with the process."
        "No hay ninguna instantánea con este nombre. Las instantáneas terminan con el proceso.";
    SNAPSHOT_EXISTS: CONFLICT, REFUSED, "snapshot_exists":
        "A snapshot has this name already."
        "Ya hay una instantánea con este nombre.";
    BAD_SNAPSHOT_NAME: BAD_REQUEST, REFUSED, "bad_snapshot_name":
        "The name must have 1 to {} letters, digits, `-` and `_`."
        "El nombre tiene de 1 a {} letras, cifras, `-` y `_`.";
    BAD_FAULT: BAD_REQUEST, REFUSED, "bad_fault": "`{}` of rule {} must be {}." "`{}` de la regla {} debe ser {}.";
    BAD_STATE: BAD_REQUEST, REFUSED, "bad_state": "`state` is one of {}." "`state` es uno de {}.";
    UNKNOWN_DELIVERY: NOT_FOUND, NOT_FOUND, "unknown_delivery":
        "No delivery has this id."
        "No existe tal entrega.";
    ENDED: CONFLICT, UNDELIVERED, "ended":
        "The subscription has ended and receives no more events."
        "La suscripción terminó y ya no recibe nada.";

    // The demo, and the library over HTTP.
    DEMO_ELSEWHERE: NOT_FOUND, NOT_FOUND, "unknown_path":
        "The demo answers only at the address that it was started with."
        "La demostración responde en la dirección en que se arrancó.";
    NO_DEMO_PATH: NOT_FOUND, NOT_FOUND, "unknown_path":
        "The demo has no such path."
        "La demostración no tiene esa ruta.";
    NOT_A_CALL: BAD_REQUEST, NO_CALL, "not_a_call":
        r#"Send {"input": "the text", "context": {settings}} as JSON."#
        r#"Envíe {"input": "el texto", "context": {configuración}} como JSON."#;

    // Faults by rule.
    FAULT_TOO_MANY: TOO_MANY_REQUESTS, FAULT, "too_many_requests":
        "The request was not carried out. Send it again after the seconds of `Retry-After`."
        "La petición no se llevó a cabo. Envíela de nuevo pasados los segundos de `Retry-After`.";
    FAULT_INTERNAL: INTERNAL_SERVER_ERROR, FAULT, "internal_error":
        "The request was not carried out."
        "La petición no se llevó a cabo.";
    FAULT_UNAVAILABLE: SERVICE_UNAVAILABLE, FAULT, "unavailable":
        "The request was not carried out. Send it again later."
        "La petición no se llevó a cabo. Envíela de nuevo más tarde.";

    // The stand-in itself.
    DISK_FULL: INSUFFICIENT_STORAGE, DATA, "disk_full":
        "The request was not carried out, because the disk of the data folder is full. Free some space and send the request again."
        "La petición no se llevó a cabo: el disco de la carpeta de datos está lleno. Libere espacio y envíela de nuevo.";
    DATA_READ_ONLY: SERVICE_UNAVAILABLE, DATA, "data_read_only":
        "The request was not carried out, because the data folder cannot be written. Make it writable and send the request again."
        "La petición no se llevó a cabo: no se puede escribir en la carpeta de datos. Permita escribir en ella y envíela de nuevo.";
    DATA_GONE: SERVICE_UNAVAILABLE, DATA, "data_gone":
        "The request was not carried out, because the data folder or a part of it was deleted, moved or replaced while the stand-in ran. Stop the stand-in, restore the folder, and start again."
        "La petición no se llevó a cabo: la carpeta de datos, o una parte de ella, se borró, se movió o se sustituyó con el simulador en marcha. Párelo, devuelva la carpeta a su sitio y arránquelo de nuevo.";
    FILE_MISSING: SERVICE_UNAVAILABLE, DATA, "file_missing":
        "The request was not carried out, because a file that the database lists is not in the data folder. Restore the file under its id in the folder `files`."
        "La petición no se llevó a cabo: en la carpeta de datos falta un archivo que la base de datos nombra. Devuelva el archivo con su id a la carpeta `files`.";
    DATA_UNUSABLE: SERVICE_UNAVAILABLE, DATA, "data_unusable":
        "The request was not carried out, because the data folder cannot be read or written. The stand-in's log has the kind of the error."
        "La petición no se llevó a cabo: no se puede leer o escribir en la carpeta de datos. El registro del simulador tiene la clase del error.";
}

#[cfg(test)]
mod tests;
