//! Descriptions of rules, with their sources.

use crate::context::Context;
use crate::messages::catalogue::RuleWords;
use crate::messages::{Language, en};
use crate::rulebook::lifetime::{LEGACY_SUNSET, Moment};
use crate::rulebook::params::{Param, Params};
use crate::rulebook::product::Product;
use crate::rulebook::rules::field_path::FieldPath;
use crate::rulebook::rules::table::{RULES, specification};
use crate::rulebook::rules::{DATE_OF_LOSS_DAYS, Requirement, Rule, SPECIALTY_CARRIER_FEE_USD};
use crate::text::dedup::unique;
use crate::text::suggest::nearest;
use serde::Serialize;
use std::borrow::Cow;

/// The description of a rule.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Explanation {
    /// The id of the rule.
    pub id: Cow<'static, str>,
    /// The number among the specification's conditional rules, if it is one of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
    /// The product that the rule applies to; absent for both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product: Option<Product>,
    /// A short statement of what holds if the rule is satisfied.
    pub title: Cow<'static, str>,
    /// The full description.
    pub text: Cow<'static, str>,
    /// For a firm rule, a sentence for each condition.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<String>,
    /// For a firm rule, a sentence for each requirement.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requirements: Vec<String>,
    /// The end of the rule's surface, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Moment>,
    /// Pointers of the fields that decide if the rule applies.
    pub reads: Vec<String>,
    /// Pointers of the fields of its findings.
    pub targets: Vec<String>,
    /// The statements of the specification that the rule encodes, by id (`casegate explain`).
    pub requirement_ids: Vec<&'static str>,
    /// The decisions that settle what the specification leaves open, by number
    /// (`casegate explain`).
    pub decisions: &'static [&'static str],
}

/// No rule has this id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no such rule{}", .near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
#[non_exhaustive]
pub struct UnknownRuleError {
    /// A rule with a similar id.
    pub near: Option<String>,
}

/// Returns the description of a rule.
///
/// ```
/// let rule = casegate::explain("pl.policyholder_named")?;
/// assert_eq!(rule.number, Some(3));
/// # Ok::<(), casegate::explain::UnknownRuleError>(())
/// ```
///
/// # Errors
///
/// [`UnknownRuleError`], with the nearest known id.
pub fn explain(id: &str) -> Result<Explanation, UnknownRuleError> {
    let found = rules().into_iter().find(|rule| rule.id == id);
    found.ok_or_else(|| UnknownRuleError { near: nearest(id, RULES.iter().map(|rule| &*rule.id)).map(str::to_owned) })
}

/// Returns the description of a rule of the rulebook, or of one of the context's firm rules, which
/// has the firm's own texts.
///
/// # Errors
///
/// [`UnknownRuleError`], with the nearest known id.
pub fn explain_with(id: &str, context: &Context) -> Result<Explanation, UnknownRuleError> {
    if let Some(rule) = context.firm.rules.iter().find(|rule| rule.id == id) {
        return Ok(explanation(std::slice::from_ref(rule)));
    }
    explain(id).map_err(|_| UnknownRuleError {
        near: nearest(id, RULES.iter().chain(context.firm.rules.iter()).map(|rule| &*rule.id)).map(str::to_owned),
    })
}

/// Returns the descriptions of all rules, in the order of evaluation.
pub fn rules() -> Vec<Explanation> {
    specification().map(explanation).collect()
}

/// Returns the description of a rule with these rows.
pub(crate) fn explanation(rows: &[Rule]) -> Explanation {
    let Some(rule) = rows.first() else { return Explanation::default() };
    let words = en::names::RULES.iter().find(|words| words.id == rule.id);
    // The texts refer to facts of the tables by name, so that they cannot state another value.
    let facts = Params::default()
        .with("date", Param::Day(LEGACY_SUNSET))
        .with("days", Param::Number(DATE_OF_LOSS_DAYS.unsigned_abs().into()))
        .with("fee", Param::from(SPECIALTY_CARRIER_FEE_USD.trim_end_matches(".00")));
    let filled = |text: fn(&RuleWords) -> &'static str| en::CATALOGUE.fill(words.map_or("", text), &facts);
    let (title, text) = match rule.firm() {
        Some(words) => {
            let title = words.title.clone().unwrap_or_else(|| rule.id.to_string());
            (title, words.message(Language::English).to_owned())
        }
        None => (filled(|words| words.title), filled(|words| words.text)),
    };
    let in_words = rule.firm().is_some();
    Explanation {
        id: rule.id.clone(),
        number: rule.number(),
        product: rule.product,
        title: title.into(),
        text: text.into(),
        conditions: if in_words { rule.conditions_in_words() } else { Vec::new() },
        requirements: if in_words { rule.requirements_in_words() } else { Vec::new() },
        until: rule.surface.and_then(|surface| surface.lifetime().until),
        reads: pointers(rows.iter().flat_map(Rule::reads)),
        targets: pointers(rows.iter().flat_map(|row| row.then.iter()).flat_map(Requirement::paths)),
        requirement_ids: unique(rows.iter().flat_map(Rule::statements).copied()),
        decisions: rule.decisions(),
    }
}

fn pointers(paths: impl Iterator<Item = FieldPath>) -> Vec<String> {
    unique(paths.map(FieldPath::pointer))
}
