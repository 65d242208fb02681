//! Evaluates conditions and requirements: the same tests of the same values, with one meaning of
//! "set" and one of waiting (D1, D7).
//!
//! A condition reads the first or only word, and a requirement tests each (D40). A test of the whole
//! value, such as the number of its words, has one result for both.

use crate::context::carriers::Likeness;
use crate::judge::evaluate::{Case, Shape, shape};
use crate::payload::slots::Value;
use crate::rulebook::fields::Kind;
use crate::rulebook::fields::names::{BASE_PRODUCT, FieldId};
use crate::rulebook::fields::sets::SlotSet;
use crate::rulebook::lifetime::Phase;
use crate::rulebook::rules::field_path::FieldPath;
use crate::rulebook::rules::formula::{Condition, Formula};
use crate::rulebook::rules::test::{Relation, Test};
use crate::rulebook::rules::{CASE_TYPE, INSURANCE_COMPANY, INSURANCE_COMPANY_NAME, Requirement, Rule};
use crate::rulebook::surface::Credential;
use crate::rulebook::vocabulary::{COMMERCIAL_PREFIXES, PERSONAL_PREFIXES, StateCode, state_code};
use crate::text::date::Date;

/// The result of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Met {
    Yes,
    No,
    /// The condition reads a field that is missing or malformed (D7).
    Blocked(FieldPath),
}

/// The result of a requirement.
pub(crate) enum Verdict {
    Satisfied,
    Violated,
    /// These words or entries do not pass.
    ViolatedAt(Vec<usize>),
    /// The requirement reads a field that is missing or malformed (D7).
    Blocked(FieldPath),
    /// The context does not say what the requirement reads.
    NotChecked,
}

fn met_if(is_met: bool) -> Met {
    if is_met { Met::Yes } else { Met::No }
}

fn satisfied_if(holds: bool) -> Verdict {
    if holds { Verdict::Satisfied } else { Verdict::Violated }
}

// Everywhere, `required` are the fields that earlier rules require.
impl<'p> Case<'p> {
    /// Evaluates all conditions of a rule.
    pub(crate) fn applies(&self, rule: &Rule, required: SlotSet) -> Met {
        if self.product.is_none() && rule.firm().is_some() && rule.paths().any(|path| path.key == BASE_PRODUCT) {
            // The choices of coverage depend on the product.
            return Met::Blocked(FieldPath::of(CASE_TYPE));
        }
        self.meets_all(&rule.when, required)
    }

    /// An unmet part decides, even if other parts wait.
    fn meets_all(&self, parts: &[Formula], required: SlotSet) -> Met {
        let mut all = Met::Yes;
        for part in parts {
            match (self.meets(part, required), all) {
                (Met::No, _) => return Met::No,
                (blocked @ Met::Blocked(_), Met::Yes) => all = blocked,
                _ => {}
            }
        }
        all
    }

    fn meets(&self, formula: &Formula, required: SlotSet) -> Met {
        match formula {
            Formula::Test(condition) => self.meets_test(condition, required),
            Formula::MasterToken => met_if(self.context.credential == Credential::Master),
            Formula::All(parts, _) => self.meets_all(parts, required),
            Formula::Not(part, _) => match self.meets(part, required) {
                Met::Yes => Met::No,
                Met::No => Met::Yes,
                blocked @ Met::Blocked(_) => blocked,
            },
            Formula::Any(parts, _) => {
                let mut any = Met::No;
                for part in parts.iter() {
                    match (self.meets(part, required), any) {
                        (Met::Yes, _) => return Met::Yes,
                        (blocked @ Met::Blocked(_), Met::No) => any = blocked,
                        _ => {}
                    }
                }
                any
            }
        }
    }

