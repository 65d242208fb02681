//! Conditions and requirements as Spanish sentences.

use crate::rulebook::fields::names::FieldId;
use crate::rulebook::lifetime::LEGACY_SUNSET;
use crate::rulebook::rules::{Condition, Requirement, SPECIALTY_CARRIER_FEE_USD};

fn name(key: FieldId) -> String {
    format!("`{}`", key.name())
}

pub(crate) fn condition(condition: Condition) -> String {
    match condition {
        Condition::StartsWith(key, prefixes, expected) => {
            let prefixes: Vec<String> = prefixes.iter().map(|prefix| format!("`{prefix}`")).collect();
            let verb = if expected { "empieza" } else { "no empieza" };
            format!("la primera palabra de {} {verb} con {}", name(key), prefixes.join(" o "))
        }
        Condition::Equals(key, word, expected) => {
            format!("{} es {}`{word}`", name(key), if expected { "" } else { "distinto de " })
        }
        Condition::Contains(key, word, expected) => {
            format!("{} {} `{word}`", name(key), if expected { "contiene" } else { "no contiene" })
        }
        Condition::Is(key, value) => format!("{} es `{value}`", name(key)),
        Condition::MasterToken => "la petición se hace con un token maestro".to_owned(),
    }
}

pub(crate) fn then(then: Requirement) -> String {
    match then {
        Requirement::Required(key) => format!("{} lleva un valor", name(key)),
        Requirement::Forbidden(key) => format!("{} no lleva ningún valor", name(key)),
        Requirement::MustBeTrue(key) => format!("{} lleva el valor `true`", name(key)),
        Requirement::UsdotNumber(key) => format!("{} consta de dígitos, y alguno no es cero", name(key)),
        Requirement::OneFamily(key) => {
            format!("{} no mezcla palabras comerciales y personales", name(key))
        }
        Requirement::WithinDays(key, days) => {
            format!("{} es hoy o uno de los {days} días anteriores; el último de ellos se señala", name(key))
        }
        Requirement::NotInFuture(key) => format!("{} se señala si es posterior a hoy", name(key)),
        Requirement::NotRefused(key) => {
            format!("{} no nombra ninguna aseguradora que el contexto indique como rechazada", name(key))
        }
        Requirement::SpecialtyFee(key) => format!(
            "si {} nombra una aseguradora especializada del contexto, se informa un cargo de \
             {SPECIALTY_CARRIER_FEE_USD} USD; si solo se parece a una, se señala el posible cargo",
            name(key)
        ),
        Requirement::RequiresEnrollment(key) => {
            format!("{} se señala, a menos que el contexto indique que la cuenta está inscrita", name(key))
        }
        Requirement::WarnIfSet(key, code) | Requirement::NoteIfSet(key, code) => {
            format!("{} se señala como `{}` si lleva un valor", name(key), code.name())
        }
        Requirement::Alias(current, alias) => {
            format!("{} se señala si lleva un valor, porque su nombre actual es {}", name(alias), name(current))
        }
        Requirement::ProductAgrees(key) => format!("{} se señala si no es el producto de la dirección", name(key)),
        Requirement::Sunset => format!("la petición se señala, y se rechaza desde el {LEGACY_SUNSET}"),
    }
}
