//! The class of a field as a rule reads it: a word that decides the rule's outcome and contains no
//! submitted value.
//!
//! The conditions and requirements of the rule are the data. Each has the words that it
//! distinguishes, and [`Case::class`] is their only reader. Two payloads whose fields have the same
//! classes have the same outcome for that rule, in one context. `docs/receipts.md` lists the words.

use crate::context::carriers::Likeness;
use crate::judge::evaluate::{Case, Shape};
use crate::payload::slots::Value;
use crate::rulebook::codes::Code;
use crate::rulebook::fields::names::FieldId;
use crate::rulebook::product::Product;
use crate::rulebook::rules::field_path::FieldPath;
use crate::rulebook::rules::formula::Condition;
use crate::rulebook::rules::parts::Words;
use crate::rulebook::rules::range::number_of;
use crate::rulebook::rules::test::{Carriers, Test};
use crate::rulebook::rules::{INSURANCE_COMPANY_NAME, Requirement, Rule};
use std::borrow::Cow;

const MISSING: &str = "missing";
const MALFORMED: &str = "malformed";
/// A value that the rule does not distinguish from others.
const GIVEN: &str = "given";
/// A word that is none of those that the rule names.
const OTHER: &str = "other";

impl Carriers {
    fn class(self) -> &'static str {
        match self {
            Carriers::Refused => "refused",
            Carriers::Specialty => "specialty",
        }
    }
}

impl Case<'_> {
    /// Returns the class of a field that a rule reads.
    pub(crate) fn class(&self, rows: &[Rule], key: FieldId) -> &'static str {
        match self.shape(key) {
            Shape::Unset => return MISSING,
            Shape::Malformed => return MALFORMED,
            Shape::Set => {}
        }
        let conditions = rows.iter().flat_map(Rule::conditions).map(|condition| (condition, None));
        let requirements = rows.iter().flat_map(|row| row.then.iter()).filter_map(|then| match then {
            Requirement::Holds(condition, code) => Some((condition, Some(*code))),
            _ => None,
        });
        let tests = conditions.chain(requirements);
        let is_read = |condition: &Condition| {
            // The company may be given under either name (D16).
            let counts = matches!(condition.test, Test::Carrier(..)) && key == INSURANCE_COMPANY_NAME;
            condition.path == FieldPath::of(key) || counts
        };
        let classes =
            tests.filter(|(condition, _)| is_read(condition)).map(|(own, code)| self.class_of(key, &own.test, code));
        // A rule may name several words, of which a value is at most one.
        classes.fold(GIVEN, |known, class| match known {
            GIVEN => class,
            OTHER if class != GIVEN => class,
            known => known,
        })
    }

    /// Returns the class of a value that is set, for a test.
    fn class_of(&self, key: FieldId, test: &Test, code: Option<Code>) -> &'static str {
        match test {
            Test::StartsWith(Words::Known(prefixes)) => {
                self.first_word_among(key, prefixes, |word, prefix| word.starts_with(prefix))
            }
            Test::OneOf(Words::Known(words)) => self.first_word_among(key, words, |word, known| word == known),
            Test::Contains(Cow::Borrowed(known)) => {
                let mut words = Vec::new();
                self.each_word(FieldPath::of(key), &mut |_, word| words.push(word));
                match () {
                    () if words.contains(&Some(known)) => known,
                    () if words.contains(&None) => MALFORMED,
                    () => OTHER,
                }
            }
            Test::Is(_) if self.payload.value(key) == Value::Boolean(true) => "true",
            Test::Is(_) => "false",
            Test::Number(range) => {
                let number = self.text(key).and_then(number_of);
                if number.is_some_and(|number| range.takes(number)) { "number" } else { "no_number" }
            }
            Test::Mixed => match self.families(key) {
                (true, true) => "mixed",
                (true, false) => "commercial",
                (false, true) => "personal",
                (false, false) => OTHER,
            },
            Test::Age(range) => self.day(key, range.most, code),
            Test::Carrier(list, _) => match self.text(key) {
                _ if self.carriers(*list).is_empty() => GIVEN,
                Some(company) if self.carriers(*list).likeness(company) == Likeness::Same => list.class(),
                _ => OTHER,
            },
            Test::OfOtherPath => self.text(key).and_then(Product::from_case_type).map_or(OTHER, Product::case_type),
            // `kit/verify.py` and `docs/receipts.md` have the same words.
            Test::StartsWith(_)
            | Test::OneOf(_)
            | Test::Contains(_)
            | Test::Set(_)
            | Test::Contradicted(..)
            | Test::Enrolled
            | Test::Like(..)
            | Test::Matches(..)
            | Test::AtMostCharacters(..)
            | Test::Count(..)
            | Test::NotBefore(..)
            | Test::NotAfter(..)
            | Test::BetweenDays(..)
            | Test::Weekday(..)
            | Test::Field(..) => GIVEN,
        }
    }

    fn first_word_among(
        &self,
        key: FieldId,
        known: &[&'static str],
        is_same: impl Fn(&str, &str) -> bool,
    ) -> &'static str {
        match self.first_word(FieldPath::of(key)) {
            Some(word) => known.iter().copied().find(|known| is_same(word, known)).unwrap_or(OTHER),
            None => MALFORMED,
        }
    }

    /// Returns the class of a day. A limit has its days, and the class of the days before them.
    fn day(&self, key: FieldId, limit: Option<i32>, code: Option<Code>) -> &'static str {
        match (self.age(key), limit) {
            (None, _) => MALFORMED,
            (Some(..=-1), _) => "future",
            (Some(_), None) => "past",
            (Some(age), Some(days)) => match age.cmp(&days) {
                std::cmp::Ordering::Less => "within",
                std::cmp::Ordering::Equal => "last_day",
                std::cmp::Ordering::Greater if code == Some(Code::DateLongAgo) => "long_ago",
                std::cmp::Ordering::Greater => "too_old",
            },
        }
    }
}
