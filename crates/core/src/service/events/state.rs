//! Computes the states that are consistent with a set of facts.
//!
//! Two things order facts. An answer to GET is later than the events in its basis, regardless of
//! the clocks (see [`crate::service::events::fact::Fact::answer`]). Times of the same clock are
//! compared directly. Events and case rows are stamped by different clocks, so their times are
//! compared only if they differ by more than the context's tolerance (D49).
//!
//! The following rules use the facts that are not in the basis of a later case detail:
//!
//! 1. Any fact that shows `closed` determines the state (`ST-closed-terminal`). Otherwise any fact
//!    that shows `results_ready` determines it, because no transition leads from there back into
//!    research (`ST-no-other-transitions`).
//! 2. A request without a known reply is open, because the caller reports every reply. If several
//!    are unanswered, only times can show which one is the last, because one request is open at a
//!    time (`ST-one-open-request`). A reported state with a later time proves that the request was
//!    answered. A reported state that cannot be ordered with the request only makes the estimate
//!    ambiguous. So does a later `case.in_progress`, because that event may be delayed.
//! 3. If no request was ever seen, the states of research follow one direction, and the furthest
//!    state is the current one.
//! 4. Otherwise research may have returned to an earlier state. Every fact that is not known to be
//!    older than another fact may be the last one, so all their states are possible. After a reply
//!    these are `received` and `in_progress` (D28). An `action_required` in an answer that has the
//!    request in its basis confirms the request. Another state in such an answer is left out if its
//!    row is clearly older than the request and no reply is known, because the two contradict each
//!    other.
//! 5. `received` is not certain if the `case.in_progress` that ends it could be confused with an
//!    earlier one. An event without an id, and without a time that distinguishes it, is the same
//!    fact when it arrives again.

use crate::rulebook::tokens::State;
use crate::service::events::time::Moment;
use std::collections::BTreeSet;

/// A request for input.
pub(crate) struct InputRequest<'f> {
    pub(crate) interaction_id: &'f str,
    /// The earliest known time of the request.
    pub(crate) at: Option<Moment>,
    pub(crate) answered: bool,
    /// `true` if a later case detail has the request in its basis.
    pub(crate) older: bool,
    /// `true` if such a case detail reported a state other than `action_required`, so that the
    /// request must have been answered.
    pub(crate) passed: bool,
}

/// A time and the clock that produced it.
#[derive(Clone, Copy)]
pub(crate) enum Stamp {
    /// The time at which an event fired.
    Event(Option<Moment>),
    /// The time at which a case's row was written.
    Row(Option<Moment>),
}

/// The latest times in a set of facts, one for each clock.
#[derive(Default)]
struct Latest {
    event: Option<Moment>,
    row: Option<Moment>,
}

/// The evidence about the state before results are ready.
#[derive(Default)]
pub(crate) struct Evidence<'f> {
    /// Times of different clocks order facts only if they differ by more than this.
    pub(crate) tolerance_seconds: u32,
    pub(crate) opening: bool,
    /// Additional policies were found, which requires that research has begun (D32).
    pub(crate) found: bool,
    /// A request, a reply or an `action_required` state was seen at any time.
    pub(crate) looped: bool,
    pub(crate) progress: Vec<Option<Moment>>,
    /// The times of `case.in_progress` events without an id, including older ones.
    pub(crate) nameless: Vec<Option<Moment>>,
    pub(crate) details: Vec<(State, Stamp)>,
    pub(crate) asked: Vec<InputRequest<'f>>,
    /// The replies that no later case detail covers, each with the time of its request. The reply
    /// itself is later than that time.
    pub(crate) replies: Vec<Option<Moment>>,
}

/// The possible states, and the open request if it is certain.
pub(crate) struct StateEstimate<'f> {
    pub(crate) states: BTreeSet<State>,
    pub(crate) open: Option<&'f str>,
    pub(crate) ambiguity: Option<Ambiguity>,
}

/// The reason why the estimate has more than one state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ambiguity {
    NothingKnown,
    AfterReply,
    RequestsUnordered,
    OrderUnknown,
    EventMissing,
}

