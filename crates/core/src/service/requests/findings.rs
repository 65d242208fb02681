//! Collects the findings on a request, or on a trace of requests.

use crate::context::Context;
use crate::messages::Words;
use crate::report::cap::Cap;
use crate::report::issue::{Fix, Issue};
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params, Severity};
use crate::text::json::pointer::Segment;

/// Findings, with the context's severities and cap.
pub(crate) struct Findings<'h> {
    pub(crate) context: &'h Context,
    words: &'static Words,
    issues: Vec<Issue>,
    cap: Cap,
    /// What another part left out: the worst severity among it.
    cut: Option<Severity>,
    /// Whether the last finding is among the issues.
    is_last_kept: bool,
}

impl<'h> Findings<'h> {
    pub(crate) fn new(context: &'h Context, words: &'static Words) -> Findings<'h> {
        let cap = Cap::new(context.limits.findings);
        Findings { context, words, issues: Vec::new(), cap, cut: None, is_last_kept: false }
    }

    /// Tells a finding.
    pub(crate) fn find(
        &mut self,
        code: Code,
        path: Vec<Segment>,
        params: Params,
        requirement_id: Option<&'static str>,
    ) {
        self.find_in(self.words, code, path, params, requirement_id);
    }

    /// Tells a finding in other words than the part's own.
    pub(crate) fn find_in(
        &mut self,
        words: &'static Words,
        code: Code,
        path: Vec<Segment>,
        params: Params,
        requirement_id: Option<&'static str>,
    ) {
        let severity = self.context.severity_of(code);
        self.is_last_kept = self.cap.admits(severity);
        if self.is_last_kept {
            let issue = Issue::render(words, self.context.language, code, path, params);
            let issue = if let Some(requirement_id) = requirement_id { issue.breaks(requirement_id) } else { issue };
            self.issues.push(Issue { severity, ..issue });
        }
    }

    /// Takes over what another part of the library found.
    pub(crate) fn take(&mut self, issue: Issue) {
        if issue.code == Code::FindingsCapped {
            self.cut = Some(self.cut.map_or(issue.severity, |worst| worst.min(issue.severity)));
        } else if self.cap.admits(issue.severity) {
            self.issues.push(issue);
        }
    }

    /// Gives the last finding an edit that mends it.
    pub(crate) fn mend(&mut self, fix: Fix) {
        if let Some(last) = self.issues.last_mut().filter(|_| self.is_last_kept) {
            last.fix = Some(fix);
        }
    }

    /// The findings, and whether none is an error. Where they are capped, errors come before warnings.
    pub(crate) fn finish(self) -> (Vec<Issue>, bool) {
        let Findings { context, words, mut issues, cap, cut, .. } = self;
        let mut ok = !cap.has_error();
        if let Some(worst) = cap.cut().into_iter().chain(cut).min() {
            let limit = Params::default().with("limit", Param::from(context.limits.findings));
            // An error that is not shown must not look like a warning.
            let severity = worst.min(context.severity_of(Code::FindingsCapped));
            ok &= severity == Severity::Warning;
            issues.retain(cap.retained_text());
            let (mut kept, warnings): (Vec<Issue>, _) =
                issues.into_iter().partition(|issue| issue.severity == Severity::Error);
            kept.extend(warnings);
            let issue = Issue::render(words, context.language, Code::FindingsCapped, Vec::new(), limit);
            kept.push(Issue { severity, ..issue });
            return (kept, ok);
        }
        (issues, ok)
    }
}
