//! Messages about the losses of a migration.

use crate::rulebook::codes::Code;

pub(crate) const LEGACY: &[(Code, &str)] = &[
    (
        Code::ForeignStep,
        "Este no es un paso del flujo antiguo. No entra en la nueva petición; hágalo aparte si hace falta.",
    ),
    (Code::OtherTicket, "Este paso es de otro ticket. Migre ese ticket aparte."),
    (Code::NoCreateStep, "Falta el paso que crea el ticket, así que no hay caso que enviar. Añada ese paso."),
    (
        Code::TicketUnclear,
        "No se sabe a qué ticket pertenecen estos pasos, y los archivos de un caso no deben llegar a otro. Dé un solo ticket o indíquelo en ticket_id.",
    ),
    (
        Code::FieldLeftOut,
        "Este campo queda fuera del nuevo caso ({reason}). Si dice algo importante, póngalo en un campo actual.",
    ),
    (
        Code::LabelMerged,
        "La operación de creación conoce la etiqueta {label} solo sin número. El archivo conserva su lugar entre los demás.",
    ),
    (
        Code::LabelReplaced,
        "La operación de creación no conoce esta etiqueta. El archivo se envía como {label}; elija una etiqueta mejor si la hay.",
    ),
    (
        Code::NeverUploaded,
        "Se declaró un archivo con esta etiqueta y no se subió. El flujo antiguo se detendría aquí; la nueva petición va sin él. Compruebe que no falta ningún archivo.",
    ),
    (
        Code::NeverDeclared,
        "El archivo se subió con una etiqueta no declarada, y el flujo antiguo lo rechaza. La nueva petición lo lleva; compruebe que es de este caso.",
    ),
    (
        Code::UploadedTwice,
        "La etiqueta ya se había subido, y no se sabe si el archivo posterior sustituye al anterior. Se envían los dos; quite el que no corresponda.",
    ),
    (
        Code::MovedToAppend,
        "En la petición que crea el caso no cabe este archivo. Envíelo al caso cuando esté creado; la lista append lo contiene.",
    ),
    (
        Code::NeverReady,
        "El ticket nunca se declaró listo. La nueva petición envía el caso de inmediato; hágala solo cuando esté completo.",
    ),
    (
        Code::CaseTypeDisagrees,
        "El caso nombra otro producto que la dirección a la que se envió. Decide la dirección, y el nuevo caso lo dice.",
    ),
    (Code::Required, "A los pasos les falta aquí {member}, y el paso no se puede trasladar. Añádalo."),
    (
        Code::WrongType,
        "El valor de {member} no es del tipo que lleva aquí un paso, y no se puede trasladar. Corríjalo.",
    ),
];
