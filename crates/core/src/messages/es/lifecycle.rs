//! Spanish: the life cycle.

use crate::rulebook::codes::Code;
use crate::rulebook::reasons::Refusal;
use crate::rulebook::reasons::TriggerType;

pub(crate) const LIFECYCLE: &[(Code, &str)] = &[
    (Code::NotAnObject, "La entrada debe ser un solo conjunto de miembros entre llaves."),
    (Code::Required, "Falta el miembro {member}, y sin él no hay nada que hacer. Indíquelo."),
    (Code::WrongType, "El miembro {member} debe ser una lista entre corchetes. Ponga en una lo que le ocurre al caso."),
    (
        Code::UnknownWord,
        "El miembro {member} debe ser uno de los motivos por los que el servicio permite o niega una cancelación.",
    ),
    (
        Code::CaseUnreadable,
        "El caso guardado no se puede leer: un miembro es desconocido o de otra clase, o lo que dice se contradice. Entregue el caso tal como lo escribió esta biblioteca.",
    ),
];

pub(crate) const LIFECYCLE_FEE: &[(Code, &str)] = &[(
    Code::WrongType,
    "El miembro {member} debe ser un texto con dos decimales, como 75.00, para que no se pierda ningún centavo. Escríbalo entre comillas.",
)];

pub(crate) const REFUSALS: &[(Refusal, &str)] = &[
    (Refusal::UnknownTrigger, "A un caso no le ocurre nada con ese nombre. Revise cómo está escrito el tipo."),
    (
        Refusal::MalformedTrigger,
        "Lo que le ocurre al caso no se puede leer, porque un miembro falta, está en blanco o es de otra clase. Revise sus miembros.",
    ),
    (Refusal::NoCase, "Todavía no hay ningún caso. Créelo primero."),
    (Refusal::CaseExists, "El caso ya se creó antes. Cree otro para otra solicitud."),
    (Refusal::CaseClosed, "El caso está cerrado y ya no se puede cambiar. Cree un caso nuevo."),
    (Refusal::WrongState, "Esto no tiene lugar en el estado actual del caso. Consulte primero su estado."),
    (
        Refusal::RequestOpen,
        "Hay una petición de información abierta, y un caso solo tiene una a la vez. Espere la respuesta a esa.",
    ),
    (
        Refusal::ReusedInteraction,
        "Una petición anterior de este caso tiene el mismo nombre. Dé a esta un nombre propio.",
    ),
    (Refusal::MessageTooLong, "El mensaje debe tener como máximo {limit} bytes. Acórtelo."),
    (
        Refusal::UnknownInteraction,
        "La respuesta nombra otra petición que la abierta. Tome el interaction_id de la última petición.",
    ),
    (
        Refusal::AlreadyResponded,
        "Esta petición ya está en el estado responded: llegó una respuesta anterior. No la envíe otra vez.",
    ),
    (Refusal::EmptyReply, "La respuesta no dice nada. Escriba un mensaje o añada un archivo."),
    (Refusal::ReusedOffer, "Una oferta anterior de este caso tiene el mismo nombre. Dé a esta un nombre propio."),
    (Refusal::EmptyOffer, "La oferta no contiene ninguna póliza. Nombre las pólizas encontradas."),
    (Refusal::UnknownOffer, "El caso no tiene esa oferta. Tome el offer_id de una que el servicio haya hecho."),
    (Refusal::EmptySelection, "No hay ninguna póliza seleccionada. Seleccione las pólizas que acepta."),
    (Refusal::UnknownUpgrade, "Una póliza seleccionada no es parte de esta oferta. Seleccione solo entre sus pólizas."),
    (
        Refusal::ResearchComplete,
        "La investigación terminó, así que este caso ya no se puede cancelar. Obtenga los resultados.",
    ),
    (Refusal::CancellationPending, "Una cancelación de este caso está en curso. Espere a que termine."),
    (Refusal::CaseProcessing, "El caso se está procesando y ahora no se puede cancelar. Inténtelo de nuevo más tarde."),
    (
        Refusal::UnknownLabel,
        "La etiqueta del archivo no es una de las cuatro del servicio. Elija una de ellas o no ponga ninguna.",
    ),
    (Refusal::FileTooLarge, "Un archivo debe tener como máximo {limit} MB. Envíe uno más pequeño, o sus partes."),
    (
        Refusal::TooManyFiles,
        "Un caso acepta como máximo {limit} archivos después de creado. Envíe lo necesario en un caso nuevo.",
    ),
    (
        Refusal::FilesTooLarge,
        "Los archivos que se agregan a un caso deben sumar como máximo {limit} MB, y este pasa de ahí. Envíe uno más pequeño.",
    ),
];

/// The reason why an action is not possible now, and the phrases for the states in which it is.
/// `closed` has none, because no transition leaves it.
pub(crate) const ONLY_WHILE: &[(&str, &str)] = &[
    ("only_while", "Esto solo se puede hacer mientras {states}."),
    ("received", "el caso espera a que alguien lo tome"),
    ("in_progress", "el caso se está investigando"),
    ("action_required", "hay una petición de información abierta"),
    ("results_ready", "los resultados están listos"),
];

/// The texts of buttons.
pub(crate) const TRIGGERS: &[(TriggerType, &str)] = &[
    (TriggerType::Create, "Crear el caso"),
    (TriggerType::PickUp, "Comenzar la investigación"),
    (TriggerType::NeedInput, "Pedir información"),
    (TriggerType::Respond, "Responder"),
    (TriggerType::PublishResults, "Publicar resultados"),
    (TriggerType::FindPolicies, "Ofrecer pólizas adicionales"),
    (TriggerType::AcceptOffers, "Aceptar pólizas ofrecidas"),
    (TriggerType::ConfirmDelivery, "Confirmar la entrega"),
    (TriggerType::Cancel, "Cancelar el caso"),
    (TriggerType::AppendFile, "Agregar un archivo"),
];
