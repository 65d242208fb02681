//! The report for people.

use crate::sanitize::one_line;
use crate::style::{BAD, GOOD, STRONG, counted, styled};
use casegate::export::requirement;
use casegate_drift::{Decision, DriftReport, Finding};
use std::fmt::Write;

/// Returns the report as text, with a list of the open decisions or their number.
pub(super) fn text(report: &DriftReport, lists_open: bool) -> String {
    let mut text: String = report.findings.iter().map(of_finding).collect();
    let heading = match report.findings.len() {
        0 => styled(GOOD, "nothing contradicts the rulebook"),
        count => styled(BAD, counted(count, "difference", "differences")),
    };
    let _ = writeln!(
        text,
        "{heading} ({}, {} of them compared; {})",
        counted(report.exchanges, "exchange", "exchanges"),
        report.compared,
        counted(report.events, "event", "events")
    );
    text.push_str(&decisions(&report.decisions, lists_open));
    if !report.observations.is_empty() {
        let _ = writeln!(text, "\n{}", styled(STRONG, "open in the specification, and observed:"));
        for observation in &report.observations {
            let _ = writeln!(text, "  {:>6}  {}", observation.count, one_line(&observation.message));
        }
    }
    text
}

fn decisions(all: &[Decision], lists_open: bool) -> String {
    let (decided, open): (Vec<_>, Vec<_>) =
        all.iter().partition(|decision| decision.confirmed + decision.contradicted > 0);
    let mut text = String::new();
    if !decided.is_empty() {
        let _ = writeln!(text, "\n{}", styled(STRONG, "decision  confirmed  contradicted"));
    }
    for decision in decided {
        let meaning = requirement(&decision.number).unwrap_or_default();
        let contradicted = format!("{:>12}", decision.contradicted);
        let contradicted = if decision.contradicted > 0 { styled(BAD, contradicted) } else { contradicted };
        let _ = writeln!(text, "{:<8}  {:>9}  {contradicted}  {meaning}", decision.number, decision.confirmed);
    }
    if !lists_open {
        let open = counted(open.len(), "open decision; `--open` lists it", "open decisions; `--open` lists them");
        let _ = writeln!(text, "\n{open}");
        return text;
    }
    let heading = "open decisions, which no exchange confirms or contradicts:";
    let _ = writeln!(text, "\n{}", styled(STRONG, heading));
    for decision in open {
        let _ = writeln!(text, "{:<8}  {}", decision.number, requirement(&decision.number).unwrap_or_default());
    }
    text
}

fn of_finding(finding: &Finding) -> String {
    let times = if finding.count == 1 { "once".to_owned() } else { format!("{} times", finding.count) };
    let head = styled(BAD, format_args!("{} [{}]", one_line(&finding.of), finding.kind.name()));
    let mut text = format!("{head}: {} ({times}, first in line {})\n", one_line(&finding.message), finding.line);
    for (name, values) in [("rule", &finding.rules), ("decision", &finding.decisions)] {
        if !values.is_empty() {
            let _ = writeln!(text, "  {name}: {}", values.join(", "));
        }
    }
    for field in &finding.fields {
        let is = if field.is.is_empty() { String::new() } else { format!(": {}", one_line(&field.is)) };
        let _ = writeln!(text, "  {}{is}", one_line(&field.at));
    }
    for field in &finding.alternatives {
        let _ = writeln!(text, "  or {}: {}", one_line(&field.at), one_line(&field.is));
    }
    text + "\n"
}
