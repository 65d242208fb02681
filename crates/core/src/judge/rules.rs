//! Applies the rules: evaluates their conditions, then checks their requirements.

use crate::judge::conditions::{Met, Verdict};
use crate::judge::outcome::Outcome;
use crate::judge::{Cause, Detail, Judge, Place};
use crate::payload::slots::Value;
use crate::rulebook::codes::Code;
use crate::rulebook::fields::Kind;
use crate::rulebook::rules::fields::ACTIVATION;
use crate::rulebook::rules::{Requirement, Rule};

impl<'p> Judge<'p> {
    /// Judges all rules: those of the specification, then the firm's. With `keep`, their outcomes are
    /// retained.
    pub(crate) fn rules(&mut self, keep: bool) {
        self.judge_rules(self.case.rules(), keep);
    }

    /// Judges these rules, each with its number in [`Case::rules`]. Firm rules follow the table, so
    /// there is no activation for them.
    pub(crate) fn judge_rules(&mut self, rules: impl Iterator<Item = (usize, &'p Rule)>, keep: bool) {
        let given = self.case.payload.given().only_fields();
        for (number, rule) in rules {
            // Only the trace needs the outcome of such a rule.
            if !keep && ACTIVATION.get(number).is_some_and(|row| !row.may_fire(given)) {
                continue;
            }
            let outcome = self.judge_row(number, rule);
            match self.outcomes.last_mut() {
                _ if !keep => {}
                Some((last, known)) if last.id == rule.id => *known = known.and(outcome),
                _ => self.outcomes.push((rule, outcome)),
            }
        }
    }

    /// Returns the firm's rules on files that apply to the case.
    pub(crate) fn rules_on_files(mut self) -> Vec<&'p Rule> {
        let mut applying = Vec::new();
        for (number, rule) in self.case.rules() {
            if rule.is_about_files() && self.case.applies(rule, self.rule_effects.required) == Met::Yes {
                applying.push(rule);
            }
            // Later rules wait for fields that this one requires.
            self.judge_row(number, rule);
        }
        applying
    }

    /// Judges one row, after all earlier ones.
    fn judge_row(&mut self, number: usize, rule: &'p Rule) -> Outcome {
        match self.case.applies(rule, self.rule_effects.required) {
            Met::No => Outcome::NotApplicable,
            Met::Blocked(path) => Outcome::Blocked(path),
            Met::Yes => {
                let outcomes =
                    rule.then.iter().enumerate().map(|(at, then)| self.judge_requirement(number, rule, at, then));
                outcomes.fold(Outcome::Satisfied, Outcome::and)
            }
        }
    }

    fn judge_requirement(&mut self, number: usize, rule: &'p Rule, at: usize, then: &Requirement) -> Outcome {
        let verdict = self.case.verdict(then, self.rule_effects.required);
        if rule.is_binding() {
            let is_broken = matches!(verdict, Verdict::Violated);
            match then {
                Requirement::Required(path) => self.rule_effects.require(self.case.effective_field(*path)),
                Requirement::OneOf(fields, _) if is_broken => {
                    fields.iter().for_each(|path| self.rule_effects.require(*path));
                }
                Requirement::Forbidden(path) if is_broken => self.rule_effects.forbid(self.case.effective_field(*path)),
                _ => {}
            }
        }
        let entries = match verdict {
            Verdict::Satisfied => return Outcome::Satisfied,
            Verdict::NotChecked => return Outcome::NotChecked,
            Verdict::Blocked(by) => return Outcome::Blocked(by),
            Verdict::Violated => Vec::new(),
            Verdict::ViolatedAt(entries) => entries,
        };
        let code = match then {
            Requirement::Sunset if !self.case.is_refused_by_now() => Code::LegacyDeprecated,
            _ => rule.code(then),
        };
        let cause = Cause { rule, then: at };
        let path = then.path().map(|path| self.case.effective_field(path));
        // The specification tests no list word by word.
        let listed = path.filter(|_| cfg!(feature = "firm-rules") && !entries.is_empty());
        match listed.map(|path| (path, path.kind(self.case.product), self.case.payload.at(path.slot()))) {
            Some((path, _, Value::Array { .. })) => {
                for entry in entries.into_iter().take(self.case.most()) {
                    self.find_by_rule(Place::Element(path.key, entry), code, number, cause, Detail::None);
                }
            }
            Some((path, Kind::Emails, _)) => {
                self.find_by_rule(Place::of(path), code, number, cause, Detail::Entries(entries));
            }
            _ => self.find_by_rule(path.map_or(Place::Root, Place::of), code, number, cause, Detail::None),
        }
        if code.is_note() { Outcome::Satisfied } else { Outcome::Violated }
    }
}
#[cfg(test)]
mod tests {
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
            let mut fields: Vec<&str> = RULES.iter().flat_map(Rule::decided_by).map(FieldId::name).collect();
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
    }
}
