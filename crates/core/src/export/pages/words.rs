//! Conditions and requirements of rules as sentences, from the templates of their kinds.

use crate::messages::en;
use crate::messages::parts::RULE_SENTENCES;
use crate::rulebook::codes::Code;
use crate::rulebook::fields::names::FieldId;
use crate::rulebook::lifetime::LEGACY_SUNSET;
use crate::rulebook::params::{Param, Params};
use crate::rulebook::rules::{Condition, Requirement, SPECIALTY_CARRIER_FEE_USD};
use crate::rulebook::surface::Surface;

pub(crate) const fn surface(surface: Surface) -> &'static str {
    match surface {
        Surface::Create => "create",
        Surface::Legacy => "legacy",
    }
}

fn field(key: FieldId) -> Params {
    Params::default().with("field", Param::from(key.name()))
}

/// Returns a condition as a part of a sentence.
pub(crate) fn condition(condition: Condition) -> String {
    let (kind, expected, params) = match condition {
        Condition::StartsWith(key, prefixes, expected) => {
            let prefixes: Vec<String> = prefixes.iter().map(|prefix| format!("`{prefix}`")).collect();
            let prefixes = prefixes.join(en::CATALOGUE.grammar.or);
            ("starts_with", expected, field(key).with("words", Param::Word(prefixes)))
        }
        Condition::Equals(key, word, expected) => ("equals", expected, field(key).with("word", Param::from(word))),
        Condition::Contains(key, word, expected) => ("contains", expected, field(key).with("word", Param::from(word))),
        Condition::Is(key, value) => ("is", true, field(key).with("word", Param::Word(value.to_string()))),
        Condition::MasterToken => ("master_token", true, Params::default()),
    };
    RULE_SENTENCES.message(&*[if expected { "" } else { "not_" }, kind].concat(), &params)
}

/// Returns a requirement as a sentence without its full stop.
pub(crate) fn requirement(then: Requirement) -> String {
    let params = then.target().map(field).unwrap_or_default();
    let (kind, params) = match then {
        Requirement::Required(_) => ("required", params),
        Requirement::Forbidden(_) => ("forbidden", params),
        Requirement::MustBeTrue(_) => ("must_be_true", params),
        Requirement::UsdotNumber(_) => ("usdot_number", params),
        Requirement::OneFamily(_) => ("one_family", params),
        Requirement::WithinDays(_, days) => ("within_days", params.with("days", Param::Word(days.to_string()))),
        Requirement::NotInFuture(_) => ("not_in_future", params),
        Requirement::NotLongAgo(_, days) => ("not_long_ago", params.with("days", Param::Word(days.to_string()))),
        Requirement::NotRefused(_) => ("not_refused", params),
        Requirement::SpecialtyFee(_) => {
            ("specialty_fee", params.with("fee_usd", Param::from(SPECIALTY_CARRIER_FEE_USD)))
        }
        Requirement::RequiresEnrollment(_) => ("requires_enrollment", params),
        Requirement::WarnIfSet(_, code) | Requirement::NoteIfSet(_, code) => {
            ("reported_if_set", params.with("code", Param::from(code.name())))
        }
        Requirement::Alias(current, _) => ("alias", params.with("current", Param::from(current.name()))),
        Requirement::ProductAgrees(_) => ("product_agrees", params),
        Requirement::Sunset => ("sunset", params.with("date", Param::Word(LEGACY_SUNSET.to_string()))),
    };
    RULE_SENTENCES.message(kind, &params)
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
            Requirement::NotLongAgo(..) => vec![Code::DateLongAgo],
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
