//! Findings as JUnit XML, which test reports of build servers show: a suite for each file, and a
//! failed test for each error.

use super::locate::Place;
use super::source_line::Lines;
use super::{Checked, Unchecked};
use crate::error::CliError;
use crate::sanitize;
use casegate::{Issue, Severity};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::fmt::Write;

/// Returns the report of a run.
pub(super) fn text(checked: &[Checked], unchecked: &[Unchecked]) -> Result<String, CliError> {
    let mut report = Report::new("casegate check");
    report.add_test_suites(checked.iter().map(suite));
    report.add_test_suites(unchecked.iter().map(|file| {
        let error = failed(NonSuccessKind::Error, "unreadable", &file.why, "");
        let mut suite = TestSuite::new(file.name.as_str());
        suite.add_test_case(test(&file.name, "the file can be read", error));
        suite
    }));
    let text = report.to_string().map_err(|error| CliError::new(format!("the report cannot be written: {error}")))?;
    Ok(text)
}

fn suite(file: &Checked) -> TestSuite {
    let lines = Lines::new(&file.source.text);
    let name = &file.source.name;
    let mut suite = TestSuite::new(name.as_str());
    let mut warnings = String::new();
    for (issue, place) in file.report.issues.iter().zip(&file.places) {
        let at = at(name, &lines, place);
        match issue.severity {
            Severity::Error => {
                let failure = failed(NonSuccessKind::Failure, issue.code.name(), &issue.message, &details(issue, &at));
                suite.add_test_case(test(name, &title(issue), failure));
            }
            Severity::Warning => {
                // Writing to a text does not fail.
                let _ = writeln!(warnings, "{at}: warning: {}: {}", title(issue), issue.message);
            }
        }
    }
    if suite.test_cases.is_empty() {
        suite.add_test_case(test(name, "the case may be sent", TestCaseStatus::success()));
    }
    if !warnings.is_empty() {
        suite.set_system_out(sanitize::lines(&warnings));
    }
    suite
}

fn test(file: &str, name: &str, status: TestCaseStatus) -> TestCase {
    // XML has no form for many characters, also not an escaped one.
    let mut test = TestCase::new(sanitize::one_line(name), status);
    test.set_classname(file);
    test
}

fn failed(kind: NonSuccessKind, code: &str, message: &str, details: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(code).set_message(sanitize::lines(message));
    if !details.is_empty() {
        status.set_description(sanitize::lines(details));
    }
    status
}

/// Returns a name that stays the same while the finding does.
fn title(issue: &Issue) -> String {
    if issue.at.is_empty() { issue.code.name().to_owned() } else { format!("{} {}", issue.code.name(), issue.at) }
}

fn at(name: &str, lines: &Lines<'_>, place: &Place) -> String {
    match &place.span {
        Some(span) => {
            let (line, column) = lines.position(span.start);
            format!("{name}:{line}:{column}")
        }
        None => name.to_owned(),
    }
}

fn details(issue: &Issue, at: &str) -> String {
    match &issue.rule {
        Some(rule) => format!("{at}\nrule: {rule}"),
        None => at.to_owned(),
    }
}
