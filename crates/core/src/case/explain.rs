//! Descriptions of rules, with their sources.

use crate::context::Context;
use crate::context::firm_rules::HouseRule;
use crate::context::firm_rules::Requirement;
use crate::context::firm_rules::field::FieldPath;
use crate::messages::{Language, en};
use crate::rulebook::fields::names::FieldId;
use crate::rulebook::lifetime::{LEGACY_SUNSET, Moment};
use crate::rulebook::params::{Param, Params};
use crate::rulebook::product::Product;
use crate::rulebook::rules::table::RULES;
use crate::rulebook::rules::{DATE_OF_LOSS_DAYS, Rule, SPECIALTY_CARRIER_FEE_USD};
use crate::text::dedup::unique;
use crate::text::suggest::nearest;
use serde::Serialize;
use std::borrow::Cow;

/// The description of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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
    let found = RULES.iter().find(|rule| rule.id == id).map(explanation);
    found.ok_or_else(|| UnknownRuleError { near: nearest(id, RULES.iter().map(|rule| rule.id)).map(str::to_owned) })
}

/// Returns the description of a rule of the rulebook, or of one of the context's firm rules, which
/// has the firm's own texts.
///
/// # Errors
///
/// [`UnknownRuleError`], with the nearest known id.
pub fn explain_with(id: &str, context: &Context) -> Result<Explanation, UnknownRuleError> {
    if let Some(rule) = context.house.rules.iter().find(|rule| rule.id == id) {
        return Ok(rule.explanation());
    }
    let house = || context.house.rules.iter().map(|rule| rule.id.as_str());
    explain(id).map_err(|_| UnknownRuleError {
        near: nearest(id, RULES.iter().map(|rule| rule.id).chain(house())).map(str::to_owned),
    })
}

/// Returns the descriptions of all rules, in the order of evaluation.
pub fn rules() -> Vec<Explanation> {
    RULES.iter().map(explanation).collect()
}

pub(crate) fn explanation(rule: &'static Rule) -> Explanation {
    let words = en::names::RULES.iter().find(|words| words.id == rule.id);
    // The texts refer to facts of the tables by name, so that they cannot state another value.
    let facts = Params::default()
        .with("date", Param::Day(LEGACY_SUNSET))
        .with("days", Param::Number(DATE_OF_LOSS_DAYS.unsigned_abs().into()))
        .with("fee", Param::from(SPECIALTY_CARRIER_FEE_USD.trim_end_matches(".00")));
    let conditions = rule.clauses.iter().flat_map(|clause| clause.when);
    let thens = || rule.clauses.iter().flat_map(|clause| clause.then);
    Explanation {
        id: rule.id.into(),
        number: rule.number,
        product: rule.product,
        title: en::CATALOGUE.fill(words.map_or("", |words| words.title), &facts).into(),
        text: en::CATALOGUE.fill(words.map_or("", |words| words.text), &facts).into(),
        until: rule.surface.and_then(|surface| surface.lifetime().until),
        conditions: Vec::new(),
        requirements: Vec::new(),
        reads: pointers(conditions.filter_map(|condition| condition.reads())),
        targets: pointers(thens().filter_map(|(then, _)| then.target())),
        requirement_ids: unique(thens().map(|(_, requirement_id)| *requirement_id)),
        decisions: rule.decisions,
    }
}

fn pointers(keys: impl Iterator<Item = FieldId>) -> Vec<String> {
    unique(keys.map(FieldId::pointer))
}

impl HouseRule {
    /// Returns the description of the rule with the firm's texts.
    pub(crate) fn explanation(&self) -> Explanation {
        Explanation {
            id: Cow::Owned(self.id.clone()),
            number: None,
            product: self.product,
            title: Cow::Owned(self.title.clone().unwrap_or_else(|| self.id.clone())),
            text: Cow::Owned(self.message.text(Language::English).to_owned()),
            conditions: self.conditions_in_words(),
            requirements: self.requirements_in_words(),
            reads: self.because(),
            targets: unique(self.then.iter().flat_map(Requirement::paths).map(FieldPath::pointer)),
            requirement_ids: Vec::new(),
            decisions: &[],
            until: None,
        }
    }
}
