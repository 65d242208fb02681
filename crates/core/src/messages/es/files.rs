//! Spanish: messages about files.

use crate::rulebook::codes::Code;

pub(crate) const FILES: &[(Code, &str)] = &[
    (Code::UnknownLabel, "La etiqueta del archivo seleccionado debe ser una de estas: {words}. Elija la más adecuada."),
    (
        Code::ExtensionNotAllowed,
        "No se puede enviar este tipo de archivo. Guárdelo como PDF o JPG y seleccione la copia.",
    ),
    (
        Code::FileTooLarge,
        "El archivo seleccionado debe ocupar menos de {megabytes} MB. Seleccione una copia más pequeña o divídalo en varios archivos.",
    ),
    (
        Code::BlankLabel,
        "El archivo seleccionado no tiene etiqueta y cuenta como “other”. Elija una etiqueta si hay otra más adecuada.",
    ),
    (Code::LabelConflict, "El archivo seleccionado tiene dos etiquetas distintas y esta no se usa. Deje solo una."),
    (
        Code::SurplusLabels,
        "Hay más etiquetas que archivos. Quite las etiquetas a partir de esta o agregue sus archivos.",
    ),
    (
        Code::UnlistedExtension,
        "Es posible que el servicio no acepte este tipo de archivo. Para mayor seguridad, guárdelo como PDF o JPG.",
    ),
    (Code::FileEmpty, "El archivo seleccionado está vacío. Compruebe que sea el correcto."),
    (
        Code::FileOtherKind,
        "El archivo seleccionado no es del tipo que indica su nombre. Ábralo, guárdelo con el tipo correcto y vuelva a seleccionarlo.",
    ),
    (Code::FileHeic, "El archivo seleccionado es en realidad una foto HEIC. Guárdela como JPG y seleccione la copia."),
    (
        Code::FileEncrypted,
        "El archivo seleccionado está cifrado o solo se abre con una contraseña. Guarde una copia sin protección y selecciónela.",
    ),
    (
        Code::FileDamaged,
        "El archivo seleccionado está incompleto o dañado. Compruebe si se abre o consiga una copia nueva.",
    ),
    (
        Code::FileMacros,
        "El documento seleccionado contiene macros. Guarde una copia sin macros, o como PDF, y seleccione la copia.",
    ),
    (
        Code::FileNearLimit,
        "El servicio podría calcular que el archivo pasa de {megabytes} MB. Para mayor seguridad, seleccione una copia más pequeña.",
    ),
];

/// For files that are sent with a case.
pub(crate) const FILES_OF_CREATE: &[(Code, &str)] = &[
    (
        Code::TooManyFiles,
        "Un caso puede tener hasta {limit} archivos al enviarlo. Agregue este cuando el caso ya esté creado.",
    ),
    (
        Code::TotalTooLarge,
        "Los archivos que se envían con un caso deben ocupar menos de {megabytes} MB en total. Agregue este cuando el caso ya esté creado.",
    ),
    (
        Code::TotalNearLimit,
        "El servicio podría calcular que, con este archivo, el total pasa de {megabytes} MB. Para mayor seguridad, deje uno para después.",
    ),
    (Code::Ignored, "No se puede enviar nada a un caso antes de crearlo, por lo que esto se ignora. Quítelo."),
];

/// For files that are appended to an existing case.
pub(crate) const FILES_OF_APPEND: &[(Code, &str)] = &[
    (
        Code::TooManyFiles,
        "Puede agregar hasta {limit} archivos a un caso ya creado. Pregunte al servicio cómo enviar este.",
    ),
    (
        Code::TotalTooLarge,
        "Los archivos que se envían a un caso ya creado deben ocupar menos de {megabytes} MB en total. Seleccione una copia más pequeña o pregunte al servicio cómo enviar este.",
    ),
    (
        Code::TotalNearLimit,
        "El servicio podría calcular que, con este archivo, los enviados a este caso pasan de {megabytes} MB. Para mayor seguridad, seleccione una copia más pequeña.",
    ),
    (Code::Ignored, "Los archivos que se envían uno por uno no tienen etiquetas aparte. Etiquete cada archivo."),
];
