//! Applies the rules: evaluates their conditions, then checks their requirements.

use crate::context::carriers::Likeness;
use crate::judge::evaluate::{Answer, Shape};
use crate::judge::outcome::Outcome;
use crate::judge::{Detail, Judge, Place};
use crate::payload::slots::Value;
use crate::rulebook::codes::Code;
use crate::rulebook::fields::names::FieldId;
use crate::rulebook::fields::sets::SlotSet;
use crate::rulebook::lifetime::Phase;
use crate::rulebook::product::Product;
use crate::rulebook::rules::is_usdot_number;
use crate::rulebook::rules::{INSURANCE_COMPANY, INSURANCE_COMPANY_NAME, Requirement, Rule};

/// The result of a requirement.
enum RequirementResult {
    Satisfied,
    Violated(Code, Detail),
    /// Satisfied, with a note.
    NoteIfSet(Code, Detail),
    Blocked(FieldId),
    NotChecked,
}

impl Judge<'_> {
    /// Judges all rules. With `keep`, their outcomes are retained.
    pub(crate) fn rules(&mut self, keep: bool) {
        let given = self.case.payload.given().only_fields();
        for (number, rule) in self.case.rules() {
            // Only the trace needs the outcome of such a rule.
            if !keep && !rule.clauses.iter().any(|clause| clause.activation.may_fire(given)) {
                continue;
            }
            let outcome = self.rule(number, rule);
            if keep {
                self.outcomes.push((rule, outcome));
            }
        }
    }

    /// Judges one rule, after all earlier ones.
    fn rule(&mut self, number: usize, rule: &'static Rule) -> Outcome {
        let mut outcome = Outcome::default();
        for (at, clause) in rule.clauses.iter().enumerate() {
            let required = self.rule_effects.required;
            match self.case.applies(clause, |key| required.contains_field(key)) {
                Answer::No => {}
                Answer::Blocked(key) => outcome = outcome.and(Outcome::Blocked(key)),
                Answer::Yes => {
                    for (then, requirement_id) in clause.then {
                        outcome = outcome.and(self.hold(*then, requirement_id, (rule, at), number));
                    }
                }
            }
        }
        outcome
    }

    fn hold(
        &mut self,
        then: Requirement,
        requirement_id: &'static str,
        rule: (&'static Rule, usize),
        number: usize,
    ) -> Outcome {
        if let Requirement::Required(key) | Requirement::MustBeTrue(key) = then {
            self.rule_effects.required |= SlotSet::of(key);
        }
        let (place, verdict) = match then.target() {
            Some(key) => self.verdict(then, key),
            None => (Place::Root, self.sunset()),
        };
        match verdict {
            RequirementResult::Satisfied => Outcome::Satisfied,
            RequirementResult::Blocked(key) => Outcome::Blocked(key),
            RequirementResult::NotChecked => Outcome::NotChecked,
            RequirementResult::NoteIfSet(code, detail) => {
                self.find_by_rule(place, code, requirement_id, rule, number, detail);
                Outcome::Satisfied
            }
            RequirementResult::Violated(code, detail) => {
                self.find_by_rule(place, code, requirement_id, rule, number, detail);
                if code == Code::Forbidden {
                    self.rule_effects.forbidden |= then.target().map_or(SlotSet::EMPTY, SlotSet::of);
                }
                Outcome::Violated
            }
        }
    }

    /// Checks a requirement. Returns its result, and the place of a finding.
    fn verdict(&self, then: Requirement, key: FieldId) -> (Place, RequirementResult) {
        let broken = |code| RequirementResult::Violated(code, Detail::None);
        let verdict = match (then, self.case.shape(key)) {
            (Requirement::NotRefused(_) | Requirement::SpecialtyFee(_), _) => return self.carrier(then, key),
            (Requirement::Required(_) | Requirement::MustBeTrue(_), Shape::Unset) => broken(Code::Required),
            // These requirements read a value; its absence has a finding of its own.
            (
                Requirement::OneFamily(_)
                | Requirement::WithinDays(..)
                | Requirement::NotInFuture(_)
                | Requirement::NotLongAgo(..)
                | Requirement::RequiresEnrollment(_),
                Shape::Unset,
            )
            | (_, Shape::Malformed) => RequirementResult::Blocked(key),
            (_, Shape::Unset) => RequirementResult::Satisfied,
            (_, Shape::Set) => self.verdict_on_value(then, key),
        };
        (Place::Field(key), verdict)
    }

    fn verdict_on_value(&self, then: Requirement, key: FieldId) -> RequirementResult {
        let fault = match then {
            Requirement::Forbidden(_) => Some(Code::Forbidden),
            Requirement::MustBeTrue(_) => {
                (self.case.payload.value(key) == Value::Boolean(false)).then_some(Code::MustBeTrue)
            }
            Requirement::UsdotNumber(_) => {
                self.case.text(key).is_some_and(|text| !is_usdot_number(text)).then_some(Code::NotAUsdotNumber)
            }
            Requirement::WarnIfSet(_, code) => Some(code),
            Requirement::NoteIfSet(_, code) => return RequirementResult::NoteIfSet(code, Detail::None),
            Requirement::RequiresEnrollment(_) => {
                (!self.case.context.financing_enrolled).then_some(Code::FinancingNotEnrolled)
            }
            Requirement::OneFamily(_) => (self.case.families(key) == (true, true)).then_some(Code::MixedFamilies),
            Requirement::NotInFuture(_) => match self.case.age(key) {
                None => return RequirementResult::Blocked(key),
                Some(age) => (age < 0).then_some(Code::FutureDate),
            },
            Requirement::NotLongAgo(_, days) => match self.case.age(key) {
                None => return RequirementResult::Blocked(key),
                Some(age) => (age > days).then_some(Code::DateLongAgo),
            },
            Requirement::WithinDays(_, days) => {
                let detail = Detail::Days(days);
                return match self.case.age(key) {
                    None => RequirementResult::Blocked(key),
                    Some(age) if age > days => RequirementResult::Violated(Code::DateTooOld, detail),
                    Some(age) if age < 0 => RequirementResult::Violated(Code::DateAfterToday, detail),
                    Some(age) if age == days => RequirementResult::NoteIfSet(Code::DateOnLastDay, detail),
                    Some(_) => RequirementResult::Satisfied,
                };
            }
            Requirement::Alias(current, alias) => {
                let code = match self.case.shape(current) {
                    Shape::Malformed => return RequirementResult::Blocked(current),
                    Shape::Set if self.case.text(current) != self.case.text(alias) => Code::AliasConflict,
                    Shape::Set | Shape::Unset => Code::Alias,
                };
                return RequirementResult::Violated(code, Detail::To(current));
            }
            Requirement::ProductAgrees(_) => {
                let named = self.case.text(key).and_then(Product::from_case_type);
                let disagrees = named.is_some_and(|named| self.case.context.product.is_some_and(|path| path != named));
                disagrees.then_some(Code::CaseTypeDisagrees)
            }
            Requirement::Required(_)
            | Requirement::NotRefused(_)
            | Requirement::SpecialtyFee(_)
            | Requirement::Sunset => None,
        };
        fault.map_or(RequirementResult::Satisfied, |code| RequirementResult::Violated(code, Detail::None))
    }

    fn sunset(&self) -> RequirementResult {
        let context = self.case.context;
        if context.phase(context.surface.lifetime()) == Phase::Refused {
            RequirementResult::Violated(Code::LegacySunset, Detail::None)
        } else {
            RequirementResult::NoteIfSet(Code::LegacyDeprecated, Detail::None)
        }
    }

    /// Rule 4 refuses a carrier. Rule 5 only notes one that may cost a fee (D50).
    fn carrier(&self, then: Requirement, key: FieldId) -> (Place, RequirementResult) {
        let context = self.case.context;
        let is_fee = matches!(then, Requirement::SpecialtyFee(_));
        let list = if is_fee { &context.specialty } else { &context.refused };
        if list.is_empty() {
            return (Place::Field(key), RequirementResult::NotChecked);
        }
        let Some((named_at, company)) = self.company() else {
            return (Place::Field(key), RequirementResult::Blocked(key));
        };
        let verdict = match (list.likeness(company), is_fee) {
            (Likeness::None, _) | (Likeness::Same, true) => RequirementResult::Satisfied,
            (Likeness::Same, false) => RequirementResult::Violated(Code::RefusedCarrier, Detail::None),
            (Likeness::Similar, false) => RequirementResult::NoteIfSet(Code::SimilarCarrier, Detail::None),
            (Likeness::Similar, true) => RequirementResult::NoteIfSet(Code::PossibleCarrierFee, Detail::None),
        };
        (Place::Field(named_at), verdict)
    }

    /// Returns the company that counts, and the field that names it (D16).
    pub(crate) fn company(&self) -> Option<(FieldId, &str)> {
        let named = |key: FieldId| self.case.text(key).map(|text| (key, text));
        match self.case.shape(INSURANCE_COMPANY) {
            Shape::Set => named(INSURANCE_COMPANY),
            Shape::Unset => named(INSURANCE_COMPANY_NAME),
            Shape::Malformed => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_usdot_number;
    use crate::case::check::check_case;
    use crate::context::carriers::Carrier;
    use crate::context::{Context, Include};
    use crate::rulebook::fields::names::FieldId;
    use crate::rulebook::product::Product;
    use crate::rulebook::rules::Rule;
    use crate::rulebook::rules::table::RULES;
    use crate::rulebook::surface::{Credential, Surface};
    use crate::text::date::Date;
    use proptest::prelude::*;

    const VALUES: [&str; 16] = [
        "null",
        "true",
        "false",
        "7",
        r#""""#,
        "[]",
        "{}",
        r#""0""#,
        r#""Example Insurance""#,
        r#""2026-02-01""#,
        r#""2026-03-02""#,
        r#""2020-01-01""#,
        r#"["commercial_auto_policy_existence"]"#,
        r#"["personal_homeowners_policy_existence"]"#,
        r#"["personal_auto_policy_limits", "commercial_auto_policy_limits"]"#,
        r#"["other_reason", 1]"#,
    ];

    proptest! {
        /// A report without a trace skips rules that cannot have an effect. A report with a trace
        /// judges every rule.
        #[test]
        fn rules_that_are_passed_over_find_nothing(
            named in prop_oneof![Just(None), any::<bool>().prop_map(Some)],
            picks in proptest::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..9),
            (is_legacy, is_master, enrolled, lists) in any::<(bool, bool, bool, bool)>(),
        ) {
            let mut fields: Vec<&str> = RULES.iter().flat_map(Rule::reads).map(FieldId::name).collect();
            fields.sort_unstable();
            fields.dedup();
            fields.retain(|name| *name != "case_type");
            let case_type = |is_first| if is_first { Product::PolicyLimit } else { Product::PolicyExistence }.case_type();
            let mut parts: Vec<String> = named.map(|first| format!(r#""case_type": "{}""#, case_type(first))).into_iter().collect();
            parts.extend(picks.iter().map(|(field, value)| format!(r#""{}": {}"#, field.get(&fields), value.get(&VALUES))));
            let payload = format!("{{{}}}", parts.join(","));

            let mut context = Context::new(Date::parse("2026-03-01").expect("a day")).financing_enrolled(enrolled);
            if is_legacy {
                context = context.surface(Surface::Legacy);
            }
            if is_master {
                context = context.credential(Credential::Master);
            }
            if lists {
                let example = Carrier::new("Example");
                context = context
                    .refused_carriers([example.clone()])
                    .and_then(|context| context.specialty_carriers([example]))
                    .expect("a carrier");
            }
            let without = check_case(&payload, &context);
            let with = check_case(&payload, &context.include(Include::default().trace(true)));
            prop_assert_eq!(without.issues, with.issues, "{}", payload);
        }

        #[test]
        fn usdot_numbers_are_those_of_the_specifications_pattern(text in "[0-9a ]{0,6}|[0-9\\n]{0,4}") {
            let pattern = regex::Regex::new(r"\A0*[1-9][0-9]*\z").expect("the pattern");
            prop_assert_eq!(is_usdot_number(&text), pattern.is_match(&text));
        }
    }
}
