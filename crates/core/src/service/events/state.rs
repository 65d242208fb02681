//! Which states a set of facts admits.
//!
//! Facts are put in order by two things. An answer to GET is later than the events in its basis, whatever the clocks say
//! (see [`crate::service::events::fact::Fact::answer`]). Times of one clock are compared as they are. An event is stamped by another clock than
//! the row that an answer reads, so that their times count only where the distance exceeds the context's tolerance (D49).
//!
//! The rule, over facts that are not older than a state the service has told since:
//!
//! 1. Any fact that shows `closed` settles it (`ST-closed-terminal`); else any that shows `results_ready`, as nothing
//!    leads from there back into research (`ST-no-other-transitions`).
//! 2. A request that no reply is known for is open, because replies are told. Of several, only times tell the last, as
//!    one is open at a time (`ST-one-open-request`). A state told with a later time shows that it was answered after all.
//!    A state in no known order with the request only raises the doubt, and so does a later `case.in_progress`, since it
//!    may lag.
//! 3. Where no request was ever seen, research goes one way, and the furthest state holds.
//! 4. Otherwise the case may have gone round. Every fact that is not known to be older than another may be the last, and
//!    all their states are possible. After a reply these are `received` and `in_progress` (D28). An `action_required`
//!    that was asked for with the request in its basis confirms it. Another state whose row is clearly older than a
//!    request in its basis contradicts itself where no reply is known, and is left out.
//! 5. `received` is not held where the `case.in_progress` that ends it could not be told from one that came before: an
//!    event without an id, and without a time that sets it apart, is the same fact when it comes again.

use crate::rulebook::tokens::State;
use crate::service::events::time::Moment;
use std::collections::BTreeSet;

/// A request for input.
pub(crate) struct Asked<'f> {
    pub(crate) interaction_id: &'f str,
    /// When it was first asked.
    pub(crate) at: Option<Moment>,
    pub(crate) answered: bool,
    /// The service has told a state since.
    pub(crate) older: bool,
    /// That state was another than `action_required`, so that it must have been answered.
    pub(crate) passed: bool,
}

/// A time, by the clock that it is of.
#[derive(Clone, Copy)]
pub(crate) enum Stamp {
    /// When an event fired.
    Event(Option<Moment>),
    /// When a case's row was written.
    Row(Option<Moment>),
}

/// The latest times of a set of facts, by clock.
#[derive(Default)]
struct Latest {
    event: Option<Moment>,
    row: Option<Moment>,
}

/// What speaks about the state before results are ready.
#[derive(Default)]
pub(crate) struct Evidence<'f> {
    /// How far apart times of different clocks must be to put facts in order.
    pub(crate) tolerance_seconds: u32,
    pub(crate) opening: bool,
    /// Additional policies were found, which research must have begun for (D32).
    pub(crate) found: bool,
    /// A request or a reply was ever seen.
    pub(crate) looped: bool,
    pub(crate) progress: Vec<Option<Moment>>,
    /// Of these and of older ones, those without an id.
    pub(crate) nameless: Vec<Option<Moment>>,
    pub(crate) details: Vec<(State, Stamp)>,
    pub(crate) asked: Vec<Asked<'f>>,
    /// Replies that no later state was told for, with the moment of the request, which came before.
    pub(crate) replies: Vec<Option<Moment>>,
}

/// What follows.
pub(crate) struct StateEstimate<'f> {
    pub(crate) states: BTreeSet<State>,
    pub(crate) open: Option<&'f str>,
    pub(crate) ambiguity: Option<Ambiguity>,
}

/// Why there is more than one.
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
        let unanswered: Vec<&Asked<'f>> = self.asked.iter().filter(|asked| !asked.answered && !asked.older).collect();
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

    /// Rule 2; nothing where no request is open.
    fn while_open(&self, unanswered: &[&Asked<'f>]) -> Option<StateEstimate<'f>> {
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

    /// Rule 3.
    fn furthest(&self) -> BTreeSet<State> {
        let details = self.details.iter().map(|(state, _)| *state);
        let progress = self.progress.first().map(|_| State::InProgress);
        details.chain(progress).chain(self.opening.then_some(State::Received)).max().into_iter().collect()
    }

    /// Rule 4. `disproved`: a request without a known reply was shown to be answered.
    fn last_of_round(&self, disproved: bool) -> BTreeSet<State> {
        let progress = Latest::of(self.progress.iter().copied().map(Stamp::Event));
        let asked = self.latest_asked(|_| true);
        let details = Latest::of(self.details.iter().map(|(_, stamp)| *stamp));
        let moved_on = self.details.iter().filter(|(state, _)| *state != State::ActionRequired);
        let moved_on = Latest::of(moved_on.map(|(_, stamp)| *stamp));
        let replied = disproved || !self.replies.is_empty() || self.asked.iter().any(|asked| asked.answered);
        // An answer is later than what is in its basis; the clocks count only where the two contradict each other.
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

    /// Rule 5.
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

    fn latest_asked(&self, counts: impl Fn(&Asked<'f>) -> bool) -> Latest {
        Latest::of(self.asked.iter().filter(|asked| counts(asked)).map(|asked| Stamp::Event(asked.at)))
    }

    /// The request that a told `action_required` is about, where only one can be meant.
    fn still_open(&self) -> Option<&'f str> {
        let open: Vec<&Asked<'f>> = self.asked.iter().filter(|asked| !asked.answered && !asked.passed).collect();
        last_asked(&open).map(|asked| asked.interaction_id)
    }

    /// Returns `true` if a time is known to be before one of others.
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

/// The only one, or the one with the latest time where all have one.
fn last_asked<'a, 'f>(asked: &[&'a Asked<'f>]) -> Option<&'a Asked<'f>> {
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
