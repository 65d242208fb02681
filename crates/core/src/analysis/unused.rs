//! Rules that a setting turns off, and fields that no rule reads. Neither judges a payload.

use crate::context::Context;
use crate::context::firm_rules::HouseRule;
use crate::context::firm_rules::field::FieldPath;
use crate::rulebook::fields::names::{BASE_PRODUCT, FieldId};
use crate::rulebook::fields::{FieldStatus, Kind};
use crate::rulebook::product::Product;
use crate::rulebook::reasons::UnreadReason;
use crate::rulebook::rules::table::RULES;
use crate::rulebook::rules::{CASE_TYPE, Condition, IS_TEST, Requirement, Rule};
use crate::rulebook::surface::{Credential, Surface};
use crate::text::dedup::unique;
use serde::Serialize;

/// A rule that a setting turns off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct InactiveRule {
    /// The id of the rule.
    pub rule: &'static str,
    /// The setting.
    pub setting: &'static str,
}

/// A field whose value changes no verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnreadField {
    /// The pointer of the field.
    pub at: String,
    /// The reason.
    pub reason: UnreadReason,
}

/// Returns the setting that turns a rule off.
pub(crate) fn setting_against(context: &Context, rule: &Rule) -> Option<&'static str> {
    if rule.surface.is_some_and(|surface| surface != context.surface) {
        return Some("surface");
    }
    let needs_master = rule
        .clauses
        .iter()
        .all(|clause| clause.when.iter().any(|condition| matches!(condition, Condition::MasterToken)));
    if needs_master && context.credential != Credential::Master {
        return Some("credential");
    }
    let is_off = |then: &Requirement| match then {
        Requirement::NotRefused(_) => context.refused.is_empty().then_some("carriers.refused"),
        Requirement::SpecialtyFee(_) => context.specialty.is_empty().then_some("carriers.specialty"),
        Requirement::RequiresEnrollment(_) => context.financing_enrolled.then_some("financing_enrolled"),
        Requirement::ProductAgrees(_) => context.product.is_none().then_some("product"),
        _ => None,
    };
    let mut then = rule.clauses.iter().flat_map(|clause| clause.then).map(|(then, _)| is_off(then));
    let first = then.next().flatten()?;
    then.all(|off| off.is_some()).then_some(first)
}

/// Returns the rules that a setting turns off.
pub(crate) fn inactive(context: &Context) -> Vec<InactiveRule> {
    let off = |rule: &'static Rule| Some(InactiveRule { rule: rule.id, setting: setting_against(context, rule)? });
    RULES.iter().filter_map(off).collect()
}

/// Returns the fields whose value no rule reads, and of which any value of the type is accepted.
pub(crate) fn unread(context: &Context) -> Vec<UnreadField> {
    let read: Vec<FieldPath> = RULES
        .iter()
        .flat_map(Rule::reads)
        .map(FieldPath::of)
        .chain(context.house.rules.iter().flat_map(HouseRule::paths))
        .collect();
    let paths = Product::ALL.into_iter().flat_map(|product| {
        FieldId::of_product(Some(product)).flat_map(|(key, field)| {
            let members = (0..field.kind.members().len()).map(move |at| FieldPath { key, member: Some(at) });
            std::iter::once(FieldPath::of(key)).chain(members)
        })
    });
    let reason = |path: FieldPath| {
        let field = path.field(None);
        match field.status {
            FieldStatus::Ignored => Some(UnreadReason::Ignored),
            FieldStatus::Deprecated => Some(UnreadReason::Deprecated),
            FieldStatus::LegacyOnly if context.surface == Surface::Create => Some(UnreadReason::Ignored),
            FieldStatus::Current if ![CASE_TYPE, BASE_PRODUCT, IS_TEST].contains(&path.key) => {
                let is_any = matches!(field.kind, Kind::Text | Kind::Boolean | Kind::Integer | Kind::Object);
                (is_any && !field.is_required && !read.contains(&path)).then_some(UnreadReason::AnyValue)
            }
            _ => None,
        }
    };
    let unread = paths.filter_map(|path| Some(UnreadField { at: path.pointer(), reason: reason(path)? }));
    unique(unread)
}
