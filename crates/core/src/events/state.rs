//! Which states a set of facts admits.
//!
//! The rule, over facts that are not older than a state the service has told since (see [`super::Fact::answer`]):
//!
//! 1. Any fact that shows `closed` settles it (`ST-closed-terminal`); else any that shows `results_ready`, as nothing
//!    leads from there back into research (`ST-no-other-transitions`).
//! 2. A request that no reply is known for is open, because replies are told. Of several, only times tell the last, as
//!    one is open at a time (`ST-one-open-request`). A state told with a later time shows that it was answered after all;
//!    a later `case.in_progress` only raises the doubt, since it may lag.
//! 3. Where no request was ever seen, research goes one way, and the furthest state holds.
//! 4. Otherwise the case may have gone round. Every fact that no time shows to be older than another may be the last, and
//!    all their states are possible. After a reply these are `received` and `in_progress` (D28).
//! 5. `received` is not held where the `case.in_progress` that ends it could not be told from one that came before: an
//!    event without an id, and without a time that sets it apart, is the same fact when it comes again.

use super::time::Moment;
use crate::tokens::State;
use std::collections::BTreeSet;

/// A request for input.
pub(super) struct Asked<'f> {
    pub(super) interaction_id: &'f str,
    /// When it was first asked.
    pub(super) at: Option<Moment>,
    pub(super) answered: bool,
    /// The service has told a state since.
    pub(super) older: bool,
    /// That state was another than `action_required`, so that it must have been answered.
    pub(super) passed: bool,
}

/// What speaks about the state before results are ready.
#[derive(Default)]
pub(super) struct Signs<'f> {
    pub(super) opening: bool,
    /// Additional policies were found, which research must have begun for (D32).
    pub(super) found: bool,
    /// A request or a reply was ever seen.
    pub(super) looped: bool,
    pub(super) progress: Vec<Option<Moment>>,
    /// Of these and of older ones, those without an id.
    pub(super) nameless: Vec<Option<Moment>>,
    pub(super) details: Vec<(State, Option<Moment>)>,
    pub(super) asked: Vec<Asked<'f>>,
    /// Replies that no later state was told for, with the moment of the request, which came before.
    pub(super) replies: Vec<Option<Moment>>,
}

/// What follows.
pub(super) struct Possible<'f> {
    pub(super) states: BTreeSet<State>,
    pub(super) open: Option<&'f str>,
    pub(super) doubt: Option<Doubt>,
}

/// Why there is more than one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Doubt {
    NothingKnown,
    AfterReply,
    RequestsUnordered,
    OrderUnknown,
    EventMissing,
}

const CYCLE: [State; 3] = [State::Received, State::InProgress, State::ActionRequired];

impl<'f> Signs<'f> {
    pub(super) fn judge(&self) -> Possible<'f> {
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
            return Possible { states, open: None, doubt: Some(Doubt::EventMissing) };
        }
        if states.is_empty() {
            states = if self.looped { CYCLE.into() } else { State::ALL.iter().copied().collect() };
            let doubt = if self.looped { Doubt::OrderUnknown } else { Doubt::NothingKnown };
            return Possible { states, open: None, doubt: Some(doubt) };
        }
        let only_reply = self.details.is_empty() && !self.replies.is_empty();
        let doubt = if only_reply || (unseen && states.len() == 2) { Doubt::AfterReply } else { Doubt::OrderUnknown };
        let open = if states == BTreeSet::from([State::ActionRequired]) { self.still_open() } else { None };
        let doubt = (states.len() > 1).then_some(doubt);
        Possible { states, open, doubt }
    }

    /// Rule 2; nothing where no request is open.
    fn while_open(&self, unanswered: &[&Asked<'f>]) -> Option<Possible<'f>> {
        let Some(last) = last_asked(unanswered) else {
            let doubt = (!unanswered.is_empty()).then_some(Doubt::RequestsUnordered)?;
            return Some(Possible { states: CYCLE.into(), open: None, doubt: Some(doubt) });
        };
        let newest = self.newest_details();
        let later = |at: &Option<Moment>| is_before(last.at, *at);
        let told: BTreeSet<State> = newest.iter().filter(|(_, at)| later(at)).map(|(state, _)| *state).collect();
        if !told.is_empty() && !told.contains(&State::ActionRequired) {
            return None;
        }
        let mut states = told;
        states.insert(State::ActionRequired);
        if self.progress.iter().any(later) {
            states.insert(State::InProgress);
        }
        let doubt = (states.len() > 1).then_some(Doubt::OrderUnknown);
        Some(Possible { open: doubt.is_none().then_some(last.interaction_id), states, doubt })
    }

    /// Rule 3.
    fn furthest(&self) -> BTreeSet<State> {
        let details = self.details.iter().map(|(state, _)| *state);
        let progress = self.progress.first().map(|_| State::InProgress);
        details.chain(progress).chain(self.opening.then_some(State::Received)).max().into_iter().collect()
    }

    /// Rule 4. `disproved`: a request without a known reply was shown to be answered.
    fn last_of_round(&self, disproved: bool) -> BTreeSet<State> {
        let progress = newest(self.progress.iter().copied());
        let asked = newest(self.asked.iter().map(|asked| asked.at));
        let details = newest(self.details.iter().map(|(_, at)| *at));
        let moved_on = self.details.iter().filter(|(state, _)| *state != State::ActionRequired);
        let moved_on = newest(moved_on.map(|(_, at)| *at));
        let replied = disproved || !self.replies.is_empty() || self.asked.iter().any(|asked| asked.answered);
        let mut states = BTreeSet::new();
        if self.progress.iter().any(|at| !is_before(*at, details) && !is_before(*at, asked)) {
            states.insert(State::InProgress);
        }
        for (state, at) in &self.details {
            let picked_up = is_before(*at, progress) && (*state != State::ActionRequired || replied);
            if !is_before(*at, details) && !is_before(*at, asked) && !picked_up {
                states.insert(*state);
            }
        }
        for at in &self.replies {
            if !is_before(*at, progress) && !is_before(*at, moved_on) && !is_before(*at, asked) {
                states.extend([State::Received, State::InProgress]);
            }
        }
        states
    }

    /// Rule 5.
    fn may_be_picked_up(&self) -> bool {
        let asked = newest(self.asked.iter().map(|asked| asked.at));
        let details = newest(self.details.iter().map(|(_, at)| *at));
        self.nameless.iter().any(|at| !is_before(*at, asked) && !is_before(*at, details))
    }

    fn newest_details(&self) -> Vec<(State, Option<Moment>)> {
        let newest = newest(self.details.iter().map(|(_, at)| *at));
        self.details.iter().copied().filter(|(_, at)| !is_before(*at, newest)).collect()
    }

    /// The request that a told `action_required` is about, where only one can be meant.
    fn still_open(&self) -> Option<&'f str> {
        let open: Vec<&Asked<'f>> = self.asked.iter().filter(|asked| !asked.answered && !asked.passed).collect();
        last_asked(&open).map(|asked| asked.interaction_id)
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

/// Whether both moments are known and the first is the earlier.
fn is_before(one: Option<Moment>, other: Option<Moment>) -> bool {
    matches!((one, other), (Some(one), Some(other)) if one < other)
}

fn newest(moments: impl Iterator<Item = Option<Moment>>) -> Option<Moment> {
    moments.flatten().max()
}
