//! Collects issues up to the context's limit (D44).
//!
//! No error is hidden behind warnings: a capped answer has its errors first, then warnings up to
//! the limit, each in the order of finding, and finally [`Code::FindingsCapped`].
//!
//! The report on a payload calls [`capped`] only. Its judge sorts the findings before any of them
//! becomes an issue, so a sink would only add code to the check module.

use crate::context::Context;
use crate::messages::en;
use crate::messages::parts::Messages;
use crate::report::issue::{Issue, at_root};
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params, Severity};
use crate::text::json::pointer::Segment;
use std::borrow::Cow;

/// Collects issues, and writes the messages of those that fit into an answer. It retains errors and
/// warnings up to the limit each, so at most twice the limit.
#[derive(Debug)]
pub(crate) struct IssueSink<'h> {
    pub(crate) context: &'h Context,
    messages: &'static Messages<Code>,
    /// The context's severities do not apply to notes, because a reader rejects nothing.
    is_of_notes: bool,
    issues: Vec<Issue>,
    errors: usize,
    warnings: usize,
    /// The greatest severity among the issues that another sink omitted.
    omitted: Option<Severity>,
}

impl<'h> IssueSink<'h> {
    /// Creates a sink for findings.
    pub(crate) fn new(context: &'h Context, messages: &'static Messages<Code>) -> IssueSink<'h> {
        let issues = Vec::new();
        IssueSink { context, messages, is_of_notes: false, issues, errors: 0, warnings: 0, omitted: None }
    }

    /// Creates a sink for a reader's notes.
    pub(crate) fn of_notes(context: &'h Context, messages: &'static Messages<Code>) -> IssueSink<'h> {
        IssueSink { is_of_notes: true, ..IssueSink::new(context, messages) }
    }

    /// Adds an issue.
    pub(crate) fn push(
        &mut self,
        code: Code,
        path: Vec<Segment>,
        params: Params,
        requirement_id: Option<&'static str>,
    ) {
        self.push_as(self.messages.text(code), code, path, params, requirement_id);
    }

    /// Adds an issue with a text of its own. Returns `None` beyond the limit.
    pub(crate) fn push_as(
        &mut self,
        text: &str,
        code: Code,
        path: Vec<Segment>,
        params: Params,
        requirement_id: Option<&'static str>,
    ) -> Option<&mut Issue> {
        let severity = if self.is_of_notes { code.severity() } else { self.context.severity_of(code) };
        self.push_with(severity, || {
            let message = en::CATALOGUE.fill(text, &params);
            let requirement_id = requirement_id.map(Cow::Borrowed);
            Issue { severity, requirement_id, ..Issue::in_words(code, path, params, message) }
        })
    }

    /// Adds the issue that `make` returns, which is called only if an answer has room for it.
    pub(crate) fn push_with(&mut self, severity: Severity, make: impl FnOnce() -> Issue) -> Option<&mut Issue> {
        if !self.admits(severity) {
            return None;
        }
        self.issues.push(make());
        self.issues.last_mut()
    }

    /// Adds an issue of another sink. What that sink omitted is counted, and its
    /// [`Code::FindingsCapped`] is left out, because an answer has one at its end.
    pub(crate) fn absorb(&mut self, issue: Issue) {
        if issue.code == Code::FindingsCapped {
            self.omitted = self.omitted.into_iter().chain([issue.severity]).min();
        } else {
            self.push_with(issue.severity, || issue);
        }
    }

    /// Counts an issue. Returns `false` if no answer has room for it.
    pub(crate) fn admits(&mut self, severity: Severity) -> bool {
        let count = match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        *count += 1;
        *count <= self.context.limits.findings
    }

    /// Returns the issues, and `true` if none of them is an error.
    pub(crate) fn finish(self) -> (Vec<Issue>, bool) {
        self.finish_with([])
    }

    /// Returns what was kept for a sink that [absorbs](IssueSink::absorb) it, and shortens it with its
    /// own issues. [`Code::FindingsCapped`] stands for the others.
    pub(crate) fn finish_part(self) -> (Vec<Issue>, bool) {
        let limit = self.context.limits.findings;
        let beyond = [(self.errors, Severity::Error), (self.warnings, Severity::Warning)];
        let beyond = beyond.into_iter().filter(|(count, _)| *count > limit).map(|(_, severity)| severity);
        let omitted = beyond.chain(self.omitted).min();
        let mut issues = self.issues;
        issues.extend(omitted.map(|omitted| capped(self.context, omitted)));
        (issues, self.errors == 0)
    }

    /// The same as [`IssueSink::finish`], with lists of admitted issues that are not in the sink. They lose their warnings
    /// before the sink does.
    pub(crate) fn finish_with<'l>(self, lists: impl IntoIterator<Item = &'l mut Vec<Issue>>) -> (Vec<Issue>, bool) {
        let limit = self.context.limits.findings;
        let overflow = match (self.errors > limit, self.errors + self.warnings > limit) {
            (true, _) => Some(Severity::Error),
            (false, true) => Some(Severity::Warning),
            (false, false) => None,
        };
        let mut ok = self.errors == 0;
        let mut issues = self.issues;
        let Some(omitted) = overflow.into_iter().chain(self.omitted).min() else { return (issues, ok) };
        let mut room = limit.saturating_sub(self.errors);
        let mut shorten = |list: &mut Vec<Issue>| {
            let (errors, mut warnings): (Vec<Issue>, _) =
                std::mem::take(list).into_iter().partition(|issue| issue.severity == Severity::Error);
            warnings.truncate(room);
            room -= warnings.len();
            *list = errors;
            list.append(&mut warnings);
        };
        shorten(&mut issues);
        lists.into_iter().for_each(shorten);
        let last = if self.is_of_notes {
            Issue::render(self.messages, Code::FindingsCapped, Vec::new(), limit_of(self.context))
        } else {
            capped(self.context, omitted)
        };
        ok &= last.severity == Severity::Warning;
        issues.push(last);
        (issues, ok)
    }
}

/// Returns the final issue of a capped answer. It is an error if an omitted issue is one, so that
/// no error looks like a warning.
pub(crate) fn capped(context: &Context, omitted: Severity) -> Issue {
    let severity = omitted.min(context.severity_of(Code::FindingsCapped));
    at_root(context, Code::FindingsCapped, severity, limit_of(context))
}

fn limit_of(context: &Context) -> Params {
    Params::default().with("limit", Param::from(context.limits.findings))
}
