//! The report for people.

use crate::drift::report::{DriftReport, Finding};
use casegate::export::requirement;
use std::fmt::Write;

impl DriftReport {
    /// Returns the report as text for people, with a list of the open decisions or their number.
    pub fn to_text(&self, lists_open: bool) -> String {
        let mut text = String::new();
        for finding in &self.findings {
            finding.write(&mut text);
        }
        let heading = match self.findings.len() {
            0 => "nothing contradicts the rulebook".to_owned(),
            1 => "1 difference".to_owned(),
            count => format!("{count} differences"),
        };
        let _ = writeln!(
            text,
            "{heading} ({} exchanges, {} of them compared; {} events)",
            self.exchanges, self.compared, self.events
        );
        self.write_decisions(lists_open, &mut text);
        if !self.observations.is_empty() {
            text.push_str("\nopen in the specification, and observed:\n");
            for observation in &self.observations {
                let _ = writeln!(text, "  {:>6}  {}", observation.count, observation.message);
            }
        }
        text
    }

    fn write_decisions(&self, lists_open: bool, text: &mut String) {
        let (decided, open): (Vec<_>, Vec<_>) =
            self.decisions.iter().partition(|decision| decision.confirmed + decision.contradicted > 0);
        if !decided.is_empty() {
            text.push_str("\ndecision  confirmed  contradicted\n");
        }
        for decision in decided {
            let meaning = requirement(&decision.number).unwrap_or_default();
            let _ = writeln!(
                text,
                "{:<8}  {:>9}  {:>12}  {meaning}",
                decision.number, decision.confirmed, decision.contradicted
            );
        }
        if !lists_open {
            let _ = writeln!(text, "\n{} open decisions; `--open` lists them", open.len());
            return;
        }
        text.push_str("\nopen decisions, which no exchange confirms or contradicts:\n");
        for decision in open {
            let _ = writeln!(text, "{:<8}  {}", decision.number, requirement(&decision.number).unwrap_or_default());
        }
    }
}

impl Finding {
    fn write(&self, text: &mut String) {
        let times = if self.count == 1 { "once".to_owned() } else { format!("{} times", self.count) };
        let _ = writeln!(
            text,
            "{} [{}]: {} ({times}, first in line {})",
            self.of,
            self.kind.name(),
            self.message,
            self.line
        );
        for (name, values) in [("rule", &self.rules), ("decision", &self.decisions)] {
            if !values.is_empty() {
                let _ = writeln!(text, "  {name}: {}", values.join(", "));
            }
        }
        for field in &self.fields {
            let is = if field.is.is_empty() { String::new() } else { format!(": {}", field.is) };
            let _ = writeln!(text, "  {}{is}", field.at);
        }
        for field in &self.alternatives {
            let _ = writeln!(text, "  or {}: {}", field.at, field.is);
        }
        text.push('\n');
    }
}
