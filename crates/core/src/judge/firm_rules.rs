//! Applies firm rules after those of the rulebook, with the same meaning of "set" and the same
//! waiting (D1, D7).

use crate::context::firm_rules::field::FieldPath;
use crate::context::firm_rules::formula::Formula;
use crate::context::firm_rules::test::{Relation, Test};
use crate::context::firm_rules::{Condition, HouseRule, Requirement};
use crate::judge::evaluate::{Case, Shape, shape};
use crate::judge::outcome::HouseOutcome;
use crate::judge::outcome::Outcome;
use crate::judge::{Detail, Judge, Place};
use crate::payload::slots::Value;
use crate::rulebook::fields::Kind;
use crate::rulebook::fields::names::{BASE_PRODUCT, FieldId};
use crate::rulebook::params::Severity;
use crate::rulebook::rules::table::RULES;
use crate::rulebook::rules::{CASE_TYPE, INSURANCE_COMPANY, INSURANCE_COMPANY_NAME};
use crate::rulebook::vocabulary::{StateCode, state_code};
use crate::text::date::Date;

/// The result of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Met {
    Yes,
    No,
    Blocked(FieldPath),
}

/// The result of a requirement: the places that violate it, or the field that it waits for.
enum RequirementResult {
    Satisfied,
    Violated,
    /// These words or entries do not pass.
    ViolatedAt(Vec<usize>),
    Blocked(FieldPath),
}

impl Judge<'_> {
    pub(crate) fn house(&mut self) {
        let context = self.case.context;
        for (number, rule) in context.house.rules.iter().enumerate() {
            let outcome = self.house_rule(number, rule).filter(|_| context.include.trace);
            self.house_outcomes.extend(outcome);
        }
    }

    /// Applies the firm rule with this number if it is for the product.
    fn house_rule(&mut self, number: usize, rule: &HouseRule) -> Option<HouseOutcome> {
        if !rule.applies_to(self.case.product) {
            return None;
        }
        let mut come = (Outcome::NotApplicable, None);
        match self.case.house_applies(rule, self.missing()) {
            Met::No => {}
            Met::Blocked(path) => come = (Outcome::Blocked(path.key), Some(path)),
            Met::Yes => {
                come.0 = Outcome::Satisfied;
                for (at, requirement) in rule.then.iter().enumerate() {
                    let (outcome, by) = self.house_requirement(number, rule, at, requirement);
                    let together = come.0.and(outcome);
                    if together != come.0 {
                        come = (together, by);
                    }
                }
                // The files are not known here, so the rule must not count as satisfied.
                if come.0 == Outcome::Satisfied && rule.is_about_files() {
                    come.0 = Outcome::NotChecked;
                }
            }
        }
        Some(HouseOutcome { number, outcome: come.0, by: come.1 })
    }

    /// Returns the numbers of the firm rules on files that apply to the case.
    pub(crate) fn house_rules_on_files(mut self) -> Vec<usize> {
        self.rules(false);
        let mut applying = Vec::new();
        for (number, rule) in self.case.context.house.rules.iter().enumerate() {
            let is_ours = rule.is_about_files() && rule.applies_to(self.case.product);
            if is_ours && self.case.house_applies(rule, self.missing()) == Met::Yes {
                applying.push(number);
            }
            // Later rules wait for fields that this one requires.
            self.house_rule(number, rule);
        }
        applying
    }

    /// Returns a function that is `true` for the fields that the rules so far require.
    fn missing(&self) -> impl Fn(FieldPath) -> bool + use<> {
        let required = self.rule_effects.required;
        move |path: FieldPath| required.contains(path.slot())
    }

    /// Returns the result of a requirement, with the field that a blocked one waits for.
    fn house_requirement(
        &mut self,
        number: usize,
        rule: &HouseRule,
        at: usize,
        requirement: &Requirement,
    ) -> (Outcome, Option<FieldPath>) {
        let is_binding = rule.severity == Severity::Error;
        let verdict = self.case.house_verdict(requirement, &self.missing());
        if is_binding {
            let is_broken = matches!(verdict, RequirementResult::Violated);
            match requirement {
                Requirement::Required(path) => self.rule_effects.require(self.case.stand_in(*path)),
                Requirement::OneOf(fields) if is_broken => {
                    for path in fields {
                        self.rule_effects.require(*path);
                    }
                }
                Requirement::Forbidden(path) if is_broken => self.rule_effects.forbid(self.case.stand_in(*path)),
                _ => {}
            }
        }
        let Some(path) = requirement.path().map(|path| self.case.stand_in(path)) else {
            return (Outcome::Satisfied, None);
        };
        let places = match verdict {
            RequirementResult::Satisfied => return (Outcome::Satisfied, None),
            RequirementResult::Blocked(by) => return (Outcome::Blocked(by.key), Some(by)),
            RequirementResult::Violated => vec![(place_of(path), Vec::new())],
            RequirementResult::ViolatedAt(entries) => self.case.places_of(path, entries),
        };
        for (place, entries) in places {
            let detail = Detail::House { rule: number, then: at, entries };
            self.find_by_house(place, requirement.code(rule.severity), RULES.len() + number, detail);
        }
        (Outcome::Violated, None)
    }
}

