//! `casegate check`: findings for people, at their places in the files.

mod carriers;
mod fix;
mod github;
mod human;
mod locate;
mod rewrite;
mod source_line;

use crate::Outcome;
use crate::args::{Check, CheckFormat};
use crate::context::{self, NoToday, Settings};
use crate::error::{CliError, say};
use crate::input::{self, Source, name};
use crate::judge::{judge, one_line};
use crate::output::Output;
use casegate::repair::Repair;
use casegate::{Report, Severity, check_case};
use std::fmt;
use std::path::PathBuf;

/// Checks every file, even after one that cannot be read.
pub(crate) fn run(args: &Check) -> Result<Outcome, CliError> {
    let settings = context::read(&args.context, NoToday::Local, args.deny.is_some())?;
    let mut output = match args.format {
        CheckFormat::Human => Output::colored(args.color),
        CheckFormat::Json | CheckFormat::Github => Output::plain(),
    };
    // If the case comes from standard input, standard output has the repaired case.
    let mut beside = Output::colored_error(args.color);
    let files = input::or_standard(&args.files);
    let mut outcome = Outcome::Success;
    let mut total = Tally::default();
    for path in &files {
        let source = match input::read(path, settings.text_bytes) {
            Ok(source) => source,
            Err(unreadable) => {
                unreadable.print();
                outcome = Outcome::Failed;
                continue;
            }
        };
        let (source, repair) = if args.fix {
            match fixed(source, &settings, args.format) {
                Ok((source, repair)) => (source, Some(repair)),
                Err(unwritable) => {
                    unwritable.print();
                    outcome = Outcome::Failed;
                    continue;
                }
            }
        } else {
            (source, None)
        };
        let (text, tally) = one(&source, &settings, args.format, repair.as_ref());
        let is_passed_on = repair.is_some() && source.path.is_none() && args.format != CheckFormat::Json;
        let findings = if is_passed_on { &mut beside } else { &mut output };
        findings.print(&text)?;
        if tally.refused > 0 {
            outcome = outcome.max(Outcome::Refused);
        }
        total.add(&tally);
    }
    drop(output);
    if args.format != CheckFormat::Json && total.files > 0 {
        if let Some(unchecked) = total.unchecked {
            say(unchecked);
        }
        say(total.summary(&files));
    }
    Ok(outcome)
}

/// Repairs a file in place, or copies the repaired case from standard input to standard output.
fn fixed(source: Source, settings: &Settings, format: CheckFormat) -> Result<(Source, Repair), CliError> {
    let fix::Fixed { repair, text } = fix::fix(&source, &settings.context);
    match &source.path {
        Some(path) if text != source.text => rewrite::rewrite(path, &source.text, &text)?,
        None if format != CheckFormat::Json => Output::plain().print(&text)?,
        _ => {}
    }
    if format != CheckFormat::Json && !repair.patch.is_empty() {
        say(format_args!("{}: {}", source.name, fix::summary(&repair.patch)));
    }
    Ok((Source { text, ..source }, repair))
}

/// Returns the output for a file, and its counts.
fn one(source: &Source, settings: &Settings, format: CheckFormat, repair: Option<&Repair>) -> (String, Tally) {
    if format == CheckFormat::Json {
        let mut judged = judge(&source.text, &settings.context);
        if let Some(repair) = repair.and_then(|repair| serde_json::to_string(repair).ok()) {
            // The report, with one more member.
            judged.report.truncate(judged.report.len().saturating_sub(1));
            for part in [",\"repair\":", &one_line(repair), "}"] {
                judged.report.push_str(part);
            }
        }
        return (judged.report + "\n", Tally { files: 1, refused: usize::from(!judged.ok), ..Tally::default() });
    }
    let report = check_case(&source.text, &settings.context);
    let places = locate::places(&source.text, &report.issues);
    let text = match format {
        CheckFormat::Github => github::text(source, &report.issues, &places),
        _ => human::text(source, &report.issues, &places) + &carriers::fee(&report.facts).unwrap_or_default(),
    };
    (text, Tally::of(&report))
}

/// The number of findings.
#[derive(Debug, Default)]
struct Tally {
    files: usize,
    refused: usize,
    errors: usize,
    warnings: usize,
    waived: usize,
    /// The rules that could not be checked for any case.
    unchecked: Option<&'static str>,
}

impl Tally {
    fn of(report: &Report) -> Tally {
        let errors = report.issues.iter().filter(|issue| issue.severity == Severity::Error).count();
        let warnings = report.issues.len() - errors;
        let waived = report.waived.as_ref().map_or(0, Vec::len);
        let unchecked = carriers::unchecked(&report.facts);
        Tally { files: 1, refused: usize::from(!report.ok), errors, warnings, waived, unchecked }
    }

    fn add(&mut self, other: &Tally) {
        self.files += other.files;
        self.refused += other.refused;
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.waived += other.waived;
        self.unchecked = self.unchecked.or(other.unchecked);
    }

    /// Returns a summary of all checks.
    fn summary(&self, files: &[PathBuf]) -> String {
        match (files, self.refused) {
            ([file], 0) => format!("{self} in {}; the case may be sent", name(file)),
            ([file], _) => format!("{self} in {}", name(file)),
            (_, 0) => format!("{self} in {} files; the cases may be sent", self.files),
            (_, refused) => format!("{self} in {} files; refused: {refused}", self.files),
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |number: usize, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
        match (self.errors, self.warnings) {
            (0, 0) => out.write_str("no findings")?,
            (errors, 0) => out.write_str(&count(errors, "error"))?,
            (0, warnings) => out.write_str(&count(warnings, "warning"))?,
            (errors, warnings) => write!(out, "{}, {}", count(errors, "error"), count(warnings, "warning"))?,
        }
        match self.waived {
            0 => Ok(()),
            waived => write!(out, ", {waived} waived"),
        }
    }
}
