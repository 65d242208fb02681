//! `casegate map`: checks a field map, makes cases of a firm's table, and rows of results.

use crate::Outcome;
use crate::args::TableFormat;
use crate::args::map::{MapCases, MapCheck, MapCommand, MapRows};
use crate::context::{self, NoToday};
use crate::error::{CliError, note};
use crate::input::{self, name, own_text, utf8};
use crate::judge::one_line;
use crate::output::Output;
use crate::sanitize;
use casegate::Severity;
use casegate::json::Document;
use casegate_map::{CasesReport, Finding, LeftOut, Map, MapReport, Row, Table, cases_of, read_csv, rows_of};
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;

pub(crate) fn run(command: &MapCommand) -> Result<Outcome, CliError> {
    match command {
        MapCommand::Check(args) => check(args),
        MapCommand::Cases(args) => cases(args),
        MapCommand::Rows(args) => rows(args),
    }
}

/// Checks a map, and the columns of a table.
fn check(args: &MapCheck) -> Result<Outcome, CliError> {
    let settings = context::read(&args.context, NoToday::Any, false)?;
    let report = match Map::parse(&own_text(&args.map)?) {
        Err(findings) => MapReport { findings, ..MapReport::default() },
        Ok(map) => {
            let table = args.file.as_deref().map(|file| table(file, &map)).transpose()?;
            let mut report = map.check(&settings.context, table.as_ref().map(|table| table.headers.as_slice()));
            report.findings.extend(table.into_iter().flat_map(|table| table.findings));
            report
        }
    };
    let text = match args.format {
        TableFormat::Json => json(&report),
        TableFormat::Human => {
            let verdict = if report.ok { "can be used" } else { "cannot be used" };
            format!("{}{}: the map {verdict}\n", about(&report.findings, &report.unused), input::shown(&args.map))
        }
    };
    Output::plain().print(&text)?;
    Ok(if report.ok { Outcome::Success } else { Outcome::Refused })
}

/// Makes and checks the cases of a table.
fn cases(args: &MapCases) -> Result<Outcome, CliError> {
    let settings = context::read(&args.context, NoToday::Local, false)?;
    let map = usable(&args.map)?;
    let report = cases_of(&map, &table(&args.file, &map)?, &settings.context);
    if report.findings.iter().any(|finding| finding.severity == Severity::Error) {
        let shown = about(&report.findings, &[]);
        return Err(CliError::new(format!(
            "the map does not fit the table, and no row was read:\n{}",
            shown.trim_end()
        )));
    }
    let mut output = Output::plain();
    match args.format {
        TableFormat::Human => output.print(&human(&report))?,
        TableFormat::Json => {
            for finding in &report.findings {
                note(sentence(finding));
            }
            for line in report.rows.iter().map(json).chain(report.left_out.iter().map(json)) {
                output.print(&line)?;
            }
        }
    }
    Ok(if report.ok { Outcome::Success } else { Outcome::Refused })
}

/// Writes results as rows.
fn rows(args: &MapRows) -> Result<Outcome, CliError> {
    let map = usable(&args.map)?;
    let text = utf8(&name(&args.file), input::plain_bytes(&args.file, u64::MAX)?)?;
    let report = rows_of(
        &map,
        &entries(&text).map_err(|line| {
            CliError::new(format!(
                "{}:{line} is not JSON; give a JSON list, or an object on each line",
                name(&args.file)
            ))
        })?,
    );
    if !report.ok {
        return Err(CliError::new(about(&report.findings, &[]).trim_end().to_owned()));
    }
    for entry in &report.left_out {
        note(format_args!("entry {} has no row: {}", entry.row, reason(entry)));
    }
    Output::plain().print(&report.to_csv(args.exact))?;
    Ok(Outcome::Success)
}

/// Returns the entries of a list, or one for each line; or the number of the first line that is not JSON. What `map cases`
/// prints of rows that it leaves out is passed over.
fn entries(text: &str) -> Result<Vec<Document>, usize> {
    if let Ok(Document::List(list)) = Document::read(text) {
        return Ok(list);
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let entries = lines.map(|(at, line)| Document::read(line).map_err(|_| at + 1));
    entries.filter(|entry| !entry.as_ref().is_ok_and(|entry| entry.get("left_out").is_some())).collect()
}

/// Reads a map whose form has no fault.
fn usable(path: &Path) -> Result<Map, CliError> {
    let faults = |faults: Vec<Finding>| {
        CliError::new(format!("{} cannot be used:\n{}", input::shown(path), about(&faults, &[]).trim_end()))
    };
    Map::parse(&own_text(path)?).map_err(faults)
}

fn table(file: &Path, map: &Map) -> Result<Table, CliError> {
    let unreadable = |fault: Box<Finding>| CliError::new(format!("{}: {}", name(file), fault.message));
    read_csv(&input::plain_bytes(file, u64::MAX)?, map).map_err(unreadable)
}

fn json(value: &impl Serialize) -> String {
    one_line(serde_json::to_string(value).unwrap_or_default()) + "\n"
}

/// Returns the findings about a map, each on a line, and the unused columns.
fn about(findings: &[Finding], unused: &[String]) -> String {
    let mut text = String::new();
    for finding in findings {
        let at = if finding.at.is_empty() { String::new() } else { format!(" (at {})", finding.at) };
        let _ = writeln!(text, "{}", sanitize::one_line(&format!("{}{at}", sentence(finding))));
    }
    if !unused.is_empty() {
        let _ = writeln!(text, "unused columns: {}", sanitize::one_line(&unused.join(", ")));
    }
    text
}

fn sentence(finding: &Finding) -> String {
    format!("{}[{}]: {}", finding.severity, finding.code, finding.message)
}

/// Returns the rows with findings, those left out, and the counts.
fn human(report: &CasesReport) -> String {
    let mut text = about(&report.findings, &report.unused);
    for row in report.rows.iter().filter(|row| !row.findings.is_empty() || !row.omitted.is_empty()) {
        let _ = writeln!(text, "{}", sanitize::lines(&of_row(row)));
    }
    for row in &report.left_out {
        let _ = writeln!(text, "row {} is left out: {}", row.row, reason(row));
    }
    let (accepted, refused, left_out) = (report.accepted, report.refused, report.left_out.len());
    let _ = writeln!(text, "{accepted} can be sent, {refused} would be refused, {left_out} left out");
    text
}

fn of_row(row: &Row) -> String {
    let id = row.id.as_ref().map_or(String::new(), |id| format!(", {}", sanitize::one_line(id)));
    let mut text = format!("row {}{id}: {}", row.row, if row.ok { "can be sent" } else { "would be refused" });
    for finding in &row.findings {
        let place = if finding.columns.is_empty() { finding.at.clone() } else { finding.columns.join(", ") };
        let _ = write!(text, "\n  {}[{}] {place}: {}", finding.severity, finding.code, finding.message);
    }
    for omitted in &row.omitted {
        let _ =
            write!(text, "\n  left out {}, because the case must not have {}", omitted.columns.join(", "), omitted.at);
    }
    text
}

fn reason(row: &LeftOut) -> &'static str {
    match row.left_out {
        casegate_map::Reason::Empty => "it is empty",
        casegate_map::Reason::CellCount => "it has more or fewer cells than the header",
        casegate_map::Reason::Header => "it is the header once more",
        casegate_map::Reason::NoId => "it has no id",
        casegate_map::Reason::RepeatedId => "an earlier row has its id",
        _ => "it is not a JSON object",
    }
}
