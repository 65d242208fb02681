//! Findings as commands of a GitHub workflow, which shows them beside the changed lines.

use super::locate::Place;
use super::source_line::Lines;
use crate::input::Source;
use casegate::{Issue, Severity};
use std::fmt::Write;

/// Returns the findings of a file, one per line.
pub(crate) fn text(source: &Source, issues: &[Issue], places: &[Place]) -> String {
    let lines = Lines::new(&source.text);
    let mut text = String::new();
    for (issue, place) in issues.iter().zip(places) {
        let kind = match issue.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let mut properties = Vec::new();
        if let Some(path) = &source.path {
            properties.push(format!("file={}", property(&path.to_string_lossy())));
        }
        if let Some(span) = &place.span {
            let (line, column) = lines.position(span.start);
            properties.push(format!("line={line}"));
            properties.push(format!("col={column}"));
        }
        let title =
            issue.rule.as_ref().map_or(issue.code.name().to_owned(), |rule| format!("{} ({rule})", issue.code.name()));
        properties.push(format!("title={}", property(&title)));
        // Writing to a text does not fail.
        let _ = writeln!(text, "::{kind} {}::{}", properties.join(","), data(&issue.message));
    }
    text
}

/// A command ends with its line, so line ends are escaped, and the escape character itself.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// In a property, the separators of properties are escaped as well.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{data, property};

    #[test]
    fn what_separates_is_escaped() {
        assert_eq!(data("50%\r\n: a, b"), "50%25%0D%0A: a, b");
        assert_eq!(property("a:b,c\n%"), "a%3Ab%2Cc%0A%25");
    }
}
