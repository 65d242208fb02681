//! Messages about requests.

use crate::rulebook::codes::Code;

pub(crate) const REQUESTS: &[(Code, &str)] = &[
    (
        Code::UnknownPath,
        "El servicio no tiene esa ruta. Compárela con las documentadas, que empiezan por /api/v1/partner/ o /api/auth/.",
    ),
    (Code::OtherMethod, "La ruta existe, pero no con este método. Use {words}."),
    (Code::MethodCase, "Los métodos se escriben en mayúsculas y un servidor puede no conocer este. Use mayúsculas."),
    (Code::PrefixMissing, "A la ruta le falta su comienzo /api/v1/partner/. Envíe la petición a {path}."),
    (
        Code::PrefixOpen,
        "La documentación no dice expresamente dónde empieza esta ruta. Si el servicio no la encuentra, use {path}.",
    ),
    (
        Code::SlashMissing,
        "A la ruta le falta la barra final, y una redirección puede perder el contenido. Envíe la petición a {path}.",
    ),
    (Code::SlashSurplus, "La ruta documentada no termina en barra. Envíe la petición a {path}."),
    (
        Code::EndpointDisagrees,
        "La ruta corresponde a {endpoint}, no a la operación indicada. Deje solo la que corresponda.",
    ),
    (
        Code::RefIsNumber,
        "La ruta lleva la referencia del caso, y un texto de solo cifras parece el número interno. Use la clave del caso.",
    ),
    (
        Code::NotAuthenticated,
        "La petición no lleva token, y todas lo necesitan. Envíe la cabecera Authorization: Token, seguida del token.",
    ),
    (
        Code::OtherScheme,
        "Solo el esquema {scheme} autentica; no hay OAuth ni sesión. Envíe la cabecera Authorization: Token, seguida del token.",
    ),
    (
        Code::SchemeForm,
        "La cabecera no tiene la forma documentada y puede no leerse. Escriba Token, un espacio y el token.",
    ),
    (Code::CookieIgnored, "Una cookie no autentica nada aquí. Quítela."),
    (
        Code::MasterTokenRefused,
        "Un token maestro sirve para iniciar sesión y para nada más. Inicie sesión con él y llame con el token de usuario.",
    ),
    (Code::UserTokenRefused, "Para iniciar sesión hace falta el token maestro. Use el que emitió el operador."),
    (Code::JsonWanted, "Esta petición lleva un contenido JSON, no partes. Ponga los valores en body."),
    (Code::PartsWanted, "Esta petición lleva multipart/form-data, no JSON. Ponga los valores en parts."),
    (Code::TwoBodies, "Una petición tiene un solo contenido, y aquí hay dos. Deje el que corresponda."),
    (
        Code::BodyFormatOpen,
        "La documentación no dice cómo se escribe este contenido, y JSON es lo más probable. Envíe JSON.",
    ),
    (Code::Unused, "Esta petición no lleva {part}, y el servicio puede no leerlo. Quítelo."),
    (Code::RepeatedPart, "El servicio toma un solo {member}, y no se sabe cuál cuenta. Deje uno."),
    (Code::OneFileOnly, "Esta petición lleva un solo archivo. Haga una petición por cada archivo más."),
    (Code::OneCaseOnly, "Esta petición crea un solo caso. Haga una petición por cada caso más."),
    (
        Code::CaseAsFile,
        "El caso está documentado como texto, y el servicio puede rechazar una parte con nombre de archivo. Envíelo sin él.",
    ),
    (Code::DefaultUnpublished, "No está publicado qué hace el servicio sin {member}. Indique json."),
    (Code::NothingSaid, "La respuesta no tiene texto ni archivo. Escriba un mensaje o añada un archivo."),
    (Code::AlreadyResponded, "Esta solicitud ya tiene respuesta: la anterior llegó. No la envíe otra vez."),
    (
        Code::NotTheOpenInteraction,
        "Esta no es la solicitud que espera respuesta. Use la que llegó con la última pregunta.",
    ),
    (Code::EmptySelection, "No se ha elegido nada. Elija al menos una mejora de la oferta."),
    (Code::UnknownOffer, "Esta oferta no está entre las conocidas. Consulte la última oferta antes de aceptar."),
    (
        Code::UnknownUpgrade,
        "La oferta no tiene una mejora con este número, y se rechazaría toda la selección. Quítelo.",
    ),
    (Code::UndeclaredLabel, "La etiqueta no se declaró al crear el ticket. Use una etiqueta declarada."),
    (
        Code::MissingUpload,
        "Se declaró un archivo con esta etiqueta y no se subió, así que el servicio no continúa. Súbalo primero.",
    ),
    (
        Code::LegacySunset,
        "Esta llamada es del flujo antiguo, que terminó el {date}. Envíe una sola petición de creación.",
    ),
    (
        Code::LegacyDeprecated,
        "Esta llamada es del flujo antiguo, que termina el {date}. Envíe una sola petición de creación.",
    ),
    (Code::Required, "A la petición le falta {member}, y sin ello no se puede hacer. Añádalo."),
    (Code::NullValue, "Quite {member} si no hay nada que decir: null no está documentado aquí."),
    (
        Code::UnknownField,
        "La petición no tiene una parte con este nombre, y el servicio puede no leerla. Tiene {names}.{mean}",
    ),
    (Code::UnknownWord, "Esa palabra no puede ir aquí. Use una de estas: {words}."),
    (Code::UnlistedWord, "Puede haber palabras sin publicar, pero esta no se conoce. Se conocen {words}."),
    (Code::DuplicateWord, "Un número está dos veces en {member}. Deje uno."),
];

/// The messages about a value of a wrong type, by the expected one.
pub(crate) const REQUEST_TYPES: &[(&str, &str)] = &[
    ("string", "El valor de {member} no es texto. Ponga texto entre comillas."),
    ("file", "La parte {member} debe ser un archivo. Envíe un archivo con nombre."),
    ("integer", "Cada entrada de {member} debe ser un número sin decimales sin comillas. Corrija esta."),
    (
        "array_of_integers",
        "El valor de {member} debe ser una lista de números sin decimales entre corchetes. Corríjalo.",
    ),
    ("json_text", "La parte {member} debe ser texto con el JSON del caso. Escriba el caso como texto JSON."),
    ("array", "El valor de {member} debe ser una lista entre corchetes. Corríjalo."),
    ("object", "El valor de {member} debe llevar campos entre llaves. Corríjalo."),
];
