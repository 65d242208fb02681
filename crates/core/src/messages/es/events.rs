//! Messages about events and the facts of a case.

use crate::rulebook::codes::Code;
use crate::rulebook::reasons::AskReason;

pub(crate) const EVENTS: &[(Code, &str)] = &[
    (
        Code::EventNameMissing,
        "El evento no dice qué es. Puede venir de otro remitente; busque su tipo en el miembro event o type.",
    ),
    (
        Code::EventUnknown,
        "El servicio documenta siete eventos y este no es ninguno de ellos. Confirme su recepción y pregunte al operador qué significa.",
    ),
    (
        Code::BillingEvent,
        "El servicio no envía eventos sobre facturas ni pagos, que se tratan fuera de su interfaz. Compruebe quién lo envió.",
    ),
    (
        Code::EventMemberMissing,
        "El evento debería indicar {member} y no lo hace. Consulte al servicio el estado del caso.",
    ),
    (
        Code::EventMemberKind,
        "El miembro {member} es de otro tipo que el esperado. Se usa donde no hay riesgo; avise al operador.",
    ),
    (Code::FindingsCapped, "Hay más notas que las {limit} mostradas. Aun así se leyó todo."),
    (
        Code::MessageOverLimit,
        "El mensaje supera los {limit} bytes que documenta el servicio. Puede estar cortado; léalo completo en su origen.",
    ),
    (
        Code::EventLabelUnknown,
        "La etiqueta del archivo no es ninguna de las cuatro que documenta el servicio. El archivo se conoce igualmente por su id.",
    ),
    (
        Code::IssueKeyTooEarly,
        "Un caso aún no tiene clave cuando se recibe, pero este evento indica una. Compruebe la clave antes de guardarla.",
    ),
    (
        Code::UnboughtValue,
        "Antes de comprar una póliza solo se indican su tipo y su precio, pero aquí consta o puede constar más. Se ha retirado; avise al operador.",
    ),
    (
        Code::TimeNotComparable,
        "Falta esta hora o no indica su desfase, así que no permite ordenar nada. Escríbala como 2026-03-01T10:00:00Z.",
    ),
    (
        Code::FactUnknown,
        "Esto no es un hecho sobre un caso y se ha dejado fuera. Indique un conjunto de miembros con una sola clase de hecho.",
    ),
    (
        Code::FactIncomplete,
        "Esto no dice nada sin un {member} utilizable y se ha dejado fuera. Entregue la respuesta completa del servicio.",
    ),
    (
        Code::FollowerUnreadable,
        "No se puede leer el seguimiento guardado, así que se ha empezado uno nuevo. Entregue de nuevo los hechos o consulte al servicio.",
    ),
    (
        Code::TestCaseEvent,
        "Un caso de prueba no envía eventos, así que este lo hizo el operador y se ha dejado fuera. Consulte el caso periódicamente.",
    ),
    (
        Code::ClosedTwice,
        "Un caso se cierra una sola vez, pero hay eventos distintos que dicen que se cerró. Compruebe que son de un mismo caso.",
    ),
];

pub(crate) const ASK: &[(AskReason, &str)] = &[
    (AskReason::NothingKnown, "No se sabe nada del estado del caso. Obtenga sus datos."),
    (AskReason::TestCase, "Un caso de prueba no envía eventos. Obtenga sus datos de vez en cuando."),
    (
        AskReason::AfterReply,
        "La respuesta se entregó y nada indica si la investigación ha seguido. Obtenga los datos del caso.",
    ),
    (
        AskReason::RequestsUnordered,
        "Varias peticiones de información no tienen respuesta conocida y nada indica cuál fue la última. Obtenga los datos del caso.",
    ),
    (
        AskReason::OrderUnknown,
        "Los hechos indican estados distintos y nada dice cuál fue el último. Obtenga los datos del caso.",
    ),
    (AskReason::EventMissing, "Un evento se ha perdido o llega tarde. Obtenga los datos del caso."),
    (
        AskReason::CancellationUnderWay,
        "La cancelación se aceptó y no consta que el caso esté cerrado. Obtenga sus datos.",
    ),
    (AskReason::SeveralCases, "Los hechos nombran más de un caso. Siga cada caso por separado y obtenga sus datos."),
    (
        AskReason::TooManyFacts,
        "Hubo más hechos de los que se guardan. Empiece un seguimiento nuevo con los datos del caso.",
    ),
    (AskReason::ResultsUnread, "Hay resultados que aún no se han obtenido. Obténgalos."),
    (AskReason::UrlExpired, "La dirección de los resultados caducó antes de obtenerlos. Obtenga los resultados."),
    (AskReason::OfferUnread, "Se hallaron pólizas y no se sabe con qué aceptarlas. Obtenga la oferta."),
    (AskReason::OfferUnclear, "Los hechos difieren sobre lo que se ofrece. Obtenga la oferta."),
];
