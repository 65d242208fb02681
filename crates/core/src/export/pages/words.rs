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
        Condition::StartsWith(key, prefixes, holds) => {
            let prefixes: Vec<String> = prefixes.iter().map(|prefix| format!("`{prefix}`")).collect();
            let verb = if holds { "starts" } else { "does not start" };
            format!("the first word of {} {verb} with {}", name(key), prefixes.join(" or "))
        }
        Condition::Equals(key, word, holds) => {
            format!("{} is {}`{word}`", name(key), if holds { "" } else { "another word than " })
        }
        Condition::Contains(key, word, holds) => {
            format!("{} {} `{word}`", name(key), if holds { "holds" } else { "does not hold" })
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
        Requirement::UsdotNumber(key) => format!("{} is digits, one of them not zero", name(key)),
        Requirement::OneFamily(key) => format!("the words of {} are not commercial and personal at once", name(key)),
        Requirement::WithinDays(key, days) => {
            format!("{} is today or one of the {days} days before; the last of them is noted", name(key))
        }
        Requirement::NotInFuture(key) => format!("{} is noted where it lies after today", name(key)),
        Requirement::NotRefused(key) => format!("{} names no carrier that the context lists as refused", name(key)),
        Requirement::SpecialtyFee(key) => {
            format!(
                "where {} names a specialty carrier of the context, a fee of {SPECIALTY_CARRIER_FEE_USD} USD is told; \
                 where it only resembles one, the possible fee is noted",
                name(key)
            )
        }
        Requirement::RequiresEnrollment(key) => {
            format!("{} is noted, unless the context says that the account is enrolled", name(key))
        }
        Requirement::WarnIfSet(key, code) | Requirement::NoteIfSet(key, code) => {
            format!("{} is noted where it is set, as `{}`", name(key), code.name())
        }
        Requirement::Alias(current, alias) => {
            format!("{} is noted where it is set: {} is its current name", name(alias), name(current))
        }
        Requirement::ProductAgrees(key) => format!("{} is noted where it is another than the path's", name(key)),
        Requirement::Sunset => format!("the request is noted, and refused from {LEGACY_SUNSET} on"),
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
