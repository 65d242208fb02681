//! Firm rules as sentences: their conditions and requirements in words.

use crate::context::firm_rules::field::FieldPath;
use crate::context::firm_rules::formula::Formula;
use crate::context::firm_rules::test::{Relation, Test};
use crate::context::firm_rules::{Condition, HouseRule, Requirement};
use crate::messages::en;
use crate::messages::parts::{HOUSE_SENTENCES, WEEKDAYS};
use crate::rulebook::params::{Param, Params};

impl HouseRule {
    /// Returns a sentence for each condition.
    pub(crate) fn conditions_in_words(&self) -> Vec<String> {
        self.when.iter().map(|formula| sentence(&of_formula(formula))).collect()
    }

    /// Returns a sentence for each requirement.
    pub(crate) fn requirements_in_words(&self) -> Vec<String> {
        self.then.iter().map(|requirement| sentence(&of_requirement(requirement))).collect()
    }
}

/// Returns a text of an operator.
fn fill(name: &str, params: &Params) -> String {
    HOUSE_SENTENCES.message(name, params)
}

fn of_requirement(requirement: &Requirement) -> String {
    let about = |name: &str, what: String| fill(name, &Params::default().with("what", Param::Word(what)));
    match requirement {
        Requirement::Required(path) => about("required", label(*path)),
        Requirement::Forbidden(path) => about("forbidden", label(*path)),
        Requirement::OneOf(fields) => {
            let labels: Vec<String> = fields.iter().map(|path| label(*path)).collect();
            about("one_of_fields", labels.join(", "))
        }
        Requirement::Holds(condition) => about("holds", of_condition(condition)),
        Requirement::Meets(formula) => of_formula(formula),
        Requirement::Files(files) => {
            let params = files.limits(Params::default());
            // "labeled X" is a separate part, because a requirement may count all files.
            let labeled = files.label.as_ref().map(|_| fill("labeled", &params)).unwrap_or_default();
            fill(files.sentence(), &params.with("what", Param::Word(labeled)))
        }
    }
}

fn of_formula(formula: &Formula) -> String {
    let (name, parts) = match formula {
        Formula::Test(condition) => return of_condition(condition),
        Formula::Any(parts) => ("any", parts.as_slice()),
        Formula::All(parts) => ("all", parts.as_slice()),
        Formula::Not(part) => ("not", std::slice::from_ref(&**part)),
    };
    let parts: Vec<String> = parts.iter().map(|part| ["(", &of_formula(part), ")"].concat()).collect();
    fill(name, &Params::default().with("what", Param::Word(parts.join(", "))))
}

fn of_condition(condition: &Condition) -> String {
    let Condition { path, test, wanted } = condition;
    let params = Params::default().with("field", Param::Word(label(*path)));
    let other = test.other().map(|other| Param::Word(label(other)));
    let params = other.map_or(params.clone(), |other| params.with("other", other));
    let params = match test {
        Test::Weekday(days) => {
            let days = days.names().map(|name| WEEKDAYS.text(name).to_owned());
            params.with("words", Param::Words(days.collect()))
        }
        test => test.limits(params),
    };
    let row = match test {
        Test::Set(true) | Test::Is(true) => [test.name(), "_true"].concat(),
        Test::Set(false) | Test::Is(false) => [test.name(), "_false"].concat(),
        Test::BetweenDays(..) => "between_days".to_owned(),
        Test::Count(range) => ["count_", range.name()].concat(),
        Test::Field(_, Relation::DaysAfter(range)) => ["days_after_", range.name()].concat(),
        test => test.name().to_owned(),
    };
    let is_single = match test {
        Test::OneOf(words) | Test::StartsWith(words) => words.len() == 1,
        Test::Weekday(days) => days.names().count() == 1,
        _ => false,
    };
    let row = if is_single { [&row, "_single"].concat() } else { row };
    let row = if *wanted { row } else { ["not_", &row].concat() };
    fill(&row, &params)
}

/// Returns the label of a field on a form, preceded by the label of its record.
fn label(path: FieldPath) -> String {
    let record = en::LABELS.field(path.key.name()).label;
    let member = path.member.and_then(|member| path.key.field().kind.members().get(member));
    let name = match member {
        Some(member) => [record, ": ", en::LABELS.member(member.name).label].concat(),
        None => record.to_owned(),
    };
    fill("label", &Params::default().with("what", Param::Word(name)))
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    [&first, letters.as_str(), "."].concat()
}

#[cfg(all(test, feature = "house"))]
mod tests {
    use crate::context::firm_rules::operators::OPERATORS;
    use crate::messages::parts::HOUSE_SENTENCES;

    #[test]
    fn each_operator_has_words() {
        let text = |name: &str| HOUSE_SENTENCES.text(name);
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