    fn meets_test(&self, condition: &Condition, required: SlotSet) -> Met {
        let Condition { test, wanted, .. } = condition;
        let path = self.effective_field(condition.path);
        match (self.shape_at(path), test) {
            (Shape::Malformed, _) => Met::Blocked(path),
            (Shape::Unset, _) if self.waits(path, required) => Met::Blocked(path),
            (Shape::Unset, Test::Set(set)) => met_if(set != wanted),
            (Shape::Unset, Test::Contains(_)) => met_if(!wanted),
            (Shape::Unset, Test::Count(range, _)) => met_if(range.takes(0) == *wanted),
            (Shape::Unset, _) => Met::No,
            (Shape::Set, test) => match self.passes(path, test, required) {
                Ok(Some(passes)) => met_if(passes == *wanted),
                Ok(None) => Met::No,
                Err(by) => Met::Blocked(by),
            },
        }
    }

    /// Checks a requirement of a rule that applies.
    pub(crate) fn verdict(&self, requirement: &Requirement, required: SlotSet) -> Verdict {
        let at = |path: FieldPath| {
            let path = self.effective_field(path);
            (path, self.shape_at(path))
        };
        match requirement {
            Requirement::Required(path) => match at(*path) {
                (path, Shape::Malformed) => Verdict::Blocked(path),
                // A member is asked for only in a record that is given.
                (_, Shape::Unset) => satisfied_if(path.member.is_some() && self.shape(path.key) != Shape::Set),
                (_, Shape::Set) => Verdict::Satisfied,
            },
            Requirement::Forbidden(path) => match at(*path) {
                (path, Shape::Malformed) => Verdict::Blocked(path),
                (_, shape) => satisfied_if(shape == Shape::Unset),
            },
            Requirement::Holds(condition, _) => self.holds(condition, required),
            Requirement::Sunset => Verdict::Violated,
            Requirement::OneOf(fields, _) => {
                let shapes = || fields.iter().map(|path| at(*path));
                let malformed = shapes().find(|(_, shape)| *shape == Shape::Malformed);
                match malformed {
                    _ if shapes().any(|(_, shape)| shape == Shape::Set) => Verdict::Satisfied,
                    Some((path, _)) => Verdict::Blocked(path),
                    None => Verdict::Violated,
                }
            }
            Requirement::Meets(formula, _) => match self.meets(formula, required) {
                Met::Yes => Verdict::Satisfied,
                Met::No => Verdict::Violated,
                Met::Blocked(path) => Verdict::Blocked(path),
            },
            // The files are not known here.
            Requirement::Files(..) => Verdict::NotChecked,
        }
    }

    fn holds(&self, condition: &Condition, required: SlotSet) -> Verdict {
        let Condition { test, wanted, .. } = condition;
        if let Test::Carrier(list, is_same) = test {
            let wanted_likeness = if *is_same { Likeness::Same } else { Likeness::Similar };
            // To compare names costs more than all other rules together.
            if self.carriers(*list).is_empty() {
                return Verdict::NotChecked;
            }
            return match self.likeness(*list) {
                None => Verdict::Blocked(condition.path),
                Some(likeness) => satisfied_if((likeness == wanted_likeness) == *wanted),
            };
        }
        let path = self.effective_field(condition.path);
        match self.shape_at(path) {
            Shape::Malformed => return Verdict::Blocked(path),
            // The absence of a value has a finding of its own, or is allowed.
            Shape::Unset if self.waits(path, required) => return Verdict::Blocked(path),
            Shape::Unset => return Verdict::Satisfied,
            Shape::Set => {}
        }
        // A number is no text, and has no words. Only firms' rules read one.
        let is_number = cfg!(feature = "firm-rules") && matches!(self.payload.at(path.slot()), Value::Integer(_));
        if is_number || !test.is_of_each_word() {
            return match self.passes(path, test, required) {
                Ok(passes) => satisfied_if(passes.is_none_or(|passes| passes == *wanted)),
                Err(by) => Verdict::Blocked(by),
            };
        }
        let (mut broken, mut is_unknown) = (Vec::new(), false);
        self.each_word(path, &mut |at, word| match word.and_then(|word| self.takes(path, test, word)) {
            None => is_unknown = true,
            Some(passes) if passes != *wanted => broken.push(at),
            Some(_) => {}
        });
        match (broken.is_empty(), is_unknown) {
            (false, _) => Verdict::ViolatedAt(broken),
            (true, true) => Verdict::Blocked(path),
            (true, false) => Verdict::Satisfied,
        }
    }

