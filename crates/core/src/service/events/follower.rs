//! The caller's side of a case: facts in, a picture out, the same for every order of the same facts.
//!
//! A follower is a join-semilattice: a set of facts by their keys, and marks that only ever get set. Learning is a union,
//! so order, repetition and division into batches cannot matter; the picture is computed from the set alone.
//!
//! Memory: events are kept without what nobody reads, an answer to GET goes when a later one is known, a request's
//! message goes with its reply, and texts over 8 KB are not kept. Past [`Follower::MOST_FACTS`] facts (later answers to
//! the same question count) the follower lets go of all of them and says to start anew; only `closed` and
//! `results_ready` stay.

use crate::rulebook::tokens::tokens;
use crate::rulebook::tokens::{CancellationReason, State};
use crate::service::events::ask::Source;
use crate::service::events::fact::{Fact, FactKey, is_key};
use crate::service::events::known::{FactKind, FactRecord};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What a caller knows about one case.
///
/// ```
/// use casegate::events::{Delivery, Event, Fact, Follower};
/// use casegate::tokens::State;
///
/// let mut follower = Follower::new(false);
/// follower.learn(Fact::event(&Delivery::new(Event::action_required("Which car?", "i-1")?)));
/// follower.learn(Fact::event(&Delivery::new(Event::in_progress()))); // late
/// let picture = follower.picture(None);
/// assert_eq!(picture.state, Some(State::ActionRequired));
///
/// follower.learn(Fact::responded("i-1"));
/// assert_eq!(follower.picture(None).state, None, "it may have been picked up already: ask");
/// # Ok::<(), casegate::events::EventError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Follower {
    /// The version of this form; 1.
    format: u8,
    pub(crate) is_test: bool,
    /// What was seen once and stays, also when the facts that showed it are gone.
    marks: BTreeSet<Mark>,
    pub(crate) facts: BTreeMap<FactKey, FactRecord>,
    /// By endpoint, the facts that an answer is younger than; `true` where the answer told a state other than
    /// `action_required`.
    pub(crate) older: BTreeMap<Source, BTreeMap<FactKey, bool>>,
}

/// What was seen of a case once and for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Mark {
    /// A request for input, or a reply to one: research may have gone round.
    Asked,
    /// Results.
    Ready,
    /// The end.
    Closed,
    /// More facts than are kept.
    Full,
}

/// What became of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Learned {
    /// It is new.
    New,
    /// It was known, or a later answer was.
    Known,
    /// It is a webhook event, and a test case fires none (D33): an operator made it. It is left out.
    NotOfThisCase,
    /// There were more facts than are kept.
    Full,
}

/// What a fact changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Changes {
    /// What became of the fact.
    pub learned: Learned,
    /// The parts of the picture that are not what they were.
    pub parts: Vec<Part>,
}

/// A serialized follower that cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is no follower of format {}", Follower::FORMAT)]
pub struct FollowerError;

impl Follower {
    /// The version of the serialized form.
    pub const FORMAT: u8 = 1;
    /// How many facts are kept.
    pub const MOST_FACTS: usize = 4_096;

    /// A follower that knows nothing.
    pub fn new(is_test: bool) -> Follower {
        Follower {
            format: Follower::FORMAT,
            is_test,
            marks: BTreeSet::new(),
            facts: BTreeMap::new(),
            older: BTreeMap::new(),
        }
    }

    /// Reads a follower from the JSON that it is serialized to.
    ///
    /// # Errors
    ///
    /// [`FollowerError`].
    pub fn from_json(text: &str) -> Result<Follower, FollowerError> {
        let mut follower: Follower = serde_json::from_str(text).map_err(|_| FollowerError)?;
        let keys = follower.facts.keys().chain(follower.older.values().flat_map(BTreeMap::keys));
        if follower.format != Follower::FORMAT || !keys.into_iter().all(|key| is_key(key)) {
            return Err(FollowerError);
        }
        // The marks follow from the facts; a form that was edited does not undo them.
        for known in follower.facts.values().cloned().collect::<Vec<_>>() {
            follower.mark(&known.what);
        }
        follower.settle();
        Ok(follower)
    }

    /// Whether the case is a test case, which fires no events: the caller must poll (`TEST-must-poll`).
    pub fn is_test(&self) -> bool {
        self.is_test
    }

    /// Takes a fact in. The changes are told by pictures of a context's default settings.
    pub fn learn(&mut self, fact: Fact) -> Changes {
        let before = self.picture(None);
        let learned = self.take(fact);
        self.settle();
        let learned = if self.has(Mark::Full) { Learned::Full } else { learned };
        Changes { learned, parts: before.differences(&self.picture(None)) }
    }

    /// Takes many facts in, at once.
    pub fn learn_all(&mut self, facts: impl IntoIterator<Item = Fact>) {
        for fact in facts {
            self.take(fact);
        }
        self.settle();
    }

    /// Takes a fact in; [`Follower::settle`] has to follow.
    pub(crate) fn take(&mut self, fact: Fact) -> Learned {
        if self.is_test && fact.is_event() {
            return Learned::NotOfThisCase;
        }
        self.mark(&fact.known.what);
        if self.has(Mark::Full) {
            return Learned::Full;
        }
        if let Some((endpoint, basis)) = fact.after {
            let moved_on = matches!(fact.known.what, FactKind::CaseDetail { status: Some(status), .. } if status != State::ActionRequired);
            let older = self.older.entry(endpoint).or_default();
            for key in basis {
                *older.entry(key).or_default() |= moved_on;
            }
            if older.contains_key(&fact.key) {
                return Learned::Known;
            }
        }
        let learned = match self.facts.remove(&fact.key) {
            None => {
                self.facts.insert(fact.key, fact.known);
                Learned::New
            }
            Some(known) => {
                self.facts.insert(fact.key, known.merged(fact.known));
                Learned::Known
            }
        };
        // The exact count is settled after the batch; this only bounds a batch.
        if self.facts.len() > Follower::MOST_FACTS || self.older.values().any(|keys| keys.len() > Follower::MOST_FACTS)
        {
            self.overflow();
        }
        learned
    }

    /// Whether something was seen.
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

    /// Lets go of what later facts made needless: a function of the set, not of the way to it.
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
    /// The endpoint that it is an answer of.
    fn answers(&self) -> Option<Source> {
        match self {
            FactKind::CaseDetail { .. } => Some(Source::CaseDetail),
            FactKind::Results { .. } => Some(Source::Results),
            FactKind::Offers { .. } => Some(Source::Offers),
            _ => None,
        }
    }
}

impl FactRecord {
    /// Two facts of one key differ only where one event id came with two contents, or when they came: the lesser stays,
    /// which any order gives.
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
    /// A part of the picture.
    Part {
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
