//! Rules as sentences: their conditions and requirements in words.

use crate::messages::en;
use crate::messages::parts::{RULE_SENTENCES, WEEKDAYS};
use crate::rulebook::lifetime::LEGACY_SUNSET;
use crate::rulebook::params::{Param, Params, Severity};
use crate::rulebook::rules::field_path::FieldPath;
use crate::rulebook::rules::formula::{Condition, Formula};
use crate::rulebook::rules::range::Range;
use crate::rulebook::rules::test::{Relation, Test};
use crate::rulebook::rules::{Requirement, Rule, SPECIALTY_CARRIER_FEE_USD};

/// How sentences name a field: as on a form, or as in the payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Naming {
    Labels,
    Names,
}

impl Rule {
    /// Returns a sentence for each condition.
    pub(crate) fn conditions_in_words(&self) -> Vec<String> {
        self.when.iter().map(|formula| sentence(&Naming::Labels.formula(formula))).collect()
    }

    /// Returns a sentence for each requirement.
    pub(crate) fn requirements_in_words(&self) -> Vec<String> {
        self.then.iter().map(|requirement| sentence(&Naming::Labels.requirement(requirement))).collect()
    }
}

/// Returns a text of an operator.
fn fill(name: &str, params: &Params) -> String {
    RULE_SENTENCES.message(name, params)
}

impl Naming {
    /// Returns a requirement as a sentence without its full stop.
    pub(crate) fn requirement(self, requirement: &Requirement) -> String {
        let about = |name: &str, what: String| fill(name, &Params::default().with("what", Param::Word(what)));
        match requirement {
            Requirement::Required(path) => about("required", self.name(*path)),
            Requirement::Forbidden(path) => about("forbidden", self.name(*path)),
            Requirement::OneOf(fields, _) => {
                let names: Vec<String> = fields.iter().map(|path| self.name(*path)).collect();
                about("one_of_fields", names.join(", "))
            }
            Requirement::Holds(condition, code) => {
                let params = Params::default().with("code", Param::from(code.name()));
                if condition.test == Test::Set(true) {
                    return fill("reported_if_set", &params.with("what", Param::Word(self.name(condition.path))));
                }
                let params = params.with("what", Param::Word(self.condition(condition)));
                fill(if code.severity() == Severity::Warning { "holds_or_warning" } else { "holds" }, &params)
            }
            Requirement::Meets(formula, _) => self.formula(formula),
            Requirement::Files(files, _) => {
                let params = files.limits(Params::default());
                // "labeled X" is a separate part, because a requirement may count all files.
                let labeled = files.label.as_ref().map(|_| fill("labeled", &params)).unwrap_or_default();
                fill(files.sentence(), &params.with("what", Param::Word(labeled)))
            }
            Requirement::Sunset => {
                fill("sunset", &Params::default().with("date", Param::Word(LEGACY_SUNSET.to_string())))
            }
        }
    }

    /// Returns a condition as a part of a sentence.
    pub(crate) fn formula(self, formula: &Formula) -> String {
        let (name, parts) = match formula {
            Formula::Test(condition) => return self.condition(condition),
            Formula::MasterToken => return fill(formula.name(), &Params::default()),
            Formula::Any(parts, _) | Formula::All(parts, _) => (formula.name(), &**parts),
            Formula::Not(part, _) => (formula.name(), std::slice::from_ref(&**part)),
        };
        let parts: Vec<String> = parts.iter().map(|part| ["(", &self.formula(part), ")"].concat()).collect();
        fill(name, &Params::default().with("what", Param::Word(parts.join(", "))))
    }

    fn condition(self, condition: &Condition) -> String {
        let Condition { path, test, wanted } = condition;
        let params = Params::default()
            .with("field", Param::Word(self.name(*path)))
            .with("fee_usd", Param::from(SPECIALTY_CARRIER_FEE_USD));
        let params =
            test.other().into_iter().fold(params, |all, other| all.with("other", Param::Word(self.name(other))));
        let params = match test {
            Test::Weekday(days, _) => {
                let days = days.names().map(|name| WEEKDAYS.text(name).to_owned());
                params.with("words", Param::Words(days.collect()))
            }
            Test::Contradicted(current, _) => params.with("current", Param::from(current.key.name())),
            test => test.limits(params),
        };
        let end = match test {
            Test::Set(is) | Test::Is(is) | Test::Contradicted(_, is) | Test::Carrier(_, is) => {
                if *is {
                    "_true"
                } else {
                    "_false"
                }
            }
            Test::BetweenDays(..) => "_days",
            Test::OneOf(words) | Test::StartsWith(words) if words.len() == 1 => "_single",
            Test::Weekday(days, _) if days.names().count() == 1 => "_single",
            Test::Count(Range { least: Some(1), most: None } | Range { least: None, most: Some(1) }, _) => "_single",
            _ => "",
        };
        let start = match test {
            Test::Count(..) => "count_",
            Test::Field(_, Relation::DaysAfter(_), _) => "days_after_",
            _ => "",
        };
        let name = match test {
            Test::Count(range, _) | Test::Field(_, Relation::DaysAfter(range), _) => range.name(),
            test => test.name(),
        };
        fill(&[if *wanted { "" } else { "not_" }, start, name, end].concat(), &params)
    }

    /// Returns the label of a field on a form, preceded by the label of its record, or the name.
    fn name(self, path: FieldPath) -> String {
        let member = path.member.and_then(|member| path.key.field().kind.members().get(member));
        let what = match (self, member) {
            (Naming::Names, _) => path.pointer().split_off(1),
            (Naming::Labels, None) => en::LABELS.field(path.key.name()).label.to_owned(),
            (Naming::Labels, Some(member)) => {
                [en::LABELS.field(path.key.name()).label, ": ", en::LABELS.member(member.name).label].concat()
            }
        };
        let name = if self == Naming::Names { "name" } else { "label" };
        fill(name, &Params::default().with("what", Param::Word(what)))
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    [&first, letters.as_str(), "."].concat()
}

#[cfg(all(test, feature = "firm-rules"))]
mod tests {
    use crate::context::firm_rules::operators::OPERATORS;
    use crate::messages::parts::RULE_SENTENCES;

    #[test]
    fn each_operator_has_words() {
        let text = |name: &str| RULE_SENTENCES.text(name);
        for name in ["file", "no_file", "files_at_least", "files_at_most", "files_between", "labeled"] {
            assert_ne!(text(name), "", "{name}");
        }
        for row in &OPERATORS {
            // `equals` is a `one_of` with one word.
            let name = if row.name == "equals" { "one_of" } else { row.name };
            let spelled = match name {
                "set" | "is" => ["_true", "_false"].map(|end| [name, end].concat()).to_vec(),
                "count" | "days_after" => {
                    ["at_least", "at_most", "between"].map(|end| [name, "_", end].concat()).to_vec()
                }
                "one_of" | "starts_with" | "weekday" => vec![name.to_owned(), [name, "_single"].concat()],
                _ => vec![name.to_owned()],
            };
            for name in spelled.iter().filter(|name| *name != "days_after_at_most") {
                assert_ne!(text(name), "", "{name}");
                assert!(!row.has_opposite || !text(&["not_", name].concat()).is_empty(), "{name}");
            }
        }
    }
}
