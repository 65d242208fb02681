//! Notes on records and results.

use crate::rulebook::codes::Code;

pub(crate) const RECORDS: &[(Code, &str)] = &[
    (
        Code::UnknownField,
        "Este miembro no está documentado aquí. Se conserva como llegó; pregunte al servicio qué significa.",
    ),
    (
        Code::MemberMissing,
        "El servicio promete este miembro y el registro no lo tiene. Siga sin él y pregunte al servicio donde importe.",
    ),
    (Code::MembersAdded, "Aquí faltaban miembros documentados. Ahora son null, es decir, no se encontró valor."),
    (
        Code::TooManyRecords,
        "Aquí pueden completarse resultados de {limit} registros como máximo. Normalice menos a la vez o suba el límite de bytes.",
    ),
    (Code::ListAdded, "Esta lista faltaba o era null. Ahora es una lista vacía."),
    (Code::UnexpectedKind, "El servicio promete aquí {wanted}. Lo que llegó se conserva; no confíe en ello."),
    (
        Code::UnexpectedWord,
        "Esta palabra no está en la lista del servicio. Se conserva; trátela como una palabra desconocida.",
    ),
    (Code::UnexpectedForm, "El servicio promete aquí {wanted}. El texto se conserva como llegó; no confíe en él."),
    (
        Code::UnexpectedMember,
        "Este registro está documentado sin este miembro. Se conserva como llegó; no confíe en él.",
    ),
    (Code::Contradiction, "Esto no concuerda con otra parte del registro. Pregunte al servicio cuál de las dos vale."),
    (Code::StatusMapped, "Este es un estado de las ofertas. Los resultados lo llaman {word}, que ahora está aquí."),
    (
        Code::BeyondEnvelope,
        "Solo una entrada comprada muestra más que lo que describe la oferta. Este miembro es más que eso y se quitó.",
    ),
    (
        Code::IncludedCleared,
        "Una entrada incluida es una nota gratuita sin oferta ni precio. Este valor es null ahora.",
    ),
    (Code::FindingsCapped, "Hay más notas; se muestran {limit} como máximo. Aun así se leyó todo."),
    (
        Code::RecordUnknown,
        "No hay ningún registro con este nombre. Indique uno de los nombres documentados para esta operación.",
    ),
];

/// The types of values, by the names in `params.expected`.
pub(crate) const RECORD_TYPES: &[(&str, &str)] = &[
    ("text", "un texto"),
    ("number", "un número"),
    ("whole_number", "un número sin decimales"),
    ("true_or_false", "true o false"),
    ("null", "null"),
    ("uuid", "un UUID"),
    ("amount", "un importe en dólares con dos decimales, como 75.00"),
    ("iso_date", "una fecha como 2026-02-14, o una fecha con hora"),
    ("owner", "un nombre de 150 letras, cifras, puntos, guiones, guiones bajos, arrobas y signos más como máximo"),
    ("members", "un conjunto de miembros entre llaves"),
    ("list", "una lista entre corchetes"),
];
