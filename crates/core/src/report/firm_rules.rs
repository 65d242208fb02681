//! What reports say of house rules.

use crate::context::firm_rules::House;
use crate::context::firm_rules::waiver::Waiver;
use crate::rulebook::codes::Code;
use crate::text::date::Date;
use serde::Serialize;

use crate::context::Context;
use crate::context::firm_rules::field::FieldPath;
use crate::context::firm_rules::{HouseRule, Requirement};
use crate::judge::outcome::HouseOutcome;
use crate::judge::{Detail, Finding, Judge};
use crate::report::issue::{Fix, Issue};
use crate::report::{LONGEST_LIST, RuleResult, path, rule_outcome};
use crate::rulebook::params::{Param, Severity};
use std::borrow::Cow;

/// The issue of a house rule's finding, in the words of the firm; none for findings of the book.
pub(crate) fn issue(judge: &Judge<'_>, finding: &Finding, severity: Severity) -> Option<Issue> {
    let Detail::House { rule, then, entries } = &finding.detail else { return None };
    let context: &Context = judge.case.context;
    let rule: &HouseRule = context.house.rules.get(*rule)?;
    let demand = rule.then.get(*then)?;
    let mut params = demand.params();
    if !entries.is_empty() {
        let entries = entries.iter().copied().take(LONGEST_LIST).collect();
        params = params.with("entries", Param::Positions(entries));
    }
    let message = rule.message.text(context.language).to_owned();
    Some(Issue {
        severity,
        rule: Some(Cow::Owned(rule.id.clone())),
        because: rule.because(),
        fix: matches!(demand, Requirement::Forbidden(_)).then_some(Fix::Remove),
        ..Issue::in_words(finding.code, path(judge, finding.place), params, message)
    })
}

/// How a house rule came out.
pub(crate) fn entry(judge: &Judge<'_>, come: HouseOutcome) -> Option<RuleResult> {
    let rule = judge.case.context.house.rules.get(come.number)?;
    let (state, _) = rule_outcome(come.outcome);
    Some(RuleResult { rule: rule.id.clone().into(), state, by: come.by.map(FieldPath::pointer).into_iter().collect() })
}

/// The list of what is waived, where the context has waivers.
pub(crate) fn waivable(context: &Context) -> Option<Vec<Waived>> {
    (!context.house.waivers.is_empty()).then(Vec::new)
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
    /// Whether it sets a finding aside on a day. Errors are never set aside, also those that the context raised.
    pub(crate) fn covers(&self, issue: &Issue, today: Date) -> bool {
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

impl House {
    /// The waiver that takes a finding out of the way on a day, where one does.
    pub(crate) fn waiver(&self, issue: &Issue, today: crate::text::date::Date) -> Option<&Waiver> {
        self.waivers.iter().find(|waiver| waiver.covers(issue, today))
    }
}
