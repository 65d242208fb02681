//! Conditions and requirements as Spanish sentences.

use crate::rulebook::fields::names::FieldId;
use crate::rulebook::lifetime::LEGACY_SUNSET;
use crate::rulebook::rules::{Condition, Requirement, SPECIALTY_CARRIER_FEE_USD};

fn name(key: FieldId) -> String {
    format!("`{}`", key.name())
}

pub(crate) fn condition(condition: Condition) -> String {
    match condition {
        Condition::StartsWith(key, prefixes, holds) => {
            let prefixes: Vec<String> = prefixes.iter().map(|prefix| format!("`{prefix}`")).collect();
            let verb = if holds { "empieza" } else { "no empieza" };
            format!("la primera palabra de {} {verb} con {}", name(key), prefixes.join(" o "))
        }
        Condition::Equals(key, word, holds) => {
            format!("{} es {}`{word}`", name(key), if holds { "" } else { "una palabra distinta de " })
        }
        Condition::Contains(key, word, holds) => {
            format!("{} {} `{word}`", name(key), if holds { "contiene" } else { "no contiene" })
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
            format!("las palabras de {} no son comerciales y personales a la vez", name(key))
        }
        Requirement::WithinDays(key, days) => {
            format!("{} es hoy o uno de los {days} días anteriores; el último de ellos se señala", name(key))
        }
        Requirement::NotInFuture(key) => format!("{} se señala cuando es posterior a hoy", name(key)),
        Requirement::NotRefused(key) => {
            format!("{} no nombra ninguna aseguradora que el anfitrión tenga por rechazada", name(key))
        }
        Requirement::SpecialtyFee(key) => format!(
            "cuando {} nombra una aseguradora especializada del anfitrión, se informa un cargo de \
             {SPECIALTY_CARRIER_FEE_USD} USD; si solo se parece a una, se señala el posible cargo",
            name(key)
        ),
        Requirement::RequiresEnrollment(key) => {
            format!("{} se señala, a menos que el anfitrión diga que la cuenta está inscrita", name(key))
        }
        Requirement::WarnIfSet(key, code) | Requirement::NoteIfSet(key, code) => {
            format!("{} se señala cuando lleva un valor, con `{}`", name(key), code.name())
        }
        Requirement::Alias(current, alias) => {
            format!("{} se señala cuando lleva un valor: su nombre actual es {}", name(alias), name(current))
        }
        Requirement::ProductAgrees(key) => format!("{} se señala cuando no es el producto de la dirección", name(key)),
        Requirement::Sunset => format!("la petición se señala, y se rechaza desde el {LEGACY_SUNSET}"),
    }
}
