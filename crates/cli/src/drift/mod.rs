//! `casegate drift`: compares a recording with the rulebook.

mod human;

use crate::Outcome;
use crate::args::recordings::{Drift, DriftFormat};
use crate::error::{CliError, Waiting};
use crate::input::{self, shown};
use crate::output::Output;
use casegate_drift::{Settings, drift, propose_context, propose_vectors, read_lines};
use std::fs;
use std::path::Path;

pub(crate) fn run(args: &Drift) -> Result<Outcome, CliError> {
    let settings = settings(args.context.as_deref())?;
    let text = input::own_text(&args.file)?;
    let lines = read_lines(&text).map_err(|error| CliError::new(format!("{}: {error}", input::name(&args.file))))?;
    if lines.is_empty() {
        return Err(CliError::new(format!("{}: the recording is empty, and shows nothing", input::name(&args.file))));
    }
    let waiting = Waiting::new("the recording is still being compared");
    let report = drift(&lines, &settings);
    drop(waiting);
    let out = match args.format {
        DriftFormat::Human => human::text(&report, args.open),
        DriftFormat::Json => serde_json::to_string(&report).unwrap_or_default() + "\n",
        DriftFormat::Sarif => report.to_sarif(&args.file.to_string_lossy().replace('\\', "/")),
    };
    if let Some(path) = &args.propose_context {
        write(path, &propose_context(&lines, &report, &settings))?;
    }
    if let Some(path) = &args.propose_vectors {
        write(path, &propose_vectors(&lines, &report, &settings))?;
    }
    let mut output = if args.format == DriftFormat::Human { Output::human() } else { Output::plain() };
    output.print(&out)?;
    Ok(if report.agrees() { Outcome::Success } else { Outcome::Refused })
}

/// Reads the settings of a file, or the default ones.
pub(crate) fn settings(path: Option<&Path>) -> Result<Settings, CliError> {
    let Some(path) = path else {
        return Settings::read("{}").map_err(|error| CliError::new(error.to_string()));
    };
    Settings::read(&input::own_text(path)?).map_err(|error| CliError::new(format!("{}: {error}", shown(path))))
}

/// Writes a file as a whole.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), CliError> {
    fs::write(path, text)
        .map_err(|error| CliError::new(format!("{} cannot be written: {}", shown(path), crate::error::plain(&error))))
}
