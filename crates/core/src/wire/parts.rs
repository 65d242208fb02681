//! The parts of reports that a binding retains.
//!
//! Most findings depend on nothing but the product and the context, so that their issues recur. A
//! report crosses to a binding as a JSON list: first the report without its issues, then each
//! issue. A number stands for a part that has crossed before, a list of one element is a part to
//! retain, and an object is neither. Numbers count from 0, separately for reports and for issues.
//! The words of an issue are made only when it crosses. A report without issues that has crossed
//! before is a number alone.

use crate::judge::{Finding, Identity, Judge};
use crate::report::{Facts, Report, issue};
use crate::rulebook::params::Severity;
use crate::rulebook::product::Product;
use crate::text::json::writer;

/// The report on a payload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// JSON text.
    Text(String),
    /// A report without issues that has crossed before, by its number.
    Report(usize),
}

/// The most retained issues. The tables have fewer; a context's limits do not change that.
const MOST: usize = 512;

/// What has crossed since the context was set.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    reports: Vec<(bool, Facts)>,
    issues: Vec<(Option<Product>, Identity)>,
}

impl Parts {
    /// Returns the report on a judged payload as a list of parts. The context must include neither
    /// trace nor waivers, and the findings must be within its limit.
    pub(crate) fn report(&mut self, judge: &Judge<'_>) -> Reply {
        let severity = |finding: &Finding| judge.case.context.severity_of(finding.code);
        let ok = judge.findings.iter().all(|finding| severity(finding) == Severity::Warning);
        let report = (ok, Facts::of(judge));
        let known = self.reports.iter().position(|known| *known == report);
        if let (Some(number), []) = (known, &*judge.findings) {
            return Reply::Report(number);
        }
        let mut reply = String::from("[");
        if let Some(number) = known {
            writer::number(&mut reply, number as u64);
        } else {
            retain(&mut reply, &Report::without_issues(ok, report.1.clone()));
            self.reports.push(report);
        }
        for finding in &judge.findings {
            reply.push(',');
            self.issue(&mut reply, judge, finding, severity(finding));
        }
        reply.push(']');
        Reply::Text(reply)
    }

    fn issue(&mut self, reply: &mut String, judge: &Judge<'_>, finding: &Finding, severity: Severity) {
        let identity = finding.identity().map(|identity| (judge.case.product, identity));
        let known = self.issues.iter().position(|known| Some(known) == identity.as_ref());
        match (known, identity) {
            (Some(number), _) => writer::number(reply, number as u64),
            (None, Some(identity)) if self.issues.len() < MOST => {
                self.issues.push(identity);
                retain(reply, &issue(judge, finding, severity));
            }
            _ => reply.push_str(&writer::text(&issue(judge, finding, severity))),
        }
    }
}

fn retain(reply: &mut String, part: &impl serde::Serialize) {
    reply.push('[');
    reply.push_str(&writer::text(part));
    reply.push(']');
}
