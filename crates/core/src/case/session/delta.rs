//! What an edit changes.

use crate::case::states::{FieldRequirement, FieldState};
use crate::judge::{Order, in_order};
use crate::report::issue::Issue;
use crate::rulebook::codes::Code;
use crate::text::dedup::{earlier, once};
use serde::Serialize;
use std::borrow::Cow;

/// What an edit changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Delta {
    /// Whether the payload has no error now, touched or not.
    pub ok: bool,
    /// Findings at touched places that are new, or say something else than before.
    pub shown: Vec<Issue>,
    /// Findings at touched places that are gone, or say something else now.
    pub hidden: Vec<Hidden>,
    /// The new states of the fields whose state changed.
    pub states: Vec<FieldState>,
    /// Answers whose field was required or optional before the edit, and is forbidden or irrelevant now: a form offers to remove them.
    pub stale: Vec<Stale>,
}

/// A finding that is gone. Several at a place may be of one code: when one of them changes, all are hidden, and those that
/// are there now are shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Hidden {
    /// Where it was.
    pub at: String,
    /// What it was.
    pub code: Code,
    /// The rule that was broken, where it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Cow<'static, str>>,
}

/// An answer to a question that is not asked any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stale {
    /// Its field.
    pub at: String,
    /// What the field is now: forbidden or irrelevant.
    pub state: FieldRequirement,
    /// The rule that forbids it, where one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Cow<'static, str>>,
    /// Pointers of the values that decided it.
    pub because: Vec<String>,
}

impl Hidden {
    fn of(issue: Issue) -> Hidden {
        Hidden { at: issue.at, code: issue.code, rule: issue.rule }
    }
}

impl Delta {
    pub(crate) fn unchanged(ok: bool) -> Delta {
        Delta { ok, shown: Vec::new(), hidden: Vec::new(), states: Vec::new(), stale: Vec::new() }
    }

    /// Whether there is nothing to tell but the verdict.
    pub(crate) fn is_quiet(&self) -> bool {
        self.shown.is_empty() && self.hidden.is_empty() && self.states.is_empty() && self.stale.is_empty()
    }
}

/// What was found anew and what is gone, as it comes to light.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    shown: Vec<(Order, Issue)>,
    hidden: Vec<Issue>,
}

impl Changes {
    /// Tells how findings of one rule or field differ from those before.
    pub(crate) fn compare(&mut self, before: Vec<Issue>, now: &[Issue], orders: impl Iterator<Item = Order>) {
        if before != now {
            self.report_changes(orders.zip(now.iter().cloned()).collect(), before);
        }
    }

    /// Tells how all findings, which are new, differ from those before.
    pub(crate) fn compare_all(&mut self, before: Vec<Issue>) {
        let now = std::mem::take(&mut self.shown);
        self.report_changes(now, before);
    }

    /// Tells what is in one and not in the other.
    fn report_changes(&mut self, now: Vec<(Order, Issue)>, before: Vec<Issue>) {
        let before = before.into_iter().map(|issue| Alike { before: vec![issue], now: Vec::new() });
        let now = now.into_iter().map(|issue| Alike { before: Vec::new(), now: vec![issue] });
        let all: Vec<Alike> = before.chain(now).collect();
        let earlier = earlier(&all, Alike::name);
        let all = once(all, &earlier, |first, later| {
            first.before.extend(later.before);
            first.now.extend(later.now);
        });
        for alike in all {
            if !alike.before.iter().eq(alike.now.iter().map(|(_, issue)| issue)) {
                self.shown.extend(alike.now);
                self.hidden.extend(alike.before);
            }
        }
    }

    /// The findings in the order of a report.
    pub(crate) fn finish(self, ok: bool) -> Delta {
        let shown = in_order(self.shown, |(order, _)| *order).into_iter().map(|(_, issue)| issue).collect();
        Delta { shown, hidden: self.hidden.into_iter().map(Hidden::of).collect(), ..Delta::unchanged(ok) }
    }
}

/// Findings of one code at one place: a form knows what is hidden by no more, so that they change together.
struct Alike {
    before: Vec<Issue>,
    now: Vec<(Order, Issue)>,
}

impl Alike {
    fn name(&self) -> (u32, &str) {
        let mut issues = self.before.iter().chain(self.now.iter().map(|(_, issue)| issue));
        issues.next().map_or((0, ""), |issue| (issue.code as u32, &issue.at))
    }
}
