//! Collects the findings on a request or on a trace of requests.

use crate::context::Context;
use crate::messages::parts::Messages;
use crate::report::cap::Cap;
use crate::report::issue::{Fix, Issue};
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params, Severity};
use crate::text::json::pointer::Segment;

/// A list of findings that applies the context's severities and limit.
pub(crate) struct Findings<'h> {
    pub(crate) context: &'h Context,
    messages: &'static Messages<Code>,
    issues: Vec<Issue>,
    cap: Cap,
    /// The worst severity among findings that another checker dropped because of the limit.
    cut: Option<Severity>,
    /// `true` if the last finding was added to the issues.
    is_last_kept: bool,
}

impl<'h> Findings<'h> {
    pub(crate) fn new(context: &'h Context, messages: &'static Messages<Code>) -> Findings<'h> {
        let cap = Cap::new(context.limits.findings);
        Findings { context, messages, issues: Vec::new(), cap, cut: None, is_last_kept: false }
    }

    /// Adds a finding.
    pub(crate) fn find(
        &mut self,
        code: Code,
        path: Vec<Segment>,
        params: Params,
        requirement_id: Option<&'static str>,
    ) {
        self.find_as(self.messages.text(self.context.language, code), code, path, params, requirement_id);
    }

    /// Adds a finding with a text of its own.
    pub(crate) fn find_as(
        &mut self,
        text: &str,
        code: Code,
        path: Vec<Segment>,
        params: Params,
        requirement_id: Option<&'static str>,
    ) {
        let severity = self.context.severity_of(code);
        self.is_last_kept = self.cap.admits(severity);
        if self.is_last_kept {
            let message = self.context.language.catalogue().fill(text, &params);
            let issue = Issue::in_words(code, path, params, message);
            let issue = if let Some(requirement_id) = requirement_id { issue.breaks(requirement_id) } else { issue };
            self.issues.push(Issue { severity, ..issue });
        }
    }

    /// Adds an issue from another part of the library.
    pub(crate) fn take(&mut self, issue: Issue) {
        if issue.code == Code::FindingsCapped {
            self.cut = Some(self.cut.map_or(issue.severity, |worst| worst.min(issue.severity)));
        } else if self.cap.admits(issue.severity) {
            self.issues.push(issue);
        }
    }

    /// Attaches a fix to the last finding.
    pub(crate) fn suggest(&mut self, fix: Fix) {
        if let Some(last) = self.issues.last_mut().filter(|_| self.is_last_kept) {
            last.fix = Some(fix);
        }
    }

    /// Returns the findings, and `true` if none of them is an error. If the limit was exceeded,
    /// errors precede warnings.
    pub(crate) fn finish(self) -> (Vec<Issue>, bool) {
        let Findings { context, messages, mut issues, cap, cut, .. } = self;
        let mut ok = !cap.has_error();
        if let Some(worst) = cap.cut().into_iter().chain(cut).min() {
            let limit = Params::default().with("limit", Param::from(context.limits.findings));
            // The final issue is an error if a dropped finding was one, so that no error looks like
            // a warning.
            let severity = worst.min(context.severity_of(Code::FindingsCapped));
            ok &= severity == Severity::Warning;
            issues.retain(cap.retains());
            let (mut kept, warnings): (Vec<Issue>, _) =
                issues.into_iter().partition(|issue| issue.severity == Severity::Error);
            kept.extend(warnings);
            let issue = Issue::render(messages, context.language, Code::FindingsCapped, Vec::new(), limit);
            kept.push(Issue { severity, ..issue });
            return (kept, ok);
        }
        (issues, ok)
    }
}
