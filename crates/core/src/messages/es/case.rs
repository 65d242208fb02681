//! The messages about a case, by code.

use crate::messages::catalogue::MessageVariant;
use crate::messages::catalogue::MessageVariant::{Boolean, Element, Integer, List, ListOfOne, OnlyYes, Plain, Record};
use crate::rulebook::codes::Code;

pub(crate) const CASE_IN_FORMS: &[((Code, MessageVariant), &str)] = &[
    ((Code::NotJson, Plain), "Hubo un problema con el formulario. Vuelva a cargar la página y repita el último paso."),
    ((Code::LoneSurrogate, Plain), "Esta respuesta tiene un carácter dañado. Vuelva a escribirla."),
    ((Code::NotAnObject, Plain), "No llegó ninguna respuesta. Vuelva a cargar la página y repita el último paso."),
    ((Code::TooLarge, Plain), "Sus respuestas son demasiado largas. Acorte las más largas."),
    ((Code::TooDeep, Plain), "Hubo un problema con el formulario. Vuelva a cargar la página y repita el último paso."),
    ((Code::LegacySunset, Plain), "El envío en tres pasos se eliminó el {date}. Envíe el caso en un solo paso."),
    ((Code::LegacyDeprecated, Plain), "El envío en tres pasos se eliminará el {date}. Envíe el caso en un solo paso."),
    ((Code::Required, Plain), "{ask}{because}."),
    ((Code::Required, OnlyYes), "{ask}{because}. Si la respuesta es no, elija otro tipo de cobertura."),
    ((Code::WrongType, Plain), "{ask}: una sola respuesta."),
    ((Code::WrongType, Element), "Elija de la lista {noun}."),
    ((Code::WrongType, Boolean), "{ask}: sí o no."),
    ((Code::WrongType, Integer), "Escriba {noun} como un número entero."),
    ((Code::WrongType, List), "Elija de la lista {noun}."),
    ((Code::WrongType, ListOfOne), "Elija exactamente una opción para {noun}."),
    ((Code::WrongType, Record), "{ask}."),
    ((Code::UnknownWord, Plain), "Elija de la lista del servicio {noun}."),
    ((Code::WrongLength, Plain), "Elija exactamente una opción para {noun}."),
    ((Code::MixedFamilies, Plain), "Elija cobertura comercial o cobertura personal. Un caso no puede tener las dos."),
    ((Code::NotADate, Plain), "Escriba {noun} en el formato MM/DD/AAAA, primero el mes."),
    (
        (Code::DateTooOld, Plain),
        "{Noun} debe estar dentro de los últimos {days} días. No podemos investigar incidentes anteriores.",
    ),
    ((Code::DateAfterToday, Plain), "{Noun} debe ser hoy o estar dentro de los últimos {days} días. Revise la fecha."),
    ((Code::Forbidden, Plain), "Quite {noun}{because}."),
    (
        (Code::MustBeTrue, Plain),
        "Solo podemos aceptar este caso si la respuesta es sí{because}. Cambie esta respuesta o elija otro tipo de cobertura.",
    ),
    ((Code::NotAUsdotNumber, Plain), "Escriba {noun} solo con números; por ejemplo, 1234567."),
    ((Code::UnknownState, Plain), "Escriba {noun}: un estado de EE. UU.; por ejemplo, GA."),
    ((Code::StateNotUpperCase, Plain), "Escriba en mayúsculas {noun}; por ejemplo, GA."),
    ((Code::StateCase, Plain), "Escriba en mayúsculas {noun}; por ejemplo, GA."),
    ((Code::RefusedCarrier, Plain), "El servicio no investiga a esta aseguradora. Elija otra o no envíe el caso."),
    (
        (Code::SimilarCarrier, Plain),
        "Este nombre se parece al de una aseguradora que el servicio no investiga. Revise el nombre.",
    ),
    (
        (Code::PossibleCarrierFee, Plain),
        "Puede haber un cargo de {fee_usd} dólares: este nombre se parece al de una aseguradora especializada. Revise el nombre.",
    ),
    ((Code::UnlistedWord, Plain), "En {noun} hay una respuesta desconocida. Revise cómo se escribe."),
    (
        (Code::DateOnLastDay, Plain),
        "Han pasado {days} días desde {noun}, el máximo que acepta el servicio. Envíe el caso hoy.",
    ),
    ((Code::FutureDate, Plain), "{Noun} es posterior al día de hoy. Revise la fecha."),
    ((Code::DateLongAgo, Plain), "{Noun} es de hace más de 125 años. Revise el año."),
    ((Code::NullValue, Plain), "Complete esta respuesta si puede. {ask}."),
    ((Code::UnknownField, Plain), "El servicio no tiene un campo para esta respuesta y quizá la ignore."),
    ((Code::OtherProduct, Plain), "Solo el otro producto usa {noun}; aquí esto no tiene efecto."),
    ((Code::ReadOnly, Plain), "Omita {noun}. El servicio completa ese dato."),
    ((Code::DuplicateKey, Plain), "Esta pregunta tiene más de una respuesta y solo cuenta la última. Deje una sola."),
    ((Code::Deprecated, Plain), "Omita {noun}: el campo es antiguo y no tiene efecto. Use {instead}."),
    ((Code::Removed, Plain), "Omita {noun}: el servicio ya no tiene este campo."),
    ((Code::Ignored, Plain), "Omita {noun}: el servicio ignora este campo."),
    ((Code::StringForm, Plain), "El formulario envió {noun} en un formato antiguo. No tiene que hacer nada."),
    ((Code::Alias, Plain), "En vez de esta, responda la pregunta sobre {instead}."),
    (
        (Code::AliasConflict, Plain),
        "Sobre {instead} usted dio una respuesta distinta, que es la que cuenta. Borre esta.",
    ),
    (
        (Code::NotAnEmail, Plain),
        "Revise {noun}. Cada correo debe tener la forma nombre@example.com. Sepárelos con espacios.",
    ),
    ((Code::DuplicateWord, Plain), "Una respuesta aparece dos veces en {noun}. Deje una sola."),
    (
        (Code::UnusualState, Plain),
        "{Noun} es el código de un territorio o de las fuerzas armadas. Es posible que el servicio no lo acepte.",
    ),
    (
        (Code::FinancingNotEnrolled, Plain),
        "Solo las cuentas inscritas pueden pagar por medio de la financiera asociada. Compruebe que esta cuenta esté inscrita.",
    ),
    ((Code::MasterToken, Plain), "Quizás un token maestro solo sirva para iniciar sesión. Use un token de usuario."),
    ((Code::UsdotNumberUnused, Plain), "El servicio no lee {noun}{because}. Omita ese dato."),
    (
        (Code::CaseTypeDisagrees, Plain),
        "El producto no es el de la dirección adonde va el caso. Cuenta el de la dirección.",
    ),
    (
        (Code::FindingsCapped, Plain),
        "No se muestran todos los hallazgos (límite: {limit}). Corrija primero los que se muestran.",
    ),
];
