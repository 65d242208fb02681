//! Collects the findings on a request, or on a trace of requests.

use crate::host::Host;
use crate::issue::{Code, Fix, Issue, Param, Params, Segment, Severity};
use crate::messages::Words;

/// Findings, with the host's severities and cap.
pub(crate) struct Findings<'h> {
    pub(crate) host: &'h Host,
    words: &'static Words,
    issues: Vec<Issue>,
    /// Whether there is no error, among those beyond the cap either.
    ok: bool,
    cut: bool,
}

impl<'h> Findings<'h> {
    pub(crate) fn new(host: &'h Host, words: &'static Words) -> Findings<'h> {
        Findings { host, words, issues: Vec::new(), ok: true, cut: false }
    }

    /// Tells a finding.
    pub(crate) fn find(&mut self, code: Code, path: Vec<Segment>, params: Params, atom: Option<&'static str>) {
        self.find_in(self.words, code, path, params, atom);
    }

    /// Tells a finding in other words than the part's own.
    pub(crate) fn find_in(
        &mut self,
        words: &'static Words,
        code: Code,
        path: Vec<Segment>,
        params: Params,
        atom: Option<&'static str>,
    ) {
        let severity = self.host.severity_of(code);
        if self.may_tell(severity) {
            let told = Issue::told(words, self.host.language, code, path, params);
            let told = if let Some(atom) = atom { told.breaks(atom) } else { told };
            self.issues.push(Issue { severity, ..told });
        }
    }

    /// Takes over what another part of the library found.
    pub(crate) fn take(&mut self, issue: Issue) {
        if issue.code == Code::FindingsCapped {
            self.ok &= issue.severity == Severity::Warning;
            self.cut = true;
        } else if self.may_tell(issue.severity) {
            self.issues.push(issue);
        }
    }

    fn may_tell(&mut self, severity: Severity) -> bool {
        self.ok &= severity == Severity::Warning;
        self.cut |= self.issues.len() >= self.host.limits.findings;
        !self.cut
    }

    /// Gives the last finding an edit that mends it.
    pub(crate) fn mend(&mut self, fix: Fix) {
        if let Some(last) = self.issues.last_mut().filter(|_| !self.cut) {
            last.fix = Some(fix);
        }
    }

    /// The findings, and whether none is an error.
    pub(crate) fn told(mut self) -> (Vec<Issue>, bool) {
        if self.cut {
            let limit = Params::default().with("limit", Param::from(self.host.limits.findings));
            // An error that is not shown must not look like a warning.
            let severity = if self.ok { self.host.severity_of(Code::FindingsCapped) } else { Severity::Error };
            self.ok &= severity == Severity::Warning;
            let told = Issue::told(self.words, self.host.language, Code::FindingsCapped, Vec::new(), limit);
            self.issues.push(Issue { severity, ..told });
        }
        (self.issues, self.ok)
    }
}
