//! The parts of a report about firm rules.

use crate::context::firm_rules::Firm;
use crate::context::firm_rules::Waiver;
use crate::rulebook::codes::Code;
use crate::text::date::Date;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::judge::{Detail, Finding, Judge};
use crate::report::issue::{Fix, Issue};
use crate::report::{LONGEST_LIST, path};
use crate::rulebook::params::{Param, Severity};
use crate::rulebook::rules::Requirement;
use std::borrow::Cow;

/// Returns the issue for a firm rule's finding, with the firm's message, and `None` for findings of
/// the rulebook.
pub(crate) fn issue(judge: &Judge<'_>, finding: &Finding<'_>, severity: Severity) -> Option<Issue> {
    let cause = finding.cause?;
    let words = cause.rule.firm()?;
    let requirement = cause.rule.then.get(cause.then)?;
    let mut params = requirement.params();
    if let Detail::Entries(entries) = &finding.detail {
        let entries = entries.iter().copied().take(LONGEST_LIST).collect();
        params = params.with("entries", Param::Positions(entries));
    }
    let message = words.message(judge.case.context.message_language()).to_owned();
    Some(Issue {
        severity,
        rule: Some(Cow::Owned(cause.rule.id.to_string())),
        because: cause.rule.because(),
        fix: matches!(requirement, Requirement::Forbidden(_)).then_some(Fix::Remove),
        ..Issue::in_words(finding.code, path(judge, finding.place), params, message)
    })
}

/// Returns the list for waived findings if the context has waivers.
pub(crate) fn waivable(context: &Context) -> Option<Vec<Waived>> {
    (!context.firm.waivers.is_empty()).then(Vec::new)
}

/// A warning that a waiver removed from a report's issues.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Waived {
    /// The code of the finding.
    pub code: Code,
    /// The place: a JSON Pointer.
    pub at: String,
    /// The rule of the finding, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Cow<'static, str>>,
    /// The firm's reason.
    pub reason: String,
    /// The last day of the waiver.
    pub until: Date,
}

impl Waiver {
    /// Returns `true` if the waiver suppresses a finding on a day. Errors are never suppressed,
    /// including those that the context raised.
    pub(crate) fn covers(&self, issue: &Issue, today: Date) -> bool {
        let at = |at: &String| {
            let rest = issue.at.strip_prefix(at.as_str());
            // A waiver for a place covers everything below it.
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        issue.severity == Severity::Warning
            && self.code == issue.code
            && today <= self.until
            && self.at.as_ref().is_none_or(at)
            && self.rule.as_ref().is_none_or(|rule| issue.rule.as_deref() == Some(rule))
    }

    /// Converts the finding to a waived one.
    pub(crate) fn waive(&self, issue: Issue) -> Waived {
        Waived { code: issue.code, at: issue.at, rule: issue.rule, reason: self.reason.clone(), until: self.until }
    }
}

impl Firm {
    /// Returns the waiver that suppresses a finding on a day.
    pub(crate) fn waiver(&self, issue: &Issue, today: crate::text::date::Date) -> Option<&Waiver> {
        self.waivers.iter().find(|waiver| waiver.covers(issue, today))
    }
}
