//! Waivers: warnings that a firm has looked at and sets aside until a day, with its reason.

use crate::date::Date;
use crate::issue::{Code, Issue, Severity};
use serde::Serialize;
use std::borrow::Cow;

/// A warning that is set aside; places, rules and days narrow it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Waiver {
    pub(super) code: Code,
    pub(super) at: Option<String>,
    pub(super) rule: Option<String>,
    pub(super) reason: String,
    pub(super) until: Date,
}

/// A warning that a waiver took out of a report's issues.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Waived {
    /// What was found.
    pub code: Code,
    /// Where: a JSON Pointer.
    pub at: String,
    /// The rule that found it, where one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Cow<'static, str>>,
    /// Why the firm sets it aside.
    pub reason: String,
    /// The last day on which it does.
    pub until: Date,
}

impl Waiver {
    /// Whether it sets a finding aside on a day. Errors are never set aside, also those that the host raised.
    pub(super) fn covers(&self, issue: &Issue, today: Date) -> bool {
        let at = |at: &String| {
            let rest = issue.at.strip_prefix(at.as_str());
            // What lies below a place lies in it.
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        issue.severity == Severity::Warning
            && self.code == issue.code
            && today <= self.until
            && self.at.as_ref().is_none_or(at)
            && self.rule.as_ref().is_none_or(|rule| issue.rule.as_deref() == Some(rule))
    }

    /// The finding, set aside.
    pub(crate) fn waive(&self, issue: Issue) -> Waived {
        Waived { code: issue.code, at: issue.at, rule: issue.rule, reason: self.reason.clone(), until: self.until }
    }
}
