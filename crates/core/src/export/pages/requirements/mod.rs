//! The page about requirement ids and decision numbers, which occur in answers and documentation.

pub(crate) mod decisions;
pub(crate) mod headings;
pub(crate) mod statements;
pub(crate) mod written;

use crate::export::pages::anchor;
use crate::export::pages::requirements::decisions::DECISIONS;
use crate::export::pages::requirements::headings::HEADINGS;
use crate::export::pages::requirements::statements::{Statement, statements};
use std::fmt::Write;

/// Returns the page that lists every requirement id and every decision number with its meaning.
///
/// ```
/// assert!(casegate::export::requirements_page().contains("<a id=\"fld-cc_emails-required\"></a>"));
/// ```
pub fn requirements_page() -> String {
    let mut page = String::from(
        "<!-- Written by scripts/generate; do not edit. -->\n# Requirements and decisions\n\n\
         Findings, transitions, schemas and the documentation name their sources by id. An id such as \
         `FLD-cc_emails-required` stands for a statement of the service's specification. A number such as D17 stands \
         for a decision of casegate about a point that the specification leaves open. The sentences on this page are \
         casegate's own words. `casegate explain D17` prints one of them.\n",
    );
    let all = statements();
    for heading in HEADINGS {
        let _ = write!(page, "\n## {heading}\n\n| Id | Statement |\n|---|---|\n");
        for statement in all.iter().filter(|statement| statement.heading == heading) {
            row(&mut page, statement.id, &[statement.text(), rules(statement)].concat());
        }
    }
    page.push_str(
        "\n## Decisions\n\nA decision refuses only what the specification clearly refuses, and warns about the rest. \
         Each is implemented in one place and tested by a vector.\n\n| No. | Decision |\n|---|---|\n",
    );
    for (number, sentence) in DECISIONS {
        row(&mut page, number, sentence);
    }
    page
}

/// Returns the meaning of a requirement id or a decision number, in any case.
///
/// ```
/// use casegate::export::requirement;
///
/// assert_eq!(requirement("fld-plaintiff_name-required").as_deref(), Some("`plaintiff_name` is required, and its value is a string."));
/// assert!(requirement("D1").is_some_and(|text| text.contains("not set")));
/// assert_eq!(requirement("D0"), None);
/// ```
pub fn requirement(id: &str) -> Option<String> {
    let decision = DECISIONS.iter().find(|(number, _)| number.eq_ignore_ascii_case(id));
    let statement = || statements().into_iter().find(|statement| statement.id.eq_ignore_ascii_case(id));
    decision.map(|(_, sentence)| (*sentence).to_owned()).or_else(|| statement().map(|statement| statement.text()))
}

/// Returns the ids of all statements and the numbers of all decisions.
///
/// ```
/// assert!(casegate::export::requirement_ids().any(|id| id == "FLD-cc_emails-required"));
/// ```
pub fn requirement_ids() -> impl Iterator<Item = &'static str> {
    statements().into_iter().map(|statement| statement.id).chain(DECISIONS.iter().map(|(number, _)| *number))
}

fn row(page: &mut String, id: &str, text: &str) {
    let _ = writeln!(page, "| <a id=\"{}\"></a>`{id}` | {text} |", anchor(id));
}

fn rules(statement: &Statement) -> String {
    let links = statement.rules.iter().map(|id| format!(" [`{id}`](rules/{id}.md)"));
    links.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::decisions::DECISIONS;
    use super::headings::HEADINGS;
    use super::statements::statements;
    use crate::export::pages::anchor;
    use std::collections::BTreeSet;

    #[test]
    fn anchors_are_unique() {
        let ids = statements().into_iter().map(|statement| statement.id);
        let mut seen = BTreeSet::new();
        for id in ids.chain(DECISIONS.iter().map(|(number, _)| *number)) {
            assert!(seen.insert(anchor(id)), "{id}");
        }
    }

    #[test]
    fn sentences_are_whole() {
        for statement in statements() {
            assert!(HEADINGS.contains(&statement.heading), "{}", statement.id);
            for sentence in statement.sentences {
                assert!(sentence.ends_with('.') && !sentence.contains('|'), "{}: {sentence}", statement.id);
            }
        }
        for (at, (number, sentence)) in DECISIONS.iter().enumerate() {
            assert_eq!(*number, format!("D{}", at + 1));
            assert!(sentence.ends_with('.') && !sentence.contains('|'), "{number}");
        }
    }
}
