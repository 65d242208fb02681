//! `casegate check`: findings for people, at their places in the files.

mod carriers;
mod fix;
mod github;
mod human;
mod json;
mod junit;
mod locate;
mod receipts;
pub(crate) mod rewrite;
mod sarif;
mod source_line;

use crate::Outcome;
use crate::args::{Check, CheckFormat};
use crate::context::{self, NoToday, Settings};
use crate::error::{CliError, say};
use crate::input::{self, Source, name};
use crate::output::Output;
use crate::paths::{self, PathError};
use casegate::repair::Repair;
use casegate::{Report, Severity, check_case};
use locate::Place;
use receipts::Receipts;
use std::fmt;
use std::path::{Path, PathBuf};

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
    let files = paths::cases(&args.files);
    let inputs = files.iter().flatten().chain(&args.context.context).map(PathBuf::as_path);
    let mut receipts = args.receipt.as_deref().map(|path| Receipts::new(path, inputs)).transpose()?;
    let mut output = match args.format {
        CheckFormat::Human => Output::human(),
        CheckFormat::Json | CheckFormat::Github | CheckFormat::Sarif | CheckFormat::Junit => Output::plain(),
    };
    // If the case comes from standard input, standard output has the repaired case.
    let mut beside = Output::human_error();
    let mut is_passed_on = false;
    let mut outcome = Outcome::Success;
    let mut total = Tally::default();
    // Formats with one document for all files are written at the end.
    let (mut checked, mut unchecked) = (Vec::new(), Vec::new());
    for path in files {
        let (source, repair) = match path.and_then(|path| read(path, args, &settings)) {
            Ok(read) => read,
            Err(PathError { path, error }) => {
                error.print();
                outcome = Outcome::Failed;
                let given = (!input::is_standard(&path)).then(|| path.clone());
                let file = Unchecked { name: name(&path), path: given, why: error.to_string() };
                match args.format {
                    CheckFormat::Json => output.print(&json::unchecked(&file)?)?,
                    CheckFormat::Sarif | CheckFormat::Junit => unchecked.push(file),
                    CheckFormat::Human | CheckFormat::Github => {}
                }
                continue;
            }
        };
        let is_input_repaired = repair.is_some() && source.path.is_none() && args.format != CheckFormat::Json;
        is_passed_on |= is_input_repaired;
        let findings = if is_input_repaired { &mut beside } else { &mut output };
        let report = check_case(&source.text, &settings.context);
        if let Some(receipts) = &mut receipts {
            receipts.add(&source, &settings);
        }
        let places = locate::places(&source.text, &report.issues);
        if !report.ok {
            outcome = outcome.max(Outcome::Refused);
        }
        total.add(&source, &report);
        let file = Checked { source, report, places };
        match args.format {
            CheckFormat::Human => {
                let text = human::text(&file.source, &file.report.issues, &file.places);
                findings.print(&(text + &carriers::fee(&file.report.facts).unwrap_or_default()))?;
            }
            CheckFormat::Json => findings.print(&json::checked(&file, &settings.context, repair.as_ref())?)?,
            CheckFormat::Github => findings.print(&github::text(&file.source, &file.report.issues, &file.places))?,
            CheckFormat::Sarif | CheckFormat::Junit => checked.push(file),
        }
    }
    let findings = if is_passed_on { &mut beside } else { &mut output };
    match args.format {
        CheckFormat::Sarif => findings.print(&sarif::text(&checked, &unchecked, &settings.context))?,
        CheckFormat::Junit => findings.print(&junit::text(&checked, &unchecked)?)?,
        _ => {}
    }
    drop(output);
    if let Some(receipts) = receipts {
        receipts.write()?;
    }
    if args.format != CheckFormat::Json && total.files > 0 {
        if let Some(unchecked) = total.unchecked {
            say(unchecked);
        }
        say(total.summary());
    }
    Ok(outcome)
}

/// Reads a file, and repairs it if that is wanted.
fn read(path: PathBuf, args: &Check, settings: &Settings) -> Result<(Source, Option<Repair>), PathError> {
    let read = input::read(&path, settings.text_bytes).and_then(|source| {
        if args.fix {
            fixed(source, settings, args.format).map(|(source, repair)| (source, Some(repair)))
        } else {
            Ok((source, None))
        }
    });
    read.map_err(|error| PathError { path, error })
}

/// Repairs a file in place, or copies the repaired case from standard input to standard output.
fn fixed(source: Source, settings: &Settings, format: CheckFormat) -> Result<(Source, Repair), CliError> {
    let fix::Fixed { repair, text } = fix::fix(&source, &settings.context);
    match &source.path {
        Some(path) if text != source.text => rewrite::rewrite(path, &source.text, &text)?,
        None if format != CheckFormat::Json => Output::plain().print(&text)?,
        _ => {}
    }
    let had_mark = source.text.starts_with(input::MARK);
    if format != CheckFormat::Json && (had_mark || !repair.patch.is_empty()) {
        say(format_args!("{}: {}", source.name, fix::summary(had_mark, &repair.patch)));
    }
    Ok((Source { text, ..source }, repair))
}

/// The number of findings.
#[derive(Debug, Default)]
struct Tally {
    files: usize,
    /// The name of the last file.
    name: String,
    refused: usize,
    errors: usize,
    warnings: usize,
    waived: usize,
    /// The rules that could not be checked for any case.
    unchecked: Option<&'static str>,
}

impl Tally {
    fn add(&mut self, source: &Source, report: &Report) {
        let errors = report.issues.iter().filter(|issue| issue.severity == Severity::Error).count();
        self.files += 1;
        self.name = source.path.as_deref().map_or_else(|| name(Path::new("-")), name);
        self.refused += usize::from(!report.ok);
        self.errors += errors;
        self.warnings += report.issues.len() - errors;
        self.waived += report.waived.as_ref().map_or(0, Vec::len);
        self.unchecked = self.unchecked.or(carriers::unchecked(&report.facts));
    }

    /// Returns a summary of all checks.
    fn summary(&self) -> String {
        match (self.files, self.refused) {
            (1, 0) => format!("{self} in {}; the case may be sent", self.name),
            (1, _) => format!("{self} in {}", self.name),
            (files, 0) => format!("{self} in {files} files; the cases may be sent"),
            (files, refused) => format!("{self} in {files} files; refused: {refused}"),
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
