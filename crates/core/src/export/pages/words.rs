//! Conditions and demands in words.

use crate::rulebook::codes::Code;
use crate::rulebook::fields::names::Key;
use crate::rulebook::lifetime::LEGACY_SUNSET;
use crate::rulebook::rules::{Condition, SPECIALTY_CARRIER_FEE_USD, Then};
use crate::rulebook::surface::Surface;

pub(crate) const fn surface(surface: Surface) -> &'static str {
    match surface {
        Surface::Create => "create",
        Surface::Legacy => "legacy",
    }
}

fn name(key: Key) -> String {
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

pub(crate) fn then(then: Then) -> String {
    match then {
        Then::Required(key) => format!("{} is set", name(key)),
        Then::Forbidden(key) => format!("{} is not set", name(key)),
        Then::MustBeTrue(key) => format!("{} is set, and `true`", name(key)),
        Then::UsdotNumber(key) => format!("{} is digits, one of them not zero", name(key)),
        Then::OneFamily(key) => format!("the words of {} are not commercial and personal at once", name(key)),
        Then::WithinDays(key, days) => {
            format!("{} is today or one of the {days} days before; the last of them is noted", name(key))
        }
        Then::NotInFuture(key) => format!("{} is noted where it lies after today", name(key)),
        Then::NotRefused(key) => format!("{} names no carrier that the host lists as refused", name(key)),
        Then::SpecialtyFee(key) => {
            format!(
                "where {} names a specialty carrier of the host, a fee of {SPECIALTY_CARRIER_FEE_USD} USD is told; \
                 where it only resembles one, the possible fee is noted",
                name(key)
            )
        }
        Then::Enrolled(key) => format!("{} is noted, unless the host says that the account is enrolled", name(key)),
        Then::Noted(key, code) | Then::Remarked(key, code) => {
            format!("{} is noted where it is set, as `{}`", name(key), code.name())
        }
        Then::Alias(current, alias) => {
            format!("{} is noted where it is set: {} is its current name", name(alias), name(current))
        }
        Then::ProductAgrees(key) => format!("{} is noted where it is another than the path's", name(key)),
        Then::Sunset => format!("the request is noted, and refused from {LEGACY_SUNSET} on"),
    }
}

impl Then {
    /// The codes of the findings that it can give.
    pub(crate) fn codes(self) -> Vec<Code> {
        match self {
            Then::Required(_) => vec![Code::Required],
            Then::Forbidden(_) => vec![Code::Forbidden],
            Then::MustBeTrue(_) => vec![Code::Required, Code::MustBeTrue],
            Then::UsdotNumber(_) => vec![Code::NotAUsdotNumber],
            Then::OneFamily(_) => vec![Code::MixedFamilies],
            Then::WithinDays(..) => vec![Code::DateTooOld, Code::DateAfterToday, Code::DateOnLastDay],
            Then::NotInFuture(_) => vec![Code::FutureDate],
            Then::NotRefused(_) => vec![Code::RefusedCarrier, Code::SimilarCarrier],
            Then::SpecialtyFee(_) => vec![Code::PossibleCarrierFee],
            Then::Enrolled(_) => vec![Code::FinancingNotEnrolled],
            Then::Noted(_, code) | Then::Remarked(_, code) => vec![code],
            Then::Alias(..) => vec![Code::Alias, Code::AliasConflict],
            Then::ProductAgrees(_) => vec![Code::CaseTypeDisagrees],
            Then::Sunset => vec![Code::LegacySunset, Code::LegacyDeprecated],
        }
    }
}
