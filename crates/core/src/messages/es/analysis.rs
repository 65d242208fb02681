//! Spanish: messages about the faults of rules, and about changes of a context.

use crate::rulebook::reasons::{ChangeEffect, RuleFault};

/// The text of each fault.
pub(crate) const RULE_FAULTS: &[(RuleFault, &str)] = &[
    (
        RuleFault::NeverApplies,
        "Ningún caso aceptable cumple las condiciones de {rules}. Corrija las condiciones o quite la regla.",
    ),
    (RuleFault::NeverViolated, "La regla {rules} se aplica y ningún caso la infringe. Corrija la regla o quítela."),
    (
        RuleFault::Redundant,
        "Todo caso que infringe {rules} se rechaza también por otro motivo. Quite la regla, salvo que necesite su mensaje.",
    ),
    (
        RuleFault::AlwaysViolated,
        "Todos los casos infringen {rules}. Corrija el requisito o añada una condición a la regla.",
    ),
    (
        RuleFault::Conflict,
        "Las reglas {rules} exigen valores opuestos de {fields} si se aplican a la vez. Añada una condición a una de ellas.",
    ),
    (
        RuleFault::NoRepair,
        "Con estos valores, ningún valor de los demás campos cumple {rules}. Añada una condición a una de las reglas o rechace estos valores con una regla propia.",
    ),
];

/// The text of each effect of a change.
pub(crate) const CHANGES: &[(ChangeEffect, &str)] = &[
    (ChangeEffect::Refused, "Estos casos se aceptaban y ahora se rechazan. Corríjalos antes de enviarlos."),
    (ChangeEffect::Accepted, "Estos casos se rechazaban y ahora se aceptan. No hay que hacer nada."),
    (ChangeEffect::ErrorAdded, "Estos casos se rechazan como antes, por un motivo más. Corríjalo con los demás."),
    (ChangeEffect::ErrorRemoved, "Estos casos se rechazan como antes, por un motivo menos. Corrija los demás."),
    (ChangeEffect::Warned, "Estos casos reciben una advertencia más. Compruebe si importa para los suyos."),
    (ChangeEffect::WarningRemoved, "Estos casos reciben una advertencia menos. No hay que hacer nada."),
];
