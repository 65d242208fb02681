//! `casegate check`: findings for people, at their places in the files.

mod carriers;
mod fix;
mod github;
mod human;
mod junit;
mod locate;
mod rewrite;
mod sarif;
mod source_line;

use crate::Outcome;
use crate::args::{Check, CheckFormat};
use crate::context::{self, NoToday, Settings};
use crate::error::{CliError, say};
use crate::input::{self, Source, name};
use crate::judge::{Judged, judge, one_line};
use crate::output::Output;
use casegate::repair::Repair;
use casegate::{Report, Severity, check_case};
use locate::Place;
use std::fmt;
use std::path::PathBuf;

/// A file's findings and their places.
struct Checked {
    source: Source,
    report: Report,
    places: Vec<Place>,
}

/// A file that could not be checked.
struct Unchecked {
    name: String,
    path: Option<PathBuf>,
    why: String,
}

/// Checks every file, even after one that cannot be read.
pub(crate) fn run(args: &Check) -> Result<Outcome, CliError> {
    let settings = context::read(&args.context, NoToday::Local, args.deny.is_some())?;
    let mut output = match args.format {
        CheckFormat::Human => Output::colored(args.color),
        CheckFormat::Json | CheckFormat::Github | CheckFormat::Sarif | CheckFormat::Junit => Output::plain(),
    };
    // If the case comes from standard input, standard output has the repaired case.
    let mut beside = Output::colored_error(args.color);
    let mut is_passed_on = false;
    let files = input::or_standard(&args.files);
    let mut outcome = Outcome::Success;
    let mut total = Tally::default();
    // Formats with one document for all files are written at the end.
    let (mut checked, mut unchecked) = (Vec::new(), Vec::new());
    for path in &files {
        let read = input::read(path, settings.text_bytes);
        let read = read.and_then(|source| {
            if args.fix {
                fixed(source, &settings, args.format).map(|(source, repair)| (source, Some(repair)))
            } else {
                Ok((source, None))
            }
        });
        let (source, repair) = match read {
            Ok(read) => read,
            Err(error) => {
                error.print();
                outcome = Outcome::Failed;
                let given = (!input::is_standard(path)).then(|| path.clone());
                unchecked.push(Unchecked { name: name(path), path: given, why: error.to_string() });
                continue;
            }
        };
        let is_input_repaired = repair.is_some() && source.path.is_none() && args.format != CheckFormat::Json;
        is_passed_on |= is_input_repaired;
        let findings = if is_input_repaired { &mut beside } else { &mut output };
        let tally = if args.format == CheckFormat::Json {
            let judged = line(&source, &settings, repair.as_ref());
            findings.print(&judged.report)?;
            Tally { files: 1, refused: usize::from(!judged.ok), ..Tally::default() }
        } else {
            let report = check_case(&source.text, &settings.context);
            let places = locate::places(&source.text, &report.issues);
            let tally = Tally::of(&report);
            let file = Checked { source, report, places };
            match args.format {
                CheckFormat::Sarif | CheckFormat::Junit => checked.push(file),
                CheckFormat::Github => {
                    findings.print(&github::text(&file.source, &file.report.issues, &file.places))?;
                }
                _ => {
                    let text = human::text(&file.source, &file.report.issues, &file.places);
                    findings.print(&(text + &carriers::fee(&file.report.facts).unwrap_or_default()))?;
                }
            }
            tally
        };
        if tally.refused > 0 {
            outcome = outcome.max(Outcome::Refused);
        }
        total.add(&tally);
    }
    let findings = if is_passed_on { &mut beside } else { &mut output };
    match args.format {
        CheckFormat::Sarif => findings.print(&sarif::text(&checked, &unchecked, &settings.context))?,
        CheckFormat::Junit => findings.print(&junit::text(&checked, &unchecked)?)?,
        _ => {}
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

/// Returns the report on a file as a line, and its verdict.
fn line(source: &Source, settings: &Settings, repair: Option<&Repair>) -> Judged {
    let mut judged = judge(&source.text, &settings.context);
    if let Some(repair) = repair.and_then(|repair| serde_json::to_string(repair).ok()) {
        // The report, with one more member.
        judged.report.truncate(judged.report.len().saturating_sub(1));
        for part in [",\"repair\":", &one_line(repair), "}"] {
            judged.report.push_str(part);
        }
    }
    judged.report.push('\n');
    judged
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
