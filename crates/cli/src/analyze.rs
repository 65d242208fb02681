//! `casegate analyze`: the faults of the rules of a context.

use crate::Outcome;
use crate::args::{Analyze, TableFormat};
use crate::context::{self, NoToday};
use crate::error::{CliError, Waiting};
use crate::output::Output;
use crate::sanitize;
use crate::style::{BAD, GOOD, STRONG, counted, styled};
use crate::tables::layout::{WIDTH, entry, wrapped};
use casegate::analysis::{self, Analysis, NotExamined, NotExaminedReason, RuleFinding};
use std::fmt::Write;

pub(crate) fn run(args: &Analyze) -> Result<Outcome, CliError> {
    let settings = context::read(&args.context, NoToday::Local, false)?;
    let waiting = Waiting::new("the rules are still being examined");
    let analysis = analysis::analyze(&settings.context);
    drop(waiting);
    let text = match args.format {
        TableFormat::Human => human(&analysis),
        TableFormat::Json => serde_json::to_string(&analysis).unwrap_or_default() + "\n",
    };
    let mut output = if args.format == TableFormat::Human { Output::human() } else { Output::plain() };
    output.print(&text)?;
    Ok(if analysis.ok { Outcome::Success } else { Outcome::Refused })
}

fn human(analysis: &Analysis) -> String {
    let mut out = String::new();
    for finding in &analysis.findings {
        out.push_str(&of_finding(finding));
        out.push('\n');
    }
    for open in &analysis.not_examined {
        let text = format!("not examined: {}", why(open));
        out.push_str(&wrapped(&text, WIDTH).join("\n  "));
        out.push_str("\n\n");
    }
    let examined = &analysis.examined;
    let found = match analysis.findings.len() {
        0 => styled(GOOD, "no faults"),
        faults => styled(BAD, counted(faults, "fault", "faults")),
    };
    // Writing to a text does not fail.
    let _ = writeln!(
        out,
        "{found} in {}; {} of conditions, {}{}",
        counted(examined.rules, "rule", "rules"),
        counted(examined.combinations, "combination", "combinations"),
        counted(examined.payloads, "payload", "payloads"),
        if examined.is_exhaustive { "; exhaustive" } else { "; not exhaustive" }
    );
    out
}

fn of_finding(finding: &RuleFinding) -> String {
    let mut out = format!("{}: {}\n", styled(BAD, finding.fault), finding.rules.join(", "));
    out.push_str(&wrapped(&sanitize::one_line(&finding.message), WIDTH).join("\n"));
    out.push('\n');
    let values: Vec<String> = finding
        .when
        .iter()
        .map(|value| format!("{} = {}", value.at, value.value.as_ref().map_or("not set", |value| value.get())))
        .collect();
    let case = finding.witness.as_ref().map_or("", |witness| witness.get());
    for (heading, text) in [("Field", finding.at.join(", ")), ("Values", values.join(", "))] {
        if !text.is_empty() {
            out.push_str(&entry(heading, &sanitize::one_line(&text)));
        }
    }
    if !case.is_empty() {
        // A payload stays in one piece, so that it can be copied.
        let _ = writeln!(out, "{}{}", styled(STRONG, format_args!("{:15}", "Case")), sanitize::one_line(case));
    }
    out
}

fn why(open: &NotExamined) -> String {
    let faults: Vec<String> = open.faults.iter().map(ToString::to_string).collect();
    let rules = if open.rules.is_empty() { "all rules".to_owned() } else { open.rules.join(", ") };
    let about = format!("{rules} ({})", faults.join(", "));
    let at = open.at.as_deref().unwrap_or_default();
    match open.reason {
        NotExaminedReason::Files => format!("{about}: the rule is about files"),
        NotExaminedReason::Values => {
            format!("{about}: {at} is compared with a pattern or another field, and some values may be missing")
        }
        NotExaminedReason::Combinations => format!("{about}: the conditions about {at} have too many combinations"),
        NotExaminedReason::Steps => format!("{about}: too many payloads"),
    }
}
