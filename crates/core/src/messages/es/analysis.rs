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
        "Todo caso que infringe {rules} tiene además otro error. Quite la regla, salvo que necesite su mensaje.",
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
    (ChangeEffect::Refused, "Casos que se aceptaban se rechazan por {code}. Corríjalos antes de enviarlos."),
    (ChangeEffect::Accepted, "Casos que se rechazaban por {code} se aceptan. No hay que hacer nada."),
    (ChangeEffect::ErrorAdded, "Casos que ya se rechazaban tienen otro error, {code}. Corríjalo con los demás."),
    (ChangeEffect::ErrorRemoved, "Casos que se siguen rechazando ya no tienen el error {code}. No hay que hacer nada."),
    (ChangeEffect::Warned, "Casos aceptados reciben la advertencia {code}. Compruebe si importa para los suyos."),
    (ChangeEffect::WarningRemoved, "La advertencia {code} ya no aparece aquí. Quite lo que dependa de ella."),
];
