//! The effects of an edit.

use crate::case::states::{FieldRequirement, FieldState, Known};
use crate::judge::Judge;
use crate::report::Report;
use crate::report::issue::Issue;
use crate::rulebook::codes::Code;
use crate::rulebook::fields::names::lookup;
use crate::rulebook::product::Product;
use crate::text::dedup::earlier;
use crate::text::json::pointer::Segment;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::Arc;

/// The effects of an edit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
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

impl Delta {
    pub(crate) fn unchanged(ok: bool) -> Delta {
        Delta { ok, shown: Vec::new(), hidden: Vec::new(), states: Vec::new(), stale: Vec::new() }
    }
}

/// What a check says of a payload.
#[derive(Debug, Clone)]
pub(crate) struct Checked {
    pub(crate) ok: bool,
    pub(crate) issues: Vec<Issue>,
    pub(crate) known: Known,
    pub(crate) product: Option<Product>,
}

impl Checked {
    pub(crate) fn of(judge: &Judge<'_>, before: Option<&Checked>) -> Checked {
        let Report { ok, issues, .. } = Report::of(judge);
        let product = judge.case.product;
        let before = before.filter(|before| before.product == product).map(|before| &before.known);
        Checked { ok, issues, known: Known::of(&judge.case, before), product }
    }

    /// Returns the difference between two checks.
    pub(crate) fn delta(&self, now: &Checked) -> Delta {
        let mut delta = Delta::unchanged(now.ok);
        self.compare_issues(now, &mut delta);
        let (before, after) = (&self.known.states, &now.known.states);
        if Arc::ptr_eq(before, after) {
            return delta;
        }
        for (at, state) in after.iter().enumerate() {
            // Without another product, the states have the same order.
            let is_same = |old: &&FieldState| old.at == state.at;
            let old = before.get(at).filter(is_same).or_else(|| before.iter().find(is_same));
            if old == Some(state) {
                continue;
            }
            if old.is_some_and(|old| is_asked(old.state)) && !is_asked(state.state) && now.has(&state.path) {
                let because = if state.because.is_empty() { &state.depends_on } else { &state.because };
                delta.stale.push(Stale {
                    at: state.at.clone(),
                    state: state.state,
                    rule: state.rule.clone(),
                    because: because.clone(),
                });
            }
            delta.states.push(state.clone());
        }
        delta
    }

    /// A form identifies a hidden finding by its place and its code, so that those with the same
    /// change together.
    fn compare_issues(&self, now: &Checked, delta: &mut Delta) {
        let all: Vec<&Issue> = self.issues.iter().chain(&now.issues).collect();
        let groups = earlier(&all, |issue| (issue.code as u32, &issue.at));
        let (old, new) = groups.split_at(self.issues.len().min(groups.len()));
        let mut alike: Vec<(Vec<&Issue>, Vec<&Issue>)> = vec![Default::default(); all.len()];
        for (issue, group) in self.issues.iter().zip(old) {
            alike.get_mut(*group).into_iter().for_each(|(before, _)| before.push(issue));
        }
        for (issue, group) in now.issues.iter().zip(new) {
            alike.get_mut(*group).into_iter().for_each(|(_, after)| after.push(issue));
        }
        let has_changed = |group: &usize| alike.get(*group).is_some_and(|(before, after)| before != after);
        let hidden = self.issues.iter().zip(old).filter(|(_, group)| has_changed(group));
        let shown = now.issues.iter().zip(new).filter(|(_, group)| has_changed(group));
        delta.shown = shown.map(|(issue, _)| issue.clone()).collect();
        delta.hidden = hidden
            .map(|(issue, _)| Hidden { at: issue.at.clone(), code: issue.code, rule: issue.rule.clone() })
            .collect();
    }

    /// Returns `true` for a field with a value, and not for a member.
    fn has(&self, path: &[Segment]) -> bool {
        let [Segment::Key(name)] = path else { return false };
        lookup(name).is_some_and(|key| self.known.has(key))
    }
}

fn is_asked(state: FieldRequirement) -> bool {
    matches!(state, FieldRequirement::Required | FieldRequirement::Optional)
}