const CYCLE: [State; 3] = [State::Received, State::InProgress, State::ActionRequired];

impl<'f> Evidence<'f> {
    pub(crate) fn judge(&self) -> StateEstimate<'f> {
        let unanswered: Vec<&InputRequest<'f>> =
            self.asked.iter().filter(|asked| !asked.answered && !asked.older).collect();
        if let Some(possible) = self.while_open(&unanswered) {
            return possible;
        }
        let mut states = if self.looped { self.last_of_round(!unanswered.is_empty()) } else { self.furthest() };
        let unseen = states.contains(&State::Received) && self.may_be_picked_up();
        if unseen {
            states.insert(State::InProgress);
        }
        if !self.looped && self.found && states.iter().all(|state| *state == State::Received) {
            states = BTreeSet::from([State::InProgress, State::ActionRequired, State::ResultsReady]);
            return StateEstimate { states, open: None, ambiguity: Some(Ambiguity::EventMissing) };
        }
        if states.is_empty() {
            states = if self.looped { CYCLE.into() } else { State::ALL.iter().copied().collect() };
            let ambiguity = if self.looped { Ambiguity::OrderUnknown } else { Ambiguity::NothingKnown };
            return StateEstimate { states, open: None, ambiguity: Some(ambiguity) };
        }
        let only_reply = self.details.is_empty() && !self.replies.is_empty();
        let ambiguity =
            if only_reply || (unseen && states.len() == 2) { Ambiguity::AfterReply } else { Ambiguity::OrderUnknown };
        let open = if states == BTreeSet::from([State::ActionRequired]) { self.still_open() } else { None };
        let ambiguity = (states.len() > 1).then_some(ambiguity);
        StateEstimate { states, open, ambiguity }
    }

    /// Applies rule 2. Returns `None` if no request is open.
    fn while_open(&self, unanswered: &[&InputRequest<'f>]) -> Option<StateEstimate<'f>> {
        let Some(last) = last_asked(unanswered) else {
            let ambiguity = (!unanswered.is_empty()).then_some(Ambiguity::RequestsUnordered)?;
            return Some(StateEstimate { states: CYCLE.into(), open: None, ambiguity: Some(ambiguity) });
        };
        let asked = Latest::of([Stamp::Event(last.at)]);
        let (mut reported, mut unordered) = (BTreeSet::new(), BTreeSet::new());
        for (state, stamp) in self.newest_details() {
            if self.is_before(Stamp::Event(last.at), &Latest::of([stamp])) {
                reported.insert(state);
            } else if !self.is_before(stamp, &asked) {
                unordered.insert(state);
            }
        }
        if !reported.is_empty() && !reported.contains(&State::ActionRequired) {
            return None;
        }
        let mut states = reported;
        states.append(&mut unordered);
        states.insert(State::ActionRequired);
        if self.progress.iter().any(|at| last.at.zip(*at).is_some_and(|(asked, at)| asked < at)) {
            states.insert(State::InProgress);
        }
        let ambiguity = (states.len() > 1).then_some(Ambiguity::OrderUnknown);
        Some(StateEstimate { open: ambiguity.is_none().then_some(last.interaction_id), states, ambiguity })
    }

    /// Applies rule 3.
    fn furthest(&self) -> BTreeSet<State> {
        let details = self.details.iter().map(|(state, _)| *state);
        let progress = self.progress.first().map(|_| State::InProgress);
        details.chain(progress).chain(self.opening.then_some(State::Received)).max().into_iter().collect()
    }

    /// Applies rule 4. `disproved` means that a request without a known reply was shown to be
    /// answered.
    fn last_of_round(&self, disproved: bool) -> BTreeSet<State> {
        let progress = Latest::of(self.progress.iter().copied().map(Stamp::Event));
        let asked = self.latest_asked(|_| true);
        let details = Latest::of(self.details.iter().map(|(_, stamp)| *stamp));
        let moved_on = self.details.iter().filter(|(state, _)| *state != State::ActionRequired);
        let moved_on = Latest::of(moved_on.map(|(_, stamp)| *stamp));
        let replied = disproved || !self.replies.is_empty() || self.asked.iter().any(|asked| asked.answered);
        // An answer is later than the facts in its basis. Times are compared only if they
        // contradict that order.
        let not_confirmed = self.latest_asked(|asked| !asked.older);
        let not_replied = self.latest_asked(|asked| !(asked.older && asked.answered));
        let mut states = BTreeSet::new();
        for at in self.progress.iter().copied().map(Stamp::Event) {
            if !self.is_before(at, &details) && !self.is_before(at, &asked) {
                states.insert(State::InProgress);
            }
        }
        for (state, stamp) in &self.details {
            let waits = *state == State::ActionRequired;
            let picked_up = self.is_before(*stamp, &progress) && (!waits || replied);
            let asked = if waits { &not_confirmed } else { &not_replied };
            if !self.is_before(*stamp, &details) && !self.is_before(*stamp, asked) && !picked_up {
                states.insert(*state);
            }
        }
        for at in self.replies.iter().copied().map(Stamp::Event) {
            if ![&progress, &moved_on, &asked].into_iter().any(|latest| self.is_before(at, latest)) {
                states.extend([State::Received, State::InProgress]);
            }
        }
        states
    }

    /// Applies rule 5.
    fn may_be_picked_up(&self) -> bool {
        let asked = self.latest_asked(|_| true);
        let details = Latest::of(self.details.iter().map(|(_, stamp)| *stamp));
        let mut nameless = self.nameless.iter().copied().map(Stamp::Event);
        nameless.any(|at| !self.is_before(at, &asked) && !self.is_before(at, &details))
    }

    fn newest_details(&self) -> Vec<(State, Stamp)> {
        let newest = Latest::of(self.details.iter().map(|(_, stamp)| *stamp));
        self.details.iter().copied().filter(|(_, stamp)| !self.is_before(*stamp, &newest)).collect()
    }

    fn latest_asked(&self, counts: impl Fn(&InputRequest<'f>) -> bool) -> Latest {
        Latest::of(self.asked.iter().filter(|asked| counts(asked)).map(|asked| Stamp::Event(asked.at)))
    }

    /// Returns the request that a reported `action_required` refers to, if it is unambiguous.
    fn still_open(&self) -> Option<&'f str> {
        let open: Vec<&InputRequest<'f>> = self.asked.iter().filter(|asked| !asked.answered && !asked.passed).collect();
        last_asked(&open).map(|asked| asked.interaction_id)
    }

    /// Returns `true` if the time is known to be before the latest time of either clock.
    fn is_before(&self, stamp: Stamp, latest: &Latest) -> bool {
        let (at, same, other) = match stamp {
            Stamp::Event(at) => (at, latest.event, latest.row),
            Stamp::Row(at) => (at, latest.row, latest.event),
        };
        let Some(at) = at else { return false };
        let clearly = at.plus_seconds(self.tolerance_seconds);
        same.is_some_and(|same| at < same) || other.is_some_and(|other| clearly < other)
    }
}

impl Latest {
    fn of(stamps: impl IntoIterator<Item = Stamp>) -> Latest {
        let mut latest = Latest::default();
        for stamp in stamps {
            match stamp {
                Stamp::Event(at) => latest.event = latest.event.max(at),
                Stamp::Row(at) => latest.row = latest.row.max(at),
            }
        }
        latest
    }
}

/// Returns the only request, or else the request with the latest time if all have a time and it is
/// unique.
fn last_asked<'a, 'f>(asked: &[&'a InputRequest<'f>]) -> Option<&'a InputRequest<'f>> {
    if let [only] = asked {
        return Some(only);
    }
    if asked.iter().any(|asked| asked.at.is_none()) {
        return None;
    }
    let last = asked.iter().max_by_key(|asked| asked.at)?;
    let is_alone = asked.iter().filter(|other| other.at == last.at).count() == 1;
    is_alone.then_some(*last)
}
