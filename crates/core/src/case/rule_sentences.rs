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

/// How sentences name a field, and the texts of their operators.
pub(crate) trait Naming {
    fn name(path: FieldPath) -> String;

    fn fill(name: &str, params: &Params) -> String {
        RULE_SENTENCES.message(name, params)
    }
}

/// Names fields as a form does.
pub(crate) struct Labels;

impl Naming for Labels {
    /// Returns the label of a field, preceded by that of its record.
    fn name(path: FieldPath) -> String {
        let record = en::LABELS.field(path.key.name()).label;
        let member = path.member.and_then(|member| path.key.field().kind.members().get(member));
        let what = match member {
            Some(member) => [record, ": ", en::LABELS.member(member.name).label].concat(),
            None => record.to_owned(),
        };
        Labels::fill("label", &Params::default().with("what", Param::Word(what)))
    }
}

impl Rule {
    /// Returns a sentence for each condition.
    pub(crate) fn conditions_in_words(&self) -> Vec<String> {
        self.when.iter().map(|part| sentence(&formula::<Labels>(part))).collect()
    }

    /// Returns a sentence for each requirement.
    pub(crate) fn requirements_in_words(&self) -> Vec<String> {
        self.then.iter().map(|part| sentence(&requirement::<Labels>(part))).collect()
    }
}

/// Returns a requirement as a sentence without its full stop.
pub(crate) fn requirement<N: Naming>(requirement: &Requirement) -> String {
    let about = |name: &str, what: String| N::fill(name, &Params::default().with("what", Param::Word(what)));
    match requirement {
        Requirement::Required(path) => about("required", N::name(*path)),
        Requirement::Forbidden(path) => about("forbidden", N::name(*path)),
        Requirement::OneOf(fields, _) => {
            let names: Vec<String> = fields.iter().map(|path| N::name(*path)).collect();
            about("one_of_fields", names.join(", "))
        }
        Requirement::Holds(condition, code) => {
            let params = Params::default().with("code", Param::from(code.name()));
            if condition.test == Test::Set(true) {
                return N::fill("reported_if_set", &params.with("what", Param::Word(N::name(condition.path))));
            }
            let params = params.with("what", Param::Word(condition_words::<N>(condition)));
            N::fill(if code.severity() == Severity::Warning { "holds_or_warning" } else { "holds" }, &params)
        }
        Requirement::Meets(parts, _) => formula::<N>(parts),
        Requirement::Files(files, _) => {
            let params = files.limits(Params::default());
            // "labeled X" is a separate part, because a requirement may count all files.
            let labeled = files.label.as_ref().map(|_| N::fill("labeled", &params)).unwrap_or_default();
            N::fill(files.sentence(), &params.with("what", Param::Word(labeled)))
        }
        Requirement::Sunset => {
            N::fill("sunset", &Params::default().with("date", Param::Word(LEGACY_SUNSET.to_string())))
        }
    }
}

/// Returns a condition as a part of a sentence.
pub(crate) fn formula<N: Naming>(of: &Formula) -> String {
    let (name, parts) = match of {
        Formula::Test(condition) => return condition_words::<N>(condition),
        Formula::MasterToken => return N::fill(of.name(), &Params::default()),
        Formula::Any(parts, _) | Formula::All(parts, _) => (of.name(), &**parts),
        Formula::Not(part, _) => (of.name(), std::slice::from_ref(&**part)),
    };
    let parts: Vec<String> = parts.iter().map(|part| ["(", &formula::<N>(part), ")"].concat()).collect();
    N::fill(name, &Params::default().with("what", Param::Word(parts.join(", "))))
}

fn condition_words<N: Naming>(condition: &Condition) -> String {
    let Condition { path, test, wanted } = condition;
    let params = Params::default()
        .with("field", Param::Word(N::name(*path)))
        .with("fee_usd", Param::from(SPECIALTY_CARRIER_FEE_USD));
    let params = test.other().into_iter().fold(params, |all, other| all.with("other", Param::Word(N::name(other))));
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
    N::fill(&[if *wanted { "" } else { "not_" }, start, name, end].concat(), &params)
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