    /// Returns `true` if a set value passes, judged by its first or only word or as a whole, and
    /// `None` if it is to be compared with a field that is not set. The error is the field that
    /// cannot be read.
    fn passes(&self, path: FieldPath, test: &Test, required: SlotSet) -> Result<Option<bool>, FieldPath> {
        let value = self.payload.at(path.slot());
        let passes = match (test, value) {
            (Test::Set(set), _) => *set,
            (Test::Is(answer), _) => value == Value::Boolean(*answer),
            (Test::Number(range), Value::Integer(number)) if cfg!(feature = "firm-rules") => range.takes(number.into()),
            (Test::Count(range, _), _) => {
                let mut count = 0;
                self.each_word(path, &mut |_, _| count += 1);
                range.takes(count)
            }
            (Test::Contains(known), _) => {
                let (mut holds, mut is_unknown) = (false, false);
                self.each_word(path, &mut |_, word| {
                    holds |= word == Some(known);
                    is_unknown |= word.is_none();
                });
                if !holds && is_unknown {
                    return Err(path);
                }
                holds
            }
            (Test::Mixed, _) => self.families(path.key) == (true, true),
            (Test::Enrolled, _) => self.context.financing_enrolled,
            (Test::OfOtherPath, _) => match (self.text(path.key), self.context.product) {
                (Some(named), Some(product)) => named == product.other().case_type(),
                _ => false,
            },
            (Test::Contradicted(current, is_given), _) => {
                let differs = match self.shape(current.key) {
                    Shape::Malformed => return Err(*current),
                    Shape::Set => self.text(current.key) != self.text(path.key),
                    Shape::Unset => false,
                };
                differs == *is_given
            }
            (Test::Field(other, relation, _), _) => {
                let other = self.effective_field(*other);
                match self.shape_at(other) {
                    Shape::Unset if !self.waits(other, required) => return Ok(None),
                    Shape::Unset | Shape::Malformed => return Err(other),
                    Shape::Set => self.compare(path, other, *relation)?,
                }
            }
            _ => self.first_word(path).and_then(|word| self.takes(path, test, word)).ok_or(path)?,
        };
        Ok(Some(passes))
    }

    /// Returns `true` if a word, a text or a day passes, and `None` if it cannot be read, or is to be
    /// compared with today and the context has no day.
    fn takes(&self, path: FieldPath, test: &Test, word: &str) -> Option<bool> {
        let kind = path.kind(self.product);
        if let Test::Matches(expression, _) = test {
            // All addresses of a field count.
            let all = self.payload.text(self.payload.at(path.slot())).unwrap_or(word);
            return expression.reads(all.len()).then(|| expression.fits(word));
        }
        match kind {
            Kind::Date if test.needs_today() && self.context.on_a_day().is_err() => None,
            Kind::Date => test.takes_day(Date::parse(word)?, self.context.today),
            _ if self.is_readable(path, word) => test.takes(word, kind),
            _ => None,
        }
    }

    /// Returns `true` if the field accepts the word. Another word has its own finding.
    fn is_readable(&self, path: FieldPath, word: &str) -> bool {
        // The lists that the rules of the specification read are open.
        if cfg!(not(feature = "firm-rules")) {
            return true;
        }
        let kind = path.kind(self.product);
        let is_state = !matches!(kind, Kind::State { .. }) || state_code(word) != StateCode::Unknown;
        let list = kind.words().map(|words| words.of(self.product));
        is_state && list.is_none_or(|list| list.open || self.context.lists(list, word))
    }

