//! Spanish: messages about the faults of rules.

use crate::rulebook::reasons::RuleFault;

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
