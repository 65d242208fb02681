//! What reports say of house rules.

use super::{Demand, HouseRule, Spot, Waived};
use crate::host::Host;
use crate::issue::{Fix, Issue, Param, Severity};
use crate::report::{LONGEST_LIST, LedgerEntry, ledger_state, path};
use crate::rules::judge::house::HouseOutcome;
use crate::rules::judge::{Detail, Finding, Judge};
use std::borrow::Cow;

/// The issue of a house rule's finding, in the words of the firm; none for findings of the book.
pub(crate) fn issue(judge: &Judge<'_>, finding: &Finding, severity: Severity) -> Option<Issue> {
    let Detail::House { rule, then, entries } = &finding.detail else { return None };
    let host: &Host = judge.case.host;
    let rule: &HouseRule = host.house.rules.get(*rule)?;
    let demand = rule.then.get(*then)?;
    let mut params = demand.params();
    if !entries.is_empty() {
        let entries = entries.iter().copied().take(LONGEST_LIST).collect();
        params = params.with("entries", Param::Positions(entries));
    }
    let message = rule.message.text(host.language).to_owned();
    Some(Issue {
        severity,
        rule: Some(Cow::Owned(rule.id.clone())),
        because: rule.because(),
        fix: matches!(demand, Demand::Forbidden(_)).then_some(Fix::Remove),
        ..Issue::in_words(finding.code, path(judge, finding.place), params, message)
    })
}

/// How a house rule came out.
pub(crate) fn entry(judge: &Judge<'_>, come: HouseOutcome) -> Option<LedgerEntry> {
    let rule = judge.case.host.house.rules.get(come.number)?;
    let (state, _) = ledger_state(come.outcome);
    Some(LedgerEntry { rule: rule.id.clone().into(), state, by: come.by.map(Spot::pointer).into_iter().collect() })
}

/// The list of what is waived, where the host has waivers.
pub(crate) fn waivable(host: &Host) -> Option<Vec<Waived>> {
    (!host.house.waivers.is_empty()).then(Vec::new)
}