    /// Returns `true` if two values are in the relation. The error is the field whose value cannot
    /// be read.
    fn compare(&self, path: FieldPath, other: FieldPath, relation: Relation) -> Result<bool, FieldPath> {
        let value = |path: FieldPath| self.payload.at(path.slot());
        if let (Value::Integer(one), Value::Integer(other)) = (value(path), value(other)) {
            return Ok(relation.takes_numbers(one.into(), other.into()));
        }
        let word = |path: FieldPath| {
            let word = self.payload.text(value(path)).filter(|word| self.is_readable(path, word));
            word.ok_or(path)
        };
        let (text, against) = (word(path)?, word(other)?);
        Ok(match (path.kind(self.product), Date::parse(text), Date::parse(against)) {
            (Kind::Date, None, _) => return Err(path),
            (Kind::Date, _, None) => return Err(other),
            (Kind::Date, Some(day), Some(against)) => relation.takes_days(day, against),
            _ => relation.takes_texts(text, against),
        })
    }

    /// Returns two flags: a word of the field is commercial, and a word is personal (D15).
    pub(crate) fn families(&self, key: FieldId) -> (bool, bool) {
        let (mut commercial, mut personal) = (false, false);
        let is_of = |word: Option<&str>, prefixes: &[&str]| {
            word.is_some_and(|word| prefixes.iter().any(|prefix| word.starts_with(prefix)))
        };
        self.each_word(FieldPath::of(key), &mut |_, word| {
            commercial |= is_of(word, COMMERCIAL_PREFIXES);
            personal |= is_of(word, PERSONAL_PREFIXES);
        });
        (commercial, personal)
    }

    /// Returns `true` if the service refuses requests on this surface by now (D22).
    pub(crate) fn is_refused_by_now(&self) -> bool {
        self.context.phase(self.context.surface.lifetime()) == Phase::Refused
    }

    /// Returns the field that counts: the old name if it stands in for the current one (D16).
    pub(crate) fn effective_field(&self, path: FieldPath) -> FieldPath {
        let stands_in = path.key == INSURANCE_COMPANY
            && self.shape(INSURANCE_COMPANY) == Shape::Unset
            && self.shape(INSURANCE_COMPANY_NAME) != Shape::Unset;
        if stands_in { FieldPath::of(INSURANCE_COMPANY_NAME) } else { path }
    }

    pub(crate) fn shape_at(&self, path: FieldPath) -> Shape {
        match (path.member, self.shape(path.key)) {
            (None, own) => own,
            (Some(_), Shape::Set) => shape(path.kind(self.product), self.payload.at(path.slot()), &[]),
            (Some(_), record) => record,
        }
    }

    /// Returns `true` if a field is not set, and another finding reports it as missing.
    fn waits(&self, path: FieldPath, required: SlotSet) -> bool {
        let missing = |key: FieldId| self.is_always_required(key) || required.contains(key.slot());
        match path.member {
            None => missing(path.key),
            Some(_) if self.shape(path.key) == Shape::Unset => missing(path.key),
            Some(_) => path.field(self.product).is_required || required.contains(path.slot()),
        }
    }

    /// Calls `call` for each word of a set field with its number, and with `None` for entries that are
    /// not strings. Each address is a word.
    pub(crate) fn each_word(&self, path: FieldPath, call: &mut dyn FnMut(usize, Option<&'p str>)) {
        let value = self.payload.at(path.slot());
        match (value, path.kind(self.product)) {
            // No rule of the specification reads addresses.
            (Value::Text(_), Kind::Emails) if cfg!(feature = "firm-rules") => {
                let words = self.payload.text(value).unwrap_or_default().split_whitespace();
                words.enumerate().for_each(|(at, word)| call(at, Some(word)));
            }
            (Value::Array { .. }, _) => {
                for (at, element) in self.payload.elements_of(value).iter().enumerate() {
                    call(at, self.payload.text(*element));
                }
            }
            _ => call(0, self.payload.text(value)),
        }
    }

    /// Returns the first or only word of a set field (D40).
    pub(crate) fn first_word(&self, path: FieldPath) -> Option<&'p str> {
        let mut first = None;
        self.each_word(path, &mut |at, word| first = if at == 0 { word } else { first });
        first
    }
}
