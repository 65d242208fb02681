//! The parts of reports that a binding retains.
//!
//! Most issues depend on little of the payload ([`Identity`]), so that they recur. A
//! report crosses to a binding as a JSON list: first the report without its issues, then each
//! issue. Each is a number, which stands for a part that was retained before, a list of a number and
//! the part to retain under it, or an object, which is not retained. Numbers count from 0,
//! separately for reports and for issues. The words of an issue are made only when it crosses. A
//! report without issues that was retained before is its number alone, [`Reply::Report`].

use crate::case::session::Delta;
use crate::judge::{Finding, Judge};
use crate::report::identity::{Identity, identity};
use crate::report::{Facts, Report, issue};
use crate::rulebook::params::Severity;
use crate::text::json::writer;

/// The report on a payload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// JSON text.
    Text(String),
    /// A report without issues that has crossed before, by its number.
    Report(usize),
    /// A delta without effects; `true` if the payload has no error.
    Unchanged(bool),
}

impl Reply {
    /// Returns the JSON text, of a report its number.
    #[must_use]
    pub fn into_text(self) -> String {
        match self {
            Reply::Text(text) => text,
            Reply::Report(number) => number.to_string(),
            Reply::Unchanged(ok) => writer::text(&Delta::unchanged(ok)),
        }
    }
}

/// The most retained parts of a kind. The tables have more issues, but the payloads of one context
/// have few of them.
const MOST: usize = 512;

/// What was retained since the context was set.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    reports: Vec<(bool, Facts)>,
    issues: Vec<Identity<'static>>,
}

impl Parts {
    /// Returns the report on a judged payload as a list of parts. The context must include neither
    /// trace nor waivers, and the findings must be within its limit.
    pub(crate) fn report(&mut self, judge: &Judge<'_>) -> Reply {
        let severity = |finding: &Finding<'_>| judge.case.context.severity_of(finding.code);
        let ok = judge.findings.iter().all(|finding| severity(finding) == Severity::Warning);
        let report = (ok, Facts::of(judge));
        let number = self.reports.iter().position(|retained| *retained == report);
        if let (Some(number), []) = (number, &*judge.findings) {
            return Reply::Report(number);
        }
        let mut reply = String::from("[");
        if let Some(number) = number {
            writer::number(&mut reply, number as u64);
        } else {
            let whole = Report::without_issues(ok, report.1.clone());
            retain(&mut self.reports, report, &mut reply, &writer::text(&whole));
        }
        for finding in &judge.findings {
            reply.push(',');
            self.issue(&mut reply, judge, finding, severity(finding));
        }
        reply.push(']');
        Reply::Text(reply)
    }

    fn issue(&mut self, reply: &mut String, judge: &Judge<'_>, finding: &Finding<'_>, severity: Severity) {
        let Some(identity) = identity(judge, finding) else {
            reply.push_str(&writer::text(&issue(judge, finding, severity)));
            return;
        };
        match self.issues.iter().position(|retained| *retained == identity) {
            Some(number) => writer::number(reply, number as u64),
            None => {
                retain(&mut self.issues, identity.into_owned(), reply, &writer::text(&issue(judge, finding, severity)));
            }
        }
    }
}

/// Retains a part, and writes it with its number. A full list starts anew, so that odd payloads do
/// not fill it for good.
fn retain<T>(parts: &mut Vec<T>, part: T, reply: &mut String, text: &str) {
    if parts.len() == MOST {
        parts.clear();
    }
    reply.push('[');
    writer::number(reply, parts.len() as u64);
    reply.push(',');
    reply.push_str(text);
    reply.push(']');
    parts.push(part);
}
