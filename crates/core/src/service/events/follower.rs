//! Follows one case from the caller's side. The resulting view does not depend on the order in
//! which facts arrive.
//!
//! A follower is a join-semilattice: a set of facts by key, and marks that are never unset.
//! Learning a fact is a union of sets, so order, repetition and batching have no effect. The
//! view is computed from the set alone.
//!
//! Memory is bounded as follows. Facts retain only the members that the view needs. An answer to
//! GET is dropped when a later one is known. A request's message is dropped when its reply is
//! known, and a message over 8 KB is never retained. After more than [`Follower::MOST_FACTS`]
//! facts, including dropped answers, the follower drops all facts and reports that the caller has
//! to start again. Only its marks remain, such as `closed` and `results_ready`.

use crate::rulebook::tokens::tokens;
use crate::rulebook::tokens::{CancellationReason, State};
use crate::service::events::ask::Source;
use crate::service::events::fact::{Fact, FactKey, is_key};
use crate::service::events::known::{FactKind, FactRecord};
use crate::text::json::error::{JsonError, JsonErrorKind};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The knowledge of a caller about one case.
///
/// ```
/// use casegate::events::{Delivery, Event, Fact, Follower};
/// use casegate::tokens::State;
///
/// let mut follower = Follower::new(false);
/// follower.ingest(Fact::event(&Delivery::new(Event::action_required("Which car?", "i-1")?)));
/// follower.ingest(Fact::event(&Delivery::new(Event::in_progress()))); // late
/// let view = follower.view(None);
/// assert_eq!(view.state, Some(State::ActionRequired));
///
/// follower.ingest(Fact::responded("i-1"));
/// assert_eq!(follower.view(None).state, None, "it may have been picked up already: ask");
/// # Ok::<(), casegate::events::EventError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Follower {
    /// The version of the serialized form, 1.
    format: u8,
    pub(crate) is_test: bool,
    /// Observations that remain when the facts that showed them are dropped.
    #[cfg_attr(feature = "export", schemars(with = "Vec<String>"))]
    marks: BTreeSet<Mark>,
    #[cfg_attr(feature = "export", schemars(with = "BTreeMap<String, serde_json::Value>"))]
    pub(crate) facts: BTreeMap<FactKey, FactRecord>,
    /// For each endpoint, the facts that are older than one of its answers. The value is `true` if
    /// such an answer reported a state other than `action_required`.
    #[cfg_attr(feature = "export", schemars(with = "BTreeMap<String, BTreeMap<String, bool>>"))]
    pub(crate) older: BTreeMap<Source, BTreeMap<FactKey, bool>>,
}

/// An observation about a case that is never withdrawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Mark {
    /// A request for input or a reply, after which research may return to an earlier state.
    Asked,
    /// Results are ready.
    Ready,
    /// The case is closed.
    Closed,
    /// The limit of facts was exceeded.
    Full,
}

/// The outcome of learning a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum IngestOutcome {
    /// The fact is new.
    New,
    /// The fact, or a later answer of the same endpoint, was known.
    Known,
    /// The fact is a webhook event, but the case is a test case, which fires none (D33). An
    /// operator created the event. The fact is ignored.
    NotOfThisCase,
    /// The limit of facts was exceeded.
    Full,
}

/// The changes that a fact caused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Changes {
    /// The outcome of learning the fact.
    pub outcome: IngestOutcome,
    /// The parts of the view that changed.
    pub parts: Vec<Part>,
}

impl Follower {
    /// The version of the serialized form.
    pub const FORMAT: u8 = 1;
    /// The maximum number of retained facts.
    pub const MOST_FACTS: usize = 4_096;

    /// Creates a follower without facts.
    pub fn new(is_test: bool) -> Follower {
        Follower {
            format: Follower::FORMAT,
            is_test,
            marks: BTreeSet::new(),
            facts: BTreeMap::new(),
            older: BTreeMap::new(),
        }
    }

    /// Reads a follower from its serialized JSON.
    ///
    /// # Errors
    ///
    /// [`JsonError`] if the text is not a follower of this format.
    pub fn from_json(text: &str) -> Result<Follower, JsonError> {
        let mut follower: Follower = serde_json::from_str(text).map_err(|error| JsonError::of_serde(&error))?;
        let keys = follower.facts.keys().chain(follower.older.values().flat_map(BTreeMap::keys));
        if follower.format != Follower::FORMAT || !keys.into_iter().all(|key| is_key(key)) {
            return Err(JsonError::of_whole(JsonErrorKind::OtherForm));
        }
        // Sets the marks again from the facts, so that an edited form cannot remove them.
        for known in follower.facts.values().cloned().collect::<Vec<_>>() {
            follower.mark(&known.what);
        }
        follower.settle();
        Ok(follower)
    }

    /// Returns `true` for a test case. It fires no events, so the caller must poll
    /// (`TEST-must-poll`).
    pub fn is_test(&self) -> bool {
        self.is_test
    }

    /// Adds a fact and returns what changed. The changes are computed with the default settings of
    /// a context.
    pub fn ingest(&mut self, fact: Fact) -> Changes {
        let before = self.view(None);
        let outcome = self.take(fact);
        self.settle();
        let outcome = if self.has(Mark::Full) { IngestOutcome::Full } else { outcome };
        Changes { outcome, parts: before.differences(&self.view(None)) }
    }