impl<'p> Case<'p> {
    /// Evaluates all conditions of a firm rule. `demanded` returns `true` for fields that earlier
    /// rules require.
    pub(crate) fn house_applies(&self, rule: &HouseRule, demanded: impl Fn(FieldPath) -> bool) -> Met {
        if self.product.is_none() && rule.paths().any(|path| path.key == BASE_PRODUCT) {
            // The choices of coverage depend on the product.
            return Met::Blocked(FieldPath::of(CASE_TYPE));
        }
        self.meets_all(&rule.when, &demanded)
    }

    /// An unmet part decides, even if other parts wait.
    fn meets_all(&self, parts: &[Formula], demanded: &impl Fn(FieldPath) -> bool) -> Met {
        let mut blocked = None;
        for part in parts {
            match self.meets_formula(part, demanded) {
                Met::Yes => {}
                Met::No => return Met::No,
                Met::Blocked(path) => blocked = blocked.or(Some(path)),
            }
        }
        blocked.map_or(Met::Yes, Met::Blocked)
    }

    fn meets_formula(&self, formula: &Formula, demanded: &impl Fn(FieldPath) -> bool) -> Met {
        let opposite = |met: Met| match met {
            Met::Yes => Met::No,
            Met::No => Met::Yes,
            blocked @ Met::Blocked(_) => blocked,
        };
        match formula {
            Formula::Test(condition) => self.house_meets(condition, demanded),
            Formula::All(parts) => self.meets_all(parts, demanded),
            Formula::Not(part) => opposite(self.meets_formula(part, demanded)),
            Formula::Any(parts) => {
                let mut blocked = None;
                for part in parts {
                    match self.meets_formula(part, demanded) {
                        Met::Yes => return Met::Yes,
                        Met::No => {}
                        Met::Blocked(path) => blocked = blocked.or(Some(path)),
                    }
                }
                blocked.map_or(Met::No, Met::Blocked)
            }
        }
    }

    fn house_meets(&self, condition: &Condition, demanded: &impl Fn(FieldPath) -> bool) -> Met {
        let Condition { test, wanted, .. } = condition;
        let when = |met: bool| if met { Met::Yes } else { Met::No };
        let path = self.stand_in(condition.path);
        match (self.shape_at(path), test) {
            (Shape::Unset, _) if self.waits(path, demanded) => Met::Blocked(path),
            (Shape::Unset, Test::Set(set)) => when(set != wanted),
            (Shape::Unset, Test::Contains(_)) => when(!wanted),
            (Shape::Unset, Test::Count(range)) => when(range.takes(0) == *wanted),
            (Shape::Unset, _) => Met::No,
            (Shape::Malformed, _) => Met::Blocked(path),
            (Shape::Set, Test::Set(set)) => when(set == wanted),
            (Shape::Set, Test::Contains(known)) => {
                let words = self.words_at(path);
                let holds = words.iter().any(|word| *word == Some(known));
                if holds || words.iter().all(Option::is_some) { when(holds == *wanted) } else { Met::Blocked(path) }
            }
            (Shape::Set, Test::Field(other, relation)) => {
                let other = self.stand_in(*other);
                match self.shape_at(other) {
                    Shape::Unset if self.waits(other, demanded) => Met::Blocked(other),
                    Shape::Unset => Met::No,
                    Shape::Malformed => Met::Blocked(other),
                    Shape::Set => match self.compare(path, other, *relation) {
                        Ok(relates) => when(relates == *wanted),
                        Err(path) => Met::Blocked(path),
                    },
                }
            }
            (Shape::Set, test) => match self.passes_first(path, test) {
                Some(passes) => when(passes == *wanted),
                None => Met::Blocked(path),
            },
        }
    }

