//! The class of a field as a rule reads it: a word that decides the rule's outcome and contains no
//! submitted value.
//!
//! The conditions and requirements of the rule are the data. Each has the words that it
//! distinguishes, and [`Case::class`] is their only reader. Two payloads whose fields have the same
//! classes have the same outcome for that rule, in one context. `docs/receipts.md` lists the words.

use crate::context::carriers::{CarrierList, Likeness};
use crate::judge::evaluate::{Case, Shape};
use crate::payload::slots::Value;
use crate::rulebook::fields::names::FieldId;
use crate::rulebook::product::Product;
use crate::rulebook::rules::{Condition, Requirement, Rule, is_usdot_number};

const MISSING: &str = "missing";
const MALFORMED: &str = "malformed";
/// A value that the rule does not distinguish from others.
const GIVEN: &str = "given";
/// A word that is none of those that the rule names.
const OTHER: &str = "other";

impl Case<'_> {
    /// Returns the class of a field that a rule reads.
    pub(crate) fn class(&self, rule: &Rule, key: FieldId) -> &'static str {
        match self.shape(key) {
            Shape::Unset => return MISSING,
            Shape::Malformed => return MALFORMED,
            Shape::Set => {}
        }
        let conditions = rule.clauses.iter().flat_map(|clause| clause.when);
        let requirements = rule.clauses.iter().flat_map(|clause| clause.then);
        let classes = conditions
            .filter(|condition| condition.reads() == Some(key))
            .map(|condition| self.class_of_condition(*condition, key))
            .chain(
                requirements
                    .filter(|(then, _)| then.reads().contains(&Some(key)))
                    .map(|(then, _)| self.class_of_requirement(*then, key)),
            );
        // A rule may name several words, of which a value is at most one.
        classes.fold(GIVEN, |known, class| match known {
            GIVEN => class,
            OTHER if class != GIVEN => class,
            known => known,
        })
    }

    /// Returns the class of a value that is set.
    fn class_of_condition(&self, condition: Condition, key: FieldId) -> &'static str {
        match condition {
            Condition::StartsWith(_, prefixes, _) => {
                self.first_word_among(key, prefixes, |word, prefix| word.starts_with(prefix))
            }
            Condition::Equals(_, known, _) => self.first_word_among(key, &[known], |word, known| word == known),
            Condition::Contains(_, known, _) => {
                let elements = self.payload.elements_of(self.payload.value(key));
                if elements.iter().any(|element| self.payload.text(*element) == Some(known)) {
                    known
                } else if elements.iter().all(|element| matches!(element, Value::Text(_))) {
                    OTHER
                } else {
                    MALFORMED
                }
            }
            Condition::Is(..) => self.boolean(key),
            Condition::MasterToken => GIVEN,
        }
    }

    /// Returns the class of a value that is set.
    fn class_of_requirement(&self, then: Requirement, key: FieldId) -> &'static str {
        match then {
            Requirement::MustBeTrue(_) => self.boolean(key),
            Requirement::UsdotNumber(_) => {
                if self.text(key).is_some_and(is_usdot_number) {
                    "number"
                } else {
                    "no_number"
                }
            }
            Requirement::OneFamily(_) => match self.families(key) {
                (true, true) => "mixed",
                (true, false) => "commercial",
                (false, true) => "personal",
                (false, false) => OTHER,
            },
            Requirement::NotInFuture(_) => self.day(key, None),
            Requirement::WithinDays(_, days) => self.day(key, Some((days, "too_old"))),
            Requirement::NotLongAgo(_, days) => self.day(key, Some((days, "long_ago"))),
            Requirement::NotRefused(_) => self.carrier(key, &self.context.refused, "refused"),
            Requirement::SpecialtyFee(_) => self.carrier(key, &self.context.specialty, "specialty"),
            Requirement::ProductAgrees(_) => {
                self.text(key).and_then(Product::from_case_type).map_or(OTHER, Product::case_type)
            }
            Requirement::Required(_)
            | Requirement::Forbidden(_)
            | Requirement::RequiresEnrollment(_)
            | Requirement::WarnIfSet(..)
            | Requirement::NoteIfSet(..)
            | Requirement::Alias(..)
            | Requirement::Sunset => GIVEN,
        }
    }

    fn first_word_among(
        &self,
        key: FieldId,
        known: &[&'static str],
        is_same: impl Fn(&str, &str) -> bool,
    ) -> &'static str {
        match self.first_word(key) {
            Ok(Some(word)) => known.iter().copied().find(|known| is_same(word, known)).unwrap_or(OTHER),
            Ok(None) | Err(()) => MALFORMED,
        }
    }

    fn boolean(&self, key: FieldId) -> &'static str {
        if self.payload.value(key) == Value::Boolean(true) { "true" } else { "false" }
    }

    /// Returns the class of a day. A limit has its days, and the class of the days before them.
    fn day(&self, key: FieldId, limit: Option<(i32, &'static str)>) -> &'static str {
        match (self.age(key), limit) {
            (None, _) => MALFORMED,
            (Some(..=-1), _) => "future",
            (Some(_), None) => "past",
            (Some(age), Some((days, before))) => match age.cmp(&days) {
                std::cmp::Ordering::Less => "within",
                std::cmp::Ordering::Equal => "last_day",
                std::cmp::Ordering::Greater => before,
            },
        }
    }

    fn carrier(&self, key: FieldId, list: &CarrierList, class: &'static str) -> &'static str {
        match self.text(key) {
            _ if list.is_empty() => GIVEN,
            Some(company) if list.likeness(company) == Likeness::Same => class,
            _ => OTHER,
        }
    }
}
