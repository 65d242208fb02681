//! What an edit changes.

use crate::issue::{Code, Issue};
use crate::rules::judge::{Order, in_order};
use crate::states::{Asked, FieldState};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

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
    /// Answers that were asked for before the edit, and are not any more: a form offers to remove them.
    pub stale: Vec<Stale>,
}

/// A finding that is gone.
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
    pub state: Asked,
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
    pub(super) fn unchanged(ok: bool) -> Delta {
        Delta { ok, shown: Vec::new(), hidden: Vec::new(), states: Vec::new(), stale: Vec::new() }
    }

    /// Whether there is nothing to tell but the verdict.
    pub(crate) fn is_quiet(&self) -> bool {
        self.shown.is_empty() && self.hidden.is_empty() && self.states.is_empty() && self.stale.is_empty()
    }
}

/// What was found anew and what is gone, as it comes to light.
#[derive(Debug, Default)]
pub(super) struct Changes {
    shown: Vec<(Order, Issue)>,
    hidden: Vec<Issue>,
}

impl Changes {
    /// Tells how findings of one rule or field differ from those before. Both are in order, so that of most nothing is left
    /// to compare once both ends are off.
    pub(super) fn compare(&mut self, before: Vec<Issue>, now: &[Issue], orders: impl Iterator<Item = Order>) {
        let start = before.iter().zip(now).take_while(|(old, new)| old == new).count();
        let rest = before.len().min(now.len()) - start;
        let end = before.iter().rev().zip(now.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
        let changed = orders.zip(now.iter().cloned()).take(now.len() - end).skip(start);
        let gone = before.len() - end - start;
        let (shown, hidden) = apart(changed.collect(), before.into_iter().skip(start).take(gone).collect());
        self.shown.extend(shown);
        self.hidden.extend(hidden);
    }

    /// Tells how all findings, which are new, differ from those before.
    pub(super) fn compare_all(&mut self, before: Vec<Issue>) {
        (self.shown, self.hidden) = apart(std::mem::take(&mut self.shown), before);
    }

    /// The findings in the order of a report.
    pub(super) fn finish(self, ok: bool) -> Delta {
        let shown = in_order(self.shown, |(order, _)| *order).into_iter().map(|(_, issue)| issue).collect();
        Delta { shown, hidden: self.hidden.into_iter().map(Hidden::of).collect(), ..Delta::unchanged(ok) }
    }
}

/// Findings now and before without those that are in both.
fn apart(mut now: Vec<(Order, Issue)>, before: Vec<Issue>) -> (Vec<(Order, Issue)>, Vec<Issue>) {
    if now.is_empty() || before.is_empty() {
        return (now, before);
    }
    let mut places: BTreeMap<(String, Code), Vec<usize>> = BTreeMap::new();
    for (at, issue) in before.iter().enumerate() {
        places.entry((issue.at.clone(), issue.code)).or_default().push(at);
    }
    let mut before: Vec<Option<Issue>> = before.into_iter().map(Some).collect();
    now.retain(|(_, issue)| {
        let here = places.get(&(issue.at.clone(), issue.code)).into_iter().flatten();
        let same = here.copied().find(|at| before.get(*at).and_then(Option::as_ref) == Some(issue));
        // It may be said as often as it was.
        same.and_then(|at| before.get_mut(at)?.take()).is_none()
    });
    (now, before.into_iter().flatten().collect())
}