    /// Adds a batch of facts.
    pub fn ingest_all(&mut self, facts: impl IntoIterator<Item = Fact>) {
        for fact in facts {
            self.take(fact);
        }
        self.settle();
    }

    /// Adds a fact. The caller must call [`Follower::settle`] afterwards.
    pub(crate) fn take(&mut self, fact: Fact) -> IngestOutcome {
        if self.is_test && fact.is_event() {
            return IngestOutcome::NotOfThisCase;
        }
        self.mark(&fact.known.what);
        if self.has(Mark::Full) {
            return IngestOutcome::Full;
        }
        if let Some((endpoint, basis)) = fact.after {
            let moved_on = matches!(fact.known.what, FactKind::CaseDetail { status: Some(status), .. } if status != State::ActionRequired);
            let older = self.older.entry(endpoint).or_default();
            for key in basis {
                *older.entry(key).or_default() |= moved_on;
            }
            if older.contains_key(&fact.key) {
                return IngestOutcome::Known;
            }
        }
        let outcome = match self.facts.remove(&fact.key) {
            None => {
                self.facts.insert(fact.key, fact.known);
                IngestOutcome::New
            }
            Some(known) => {
                self.facts.insert(fact.key, known.merged(fact.known));
                IngestOutcome::Known
            }
        };
        // This check only bounds memory within a batch. `settle` checks the exact count afterwards.
        if self.facts.len() > Follower::MOST_FACTS || self.older.values().any(|keys| keys.len() > Follower::MOST_FACTS)
        {
            self.overflow();
        }
        outcome
    }

    /// Returns `true` if the mark is set.
    pub(crate) fn has(&self, mark: Mark) -> bool {
        self.marks.contains(&mark)
    }

    fn mark(&mut self, what: &FactKind) {
        let shows = match what {
            FactKind::Closed { .. } => [true, false, false],
            FactKind::ResultsReady { .. } => [false, true, false],
            FactKind::ActionRequired { .. } | FactKind::Responded { .. } => [false, false, true],
            FactKind::CaseDetail { status, results_ready, cancellation, .. } => {
                let reason = cancellation.as_ref().and_then(|block| block.reason);
                [
                    *status == Some(State::Closed) || reason == Some(CancellationReason::CaseClosed),
                    *status == Some(State::ResultsReady) || *results_ready,
                    *status == Some(State::ActionRequired),
                ]
            }
            FactKind::Results { done, closed, .. } => [*closed, *done, false],
            _ => return,
        };
        let marks = [Mark::Closed, Mark::Ready, Mark::Asked].into_iter().zip(shows);
        self.marks.extend(marks.filter(|(_, shown)| *shown).map(|(mark, _)| mark));
    }

    /// Drops the content that later facts made redundant. The result depends only on the set of
    /// facts, not on the order in which they were added.
    pub(crate) fn settle(&mut self) {
        for (endpoint, keys) in &self.older {
            let is_older =
                |key: &FactKey, known: &FactRecord| known.what.answers() == Some(*endpoint) && keys.contains_key(key);
            self.facts.retain(|key, known| !is_older(key, known));
        }
        let replied = |known: &FactRecord| match &known.what {
            FactKind::Responded { interaction_id } => Some(interaction_id.clone()),
            _ => None,
        };
        let replied: BTreeSet<String> = self.facts.values().filter_map(replied).collect();
        for known in self.facts.values_mut() {
            if let FactKind::ActionRequired { interaction_id: Some(id), message, .. } = &mut known.what {
                if replied.contains(id) {
                    *message = None;
                }
            }
        }
        let ever: BTreeSet<&FactKey> = self.older.values().flat_map(BTreeMap::keys).chain(self.facts.keys()).collect();
        if ever.len() > Follower::MOST_FACTS {
            self.overflow();
        }
    }

    fn overflow(&mut self) {
        self.marks.insert(Mark::Full);
        self.facts.clear();
        self.older.clear();
    }
}

impl FactKind {
    /// Returns the endpoint if the fact is an answer to GET.
    fn answers(&self) -> Option<Source> {
        match self {
            FactKind::CaseDetail { .. } => Some(Source::Detail),
            FactKind::Results { .. } => Some(Source::Results),
            FactKind::Offers { .. } => Some(Source::Offers),
            _ => None,
        }
    }
}

impl FactRecord {
    /// Merges two facts with the same key. They differ only if one event id arrived with two
    /// contents, or if an event was received at two times. The lesser fact is retained, which gives
    /// the same result in any order.
    fn merged(mut self, mut other: FactRecord) -> FactRecord {
        if let (FactKind::ResultsReady { received_at: one, .. }, FactKind::ResultsReady { received_at: two, .. }) =
            (&mut self.what, &mut other.what)
        {
            let first = (*one).into_iter().chain(*two).min();
            (*one, *two) = (first, first);
        }
        self.min(other)
    }
}

tokens! {
    /// A part of the view.
    Part, "part of a view" {
        /// `case_id`, `issue_key`.
        Case "case",
        /// `state`, `possible`.
        State "state",
        /// `open_interaction`.
        OpenInteraction "open_interaction",
        /// `offers`.
        Offers "offers",
        /// `results`.
        Results "results",
        /// `files`.
        Files "files",
        /// `closed`.
        Closed "closed",
        /// `cancelled`, `cancellation`.
        Cancellation "cancellation",
        /// `ask`.
        Ask "ask",
    }
}
