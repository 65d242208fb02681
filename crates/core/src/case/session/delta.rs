//! The effects of an edit.

use crate::case::states::{FieldRequirement, FieldState};
use crate::judge::{Order, in_order};
use crate::report::issue::Issue;
use crate::rulebook::codes::Code;
use crate::text::dedup::{earlier, merge_repeated};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The effects of an edit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Delta {
    /// `true` if the payload has no error now, at touched or other places.
    pub ok: bool,
    /// Findings at touched places that are new or have changed.
    pub shown: Vec<Issue>,
    /// Findings at touched places that are gone or have changed.
    pub hidden: Vec<Hidden>,
    /// The new states of the fields whose state changed.
    pub states: Vec<FieldState>,
    /// Answers whose field was required or optional before the edit, and is forbidden or irrelevant
    /// now. A form offers to remove them.
    pub stale: Vec<Stale>,
}

/// A finding that is gone. A place may have several findings with one code: if one of them changes,
/// all are hidden, and the current ones are shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Hidden {
    /// The place of the finding.
    pub at: String,
    /// The code of the finding.
    pub code: Code,
    /// The violated rule, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Cow<'static, str>>,
}

/// An answer to a question that is no longer asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Stale {
    /// The field of the answer.
    pub at: String,
    /// The new state of the field: forbidden or irrelevant.
    pub state: FieldRequirement,
    /// The rule that forbids the field, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Cow<'static, str>>,
    /// Pointers of the values behind the decision.
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
}

/// The findings that are new and those that are gone, as they become known.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    shown: Vec<(Order, Issue)>,
    hidden: Vec<Issue>,
}

impl Changes {
    /// Compares the findings of one rule or field with the previous ones.
    pub(crate) fn compare(&mut self, before: Vec<Issue>, now: &[Issue], orders: impl Iterator<Item = Order>) {
        if before != now {
            self.report_changes(orders.zip(now.iter().cloned()).collect(), before);
        }
    }

    /// Compares all findings with the previous ones; all of them are new.
    pub(crate) fn compare_all(&mut self, before: Vec<Issue>) {
        let now = std::mem::take(&mut self.shown);
        self.report_changes(now, before);
    }

    /// Records the findings that only one of the two has.
    fn report_changes(&mut self, now: Vec<(Order, Issue)>, before: Vec<Issue>) {
        let before = before.into_iter().map(|issue| Alike { before: vec![issue], now: Vec::new() });
        let now = now.into_iter().map(|issue| Alike { before: Vec::new(), now: vec![issue] });
        let all: Vec<Alike> = before.chain(now).collect();
        let earlier = earlier(&all, Alike::name);
        let all = merge_repeated(all, &earlier, |first, later| {
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

    /// Returns the effects, with findings in the order of a report.
    pub(crate) fn finish(self, ok: bool) -> Delta {
        let shown = in_order(self.shown, |(order, _)| *order).into_iter().map(|(_, issue)| issue).collect();
        Delta { shown, hidden: self.hidden.into_iter().map(Hidden::of).collect(), ..Delta::unchanged(ok) }
    }
}

/// The findings with one code at one place. A form identifies a hidden finding by these two, so
/// that they change together.
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