    /// Returns `true` if two values are in the relation. The error is the field whose value cannot
    /// be read.
    fn compare(&self, path: FieldPath, other: FieldPath, relation: Relation) -> Result<bool, FieldPath> {
        let value = |path: FieldPath| self.payload.at(path.slot());
        if let (Value::Integer(one), Value::Integer(other)) = (value(path), value(other)) {
            return Ok(relation.takes_numbers(one, other));
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

    /// Returns `true` if the first or only word, the answer or the day passes, and `None` if it
    /// cannot be read, or is to be compared with today and the context has no day.
    fn passes_first(&self, path: FieldPath, test: &Test) -> Option<bool> {
        match (test, self.payload.at(path.slot())) {
            (Test::Is(wanted), value) => Some(value == Value::Boolean(*wanted)),
            (Test::Number(range), Value::Integer(number)) => Some(range.takes(number)),
            (Test::Count(range), _) => Some(range.takes(i32::try_from(self.words_at(path).len()).unwrap_or(i32::MAX))),
            _ => self.passes(path, test, self.words_at(path).first().copied().flatten()?),
        }
    }

    fn passes(&self, path: FieldPath, test: &Test, word: &str) -> Option<bool> {
        let kind = path.kind(self.product);
        match kind {
            Kind::Date if test.needs_today() && self.context.on_a_day().is_err() => None,
            Kind::Date => test.takes_day(Date::parse(word)?, self.context.today),
            _ if self.is_readable(path, word) => test.takes(word, kind),
            _ => None,
        }
    }

    /// Returns `true` if the field accepts the word. Another word has its own finding.
    fn is_readable(&self, path: FieldPath, word: &str) -> bool {
        let kind = path.kind(self.product);
        let is_state = !matches!(kind, Kind::State { .. }) || state_code(word) != StateCode::Unknown;
        let list = kind.words().map(|words| words.of(self.product));
        is_state && list.is_none_or(|list| list.open || self.context.lists(list, word))
    }

    fn house_verdict(&self, requirement: &Requirement, demanded: &impl Fn(FieldPath) -> bool) -> RequirementResult {
        let at = |path: FieldPath| {
            let path = self.stand_in(path);
            (path, self.shape_at(path))
        };
        match requirement {
            Requirement::Meets(formula) => match self.meets_formula(formula, demanded) {
                Met::Yes => RequirementResult::Satisfied,
                Met::No => RequirementResult::Violated,
                Met::Blocked(path) => RequirementResult::Blocked(path),
            },
            Requirement::Files(_) => RequirementResult::Satisfied,
            Requirement::OneOf(fields) => {
                let shapes = || fields.iter().map(|path| at(*path));
                let malformed = shapes().find(|(_, shape)| *shape == Shape::Malformed);
                match malformed {
                    _ if shapes().any(|(_, shape)| shape == Shape::Set) => RequirementResult::Satisfied,
                    Some((path, _)) => RequirementResult::Blocked(path),
                    None => RequirementResult::Violated,
                }
            }
            Requirement::Required(field) | Requirement::Forbidden(field) => {
                let record_is_given = field.member.is_none() || self.shape(field.key) == Shape::Set;
                let is_required = matches!(requirement, Requirement::Required(_));
                match at(*field) {
                    (path, Shape::Malformed) => RequirementResult::Blocked(path),
                    (_, Shape::Unset) if is_required && record_is_given => RequirementResult::Violated,
                    (_, Shape::Set) if !is_required => RequirementResult::Violated,
                    _ => RequirementResult::Satisfied,
                }
            }
            Requirement::Holds(condition) => match at(condition.path) {
                (path, Shape::Malformed) => RequirementResult::Blocked(path),
                (_, Shape::Unset) => RequirementResult::Satisfied,
                (path, Shape::Set) => self.house_test(path, condition),
            },
        }
    }

    fn house_test(&self, path: FieldPath, Condition { test, wanted, .. }: &Condition) -> RequirementResult {
        let kept = |kept: bool| if kept { RequirementResult::Satisfied } else { RequirementResult::Violated };
        let words = self.words_at(path);
        match test {
            // These tests have one result for the whole value, and a 32-bit number has no words.
            Test::Is(_) | Test::Count(_) | Test::Number(_) => {
                self.passes_first(path, test).map_or(RequirementResult::Blocked(path), |passes| kept(passes == *wanted))
            }
            Test::Field(other, relation) => {
                let other = self.stand_in(*other);
                match self.shape_at(other) {
                    Shape::Unset => RequirementResult::Satisfied,
                    Shape::Malformed => RequirementResult::Blocked(other),
                    Shape::Set => match self.compare(path, other, *relation) {
                        Ok(relates) => kept(relates == *wanted),
                        Err(path) => RequirementResult::Blocked(path),
                    },
                }
            }
            Test::Contains(known) => {
                let holds = words.iter().any(|word| *word == Some(known));
                let readable = holds || words.iter().all(Option::is_some);
                if readable { kept(holds == *wanted) } else { RequirementResult::Blocked(path) }
            }
            test => {
                let passes: Vec<Option<bool>> =
                    words.iter().map(|word| word.and_then(|word| self.passes(path, test, word))).collect();
                let broken = passes.iter().enumerate().filter(|(_, passes)| **passes == Some(!wanted));
                let broken: Vec<usize> = broken.map(|(at, _)| at).collect();
                if !broken.is_empty() {
                    RequirementResult::ViolatedAt(broken)
                } else if passes.contains(&None) {
                    RequirementResult::Blocked(path)
                } else {
                    RequirementResult::Satisfied
                }
            }
        }
    }

    /// Returns the places of words that do not pass: each element of an array, or else the field
    /// with the positions of the addresses.
    fn places_of(&self, path: FieldPath, entries: Vec<usize>) -> Vec<(Place, Vec<usize>)> {
        match (self.payload.at(path.slot()), path.kind(self.product)) {
            (Value::Array { .. }, _) => {
                let entries = entries.into_iter().take(self.most());
                entries.map(|entry| (Place::Element(path.key, entry), Vec::new())).collect()
            }
            (_, Kind::Emails) => vec![(place_of(path), entries)],
            _ => vec![(place_of(path), Vec::new())],
        }
    }

    /// Returns the field that counts: the old name if it stands in for the current one (D16).
    pub(crate) fn stand_in(&self, path: FieldPath) -> FieldPath {
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
    fn waits(&self, path: FieldPath, demanded: &impl Fn(FieldPath) -> bool) -> bool {
        let record = FieldPath::of(path.key);
        let missing = |key: FieldId| self.is_always_required(key) || demanded(record);
        match path.member {
            None => missing(path.key),
            Some(_) if self.shape(path.key) == Shape::Unset => missing(path.key),
            Some(_) => path.field(self.product).is_required || demanded(path),
        }
    }

    /// Returns the words of a set field, and `None` for entries that are not strings. Each address
    /// is a word.
    fn words_at(&self, path: FieldPath) -> Vec<Option<&'p str>> {
        let value = self.payload.at(path.slot());
        match (value, path.kind(self.product)) {
            (Value::Text(_), Kind::Emails) => {
                self.payload.text(value).unwrap_or_default().split_whitespace().map(Some).collect()
            }
            (Value::Array { .. }, _) => {
                self.payload.elements_of(value).iter().map(|element| self.payload.text(*element)).collect()
            }
            _ => vec![self.payload.text(value)],
        }
    }
}

fn place_of(path: FieldPath) -> Place {
    path.member.map_or(Place::Field(path.key), |member| Place::Member(path.key, member))
}
