//! Conditions and requirements as English sentences.

use crate::rulebook::codes::Code;
use crate::rulebook::fields::names::FieldId;
use crate::rulebook::lifetime::LEGACY_SUNSET;
use crate::rulebook::rules::{Condition, Requirement, SPECIALTY_CARRIER_FEE_USD};
use crate::rulebook::surface::Surface;

pub(crate) const fn surface(surface: Surface) -> &'static str {
    match surface {
        Surface::Create => "create",
        Surface::Legacy => "legacy",
    }
}

fn name(key: FieldId) -> String {
    format!("`{}`", key.name())
}

pub(crate) fn condition(condition: Condition) -> String {
    match condition {
        Condition::StartsWith(key, prefixes, expected) => {
            let prefixes: Vec<String> = prefixes.iter().map(|prefix| format!("`{prefix}`")).collect();
            let verb = if expected { "starts" } else { "does not start" };
            format!("the first word of {} {verb} with {}", name(key), prefixes.join(" or "))
        }
        Condition::Equals(key, word, expected) => {
            format!("{} is {}`{word}`", name(key), if expected { "" } else { "not " })
        }
        Condition::Contains(key, word, expected) => {
            format!("{} {} `{word}`", name(key), if expected { "contains" } else { "does not contain" })
        }
        Condition::Is(key, value) => format!("{} is `{value}`", name(key)),
        Condition::MasterToken => "the request is made with a master token".to_owned(),
    }
}

pub(crate) fn then(then: Requirement) -> String {
    match then {
        Requirement::Required(key) => format!("{} is set", name(key)),
        Requirement::Forbidden(key) => format!("{} is not set", name(key)),
        Requirement::MustBeTrue(key) => format!("{} is set, and `true`", name(key)),
        Requirement::UsdotNumber(key) => format!("{} is made of digits, at least one of them not zero", name(key)),
        Requirement::OneFamily(key) => format!("{} does not mix commercial and personal words", name(key)),
        Requirement::WithinDays(key, days) => {
            format!(
                "{} is today or one of the {days} days before; the last of them is reported as a warning",
                name(key)
            )
        }
        Requirement::NotInFuture(key) => format!("{} is reported as a warning if it is after today", name(key)),
        Requirement::NotRefused(key) => format!("{} names no carrier that the context lists as refused", name(key)),
        Requirement::SpecialtyFee(key) => {
            format!(
                "if {} names a specialty carrier of the context, the report has a fee of {SPECIALTY_CARRIER_FEE_USD} USD; \
                 if it only resembles one, the report warns of the possible fee",
                name(key)
            )
        }
        Requirement::RequiresEnrollment(key) => {
            format!("{} is reported as a warning unless the context says that the account is enrolled", name(key))
        }
        Requirement::WarnIfSet(key, code) | Requirement::NoteIfSet(key, code) => {
            format!("{} is reported as `{}` if it is set", name(key), code.name())
        }
        Requirement::Alias(current, alias) => {
            format!(
                "{} is reported as a warning if it is set, because {} is its current name",
                name(alias),
                name(current)
            )
        }
        Requirement::ProductAgrees(key) => {
            format!("{} is reported as a warning if it differs from the product of the path", name(key))
        }
        Requirement::Sunset => format!("the request is reported as a warning, and refused from {LEGACY_SUNSET} on"),
    }
}

impl Requirement {
    /// Returns the codes of its findings.
    pub(crate) fn codes(self) -> Vec<Code> {
        match self {
            Requirement::Required(_) => vec![Code::Required],
            Requirement::Forbidden(_) => vec![Code::Forbidden],
            Requirement::MustBeTrue(_) => vec![Code::Required, Code::MustBeTrue],
            Requirement::UsdotNumber(_) => vec![Code::NotAUsdotNumber],
            Requirement::OneFamily(_) => vec![Code::MixedFamilies],
            Requirement::WithinDays(..) => vec![Code::DateTooOld, Code::DateAfterToday, Code::DateOnLastDay],
            Requirement::NotInFuture(_) => vec![Code::FutureDate],
            Requirement::NotRefused(_) => vec![Code::RefusedCarrier, Code::SimilarCarrier],
            Requirement::SpecialtyFee(_) => vec![Code::PossibleCarrierFee],
            Requirement::RequiresEnrollment(_) => vec![Code::FinancingNotEnrolled],
            Requirement::WarnIfSet(_, code) | Requirement::NoteIfSet(_, code) => vec![code],
            Requirement::Alias(..) => vec![Code::Alias, Code::AliasConflict],
            Requirement::ProductAgrees(_) => vec![Code::CaseTypeDisagrees],
            Requirement::Sunset => vec![Code::LegacySunset, Code::LegacyDeprecated],
        }
    }
}
