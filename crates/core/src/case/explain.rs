//! Every rule in words, with where it comes from.

use crate::context::Context;
use crate::context::firm_rules::HouseRule;
use crate::context::firm_rules::Requirement;
use crate::context::firm_rules::field::FieldPath;
use crate::messages::Language;
use crate::rulebook::fields::names::FieldId;
use crate::rulebook::lifetime::{LEGACY_SUNSET, Until};
use crate::rulebook::params::{Param, Params};
use crate::rulebook::product::Product;
use crate::rulebook::rules::table::RULES;
use crate::rulebook::rules::{DATE_OF_LOSS_DAYS, Rule, SPECIALTY_CARRIER_FEE_USD};
use crate::text::suggest::nearest;
use serde::Serialize;
use std::borrow::Cow;

/// A rule in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The rule.
    pub id: Cow<'static, str>,
    /// Its number among the specification's conditional rules, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
    /// The product that it is for; both where absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product: Option<Product>,
    /// What holds when it is kept, in a few words.
    pub title: Cow<'static, str>,
    /// The whole of it.
    pub text: Cow<'static, str>,
    /// Of a firm's own rule, a sentence for each condition, made from the rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<String>,
    /// Of a firm's own rule, a sentence for each thing that it asks for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requirements: Vec<String>,
    /// How the surface ends that it is for, where that is so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Until>,
    /// Pointers of the fields that decide whether it applies.
    pub reads: Vec<String>,
    /// Pointers of the fields that are at fault when it is broken.
    pub targets: Vec<String>,
    /// The statements of the specification that it encodes.
    pub requirement_ids: Vec<&'static str>,
    /// The decisions that settle what the specification leaves open.
    pub decisions: &'static [&'static str],
}

/// There is no rule of this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no such rule{}", .near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
pub struct UnknownRule {
    /// A rule of a similar name.
    pub near: Option<String>,
}

/// Explains a rule, by its id, in English.
///
/// ```
/// let rule = casegate::explain("pl.policyholder_named")?;
/// assert_eq!(rule.number, Some(3));
/// # Ok::<(), casegate::explain::UnknownRule>(())
/// ```
///
/// # Errors
///
/// [`UnknownRule`], with the nearest name that there is.
pub fn explain(id: &str) -> Result<Explanation, UnknownRule> {
    explain_in(id, Language::English)
}

/// Explains a rule of the book or one of the context's house rules, which are in the words of the firm.
///
/// # Errors
///
/// [`UnknownRule`], with the nearest name that there is.
pub fn explain_with(id: &str, context: &Context) -> Result<Explanation, UnknownRule> {
    if let Some(rule) = context.house.rules.iter().find(|rule| rule.id == id) {
        return Ok(rule.explanation(context.language));
    }
    let house = || context.house.rules.iter().map(|rule| rule.id.as_str());
    explain_in(id, context.language).map_err(|_| UnknownRule {
        near: nearest(id, RULES.iter().map(|rule| rule.id).chain(house())).map(str::to_owned),
    })
}

/// Explains a rule, by its id, in a language.
///
/// ```
/// let rule = casegate::explain::explain_in("legacy.sunset", casegate::Language::Spanish)?;
/// assert!(rule.text.contains("11 de noviembre de 2026"));
/// # Ok::<(), casegate::explain::UnknownRule>(())
/// ```
///
/// # Errors
///
/// [`UnknownRule`], with the nearest name that there is.
pub fn explain_in(id: &str, language: Language) -> Result<Explanation, UnknownRule> {
    let found = RULES.iter().find(|rule| rule.id == id).map(|rule| explanation(rule, language));
    found.ok_or_else(|| UnknownRule { near: nearest(id, RULES.iter().map(|rule| rule.id)).map(str::to_owned) })
}

/// Every rule, in the order in which they are judged, in English.
pub fn rules() -> Vec<Explanation> {
    rules_in(Language::English)
}

/// Every rule, in the order in which they are judged, in a language.
pub fn rules_in(language: Language) -> Vec<Explanation> {
    RULES.iter().map(|rule| explanation(rule, language)).collect()
}

pub(crate) fn explanation(rule: &'static Rule, language: Language) -> Explanation {
    let catalogue = language.catalogue();
    let words = language.labels().rule(rule.id);
    // Facts of the tables stand in the words by name only, so that no language can tell another one.
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
        title: catalogue.fill(words.title, &facts).into(),
        text: catalogue.fill(words.text, &facts).into(),
        until: rule.surface.and_then(|surface| surface.lifetime().until),
        conditions: Vec::new(),
        requirements: Vec::new(),
        reads: pointers(conditions.filter_map(|condition| condition.reads())),
        targets: pointers(thens().filter_map(|(then, _)| then.target())),
        requirement_ids: once(thens().map(|(_, requirement_id)| *requirement_id)),
        decisions: rule.decisions,
    }
}

fn pointers(keys: impl Iterator<Item = FieldId>) -> Vec<String> {
    once(keys.map(FieldId::pointer))
}

fn once<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut seen = Vec::new();
    for item in items {
        if !seen.contains(&item) {
            seen.push(item);
        }
    }
    seen
}

impl HouseRule {
    /// The rule in the words of the firm.
    pub(crate) fn explanation(&self, language: Language) -> Explanation {
        Explanation {
            id: Cow::Owned(self.id.clone()),
            number: None,
            product: self.product,
            title: Cow::Owned(self.title.clone().unwrap_or_else(|| self.id.clone())),
            text: Cow::Owned(self.message.text(language).to_owned()),
            conditions: self.conditions_in(language),
            requirements: self.requirements_in(language),
            reads: self.because(),
            targets: once(self.then.iter().flat_map(Requirement::spots).map(FieldPath::pointer)),
            requirement_ids: Vec::new(),
            decisions: &[],
            until: None,
        }
    }
}
