//! Spanish: the life cycle.

use crate::rulebook::reasons::Refusal;
use crate::rulebook::reasons::TriggerType;

/// The reasons of actions that are not possible.
pub(crate) const REFUSALS: &[(Refusal, &str)] = &[
    (Refusal::NoCase, "Todavía no hay ningún caso. Créelo primero."),
    (Refusal::CaseExists, "El caso ya se creó antes. Cree otro para otra solicitud."),
    (Refusal::CaseClosed, "El caso está cerrado y ya no se puede cambiar. Cree un caso nuevo."),
    (
        Refusal::RequestOpen,
        "Hay una petición de información abierta, y un caso solo tiene una a la vez. Espere la respuesta.",
    ),
    (Refusal::UnknownOffer, "El caso no tiene esa oferta. Use el offer_id de una oferta del servicio."),
    (
        Refusal::ResearchComplete,
        "La investigación terminó, así que este caso ya no se puede cancelar. Obtenga los resultados.",
    ),
    (Refusal::CancellationPending, "Una cancelación de este caso está en curso. Espere a que termine."),
    (Refusal::CaseProcessing, "El caso se está procesando y ahora no se puede cancelar. Inténtelo de nuevo más tarde."),
    (
        Refusal::TooManyFiles,
        "Un caso acepta como máximo {limit} archivos después de creado. Envíe los demás en un caso nuevo.",
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
