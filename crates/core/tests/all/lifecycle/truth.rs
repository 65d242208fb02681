//! The properties of a view, compared with its case. A view says what holds "if nothing has
//! happened but what the facts say", so that it may lag behind the case, but never be ahead of it,
//! and never state what was not so.

use super::service::{Habits, Node, Stamps, url};
use super::tally::Tally;
use super::values::{MARK, offers, policy_type, price};
use casegate::events::{AskReason, CaseView, Delivery, Event, Follower, Moment, Source, Teaser, URL_HOURS};
use casegate::tokens::{Label, State, UpgradeStatus};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The most rounds of questions and answers.
pub const MOST_ROUNDS: usize = 4;

pub const ONLY_ADDS: &str = "what a view states for good stays with every further fact";

/// The parts of a view that are final.
#[derive(Default)]
pub struct Seen {
    closed: bool,
    available: bool,
    cancelled: bool,
    selected: usize,
}

impl Seen {
    pub fn of(view: &CaseView) -> Seen {
        let selected = view.offers.iter().flat_map(|offer| &offer.upgrades).filter(|upgrade| upgrade.selected).count();
        Seen {
            closed: view.state == Some(State::Closed),
            available: view.results.available,
            cancelled: view.cancelled,
            selected,
        }
    }

    pub fn is_part_of(&self, later: &Seen) -> bool {
        self.closed <= later.closed
            && self.available <= later.available
            && self.cancelled <= later.cancelled
            && self.selected <= later.selected
    }
}

pub struct Observation<'v> {
    pub node: &'v Node,
    pub habits: Habits,
    pub view: &'v CaseView,
    /// The follower in its serialized form.
    pub text: &'v str,
    /// Every event and every outcome of an own request has arrived.
    pub is_complete: bool,
    /// The requests whose replies are known to be accepted.
    pub replied: &'v [String],
    pub follower: &'v Follower,
}

pub fn check(observation: &Observation<'_>, tally: &mut Tally) {
    let Observation { node, view, .. } = observation;
    let case = &node.case;
    let mut holds = |property: &'static str, held: bool| {
        tally.holds(property, held, || format!("{:?}\n  is shown as {view:?}\n  from {}", node, observation.text));
    };
    let was = |state: &State| node.visited.contains(state);
    holds("a stated state is one that the case was in", view.state.as_ref().is_none_or(was));
    holds("one of the possible states is one that the case was in", view.possible.iter().any(was));
    let asks = view.ask.iter().any(|ask| ask.endpoint == Source::Detail);
    holds("a doubt about the state is asked", view.state.is_some() || asks);
    if let Some(closed) = &view.closed {
        let is_reason = closed.reason.as_deref().is_none_or(|reason| reason == node.reason());
        holds("only a closed case is shown as closed, for its reason", case.state() == State::Closed && is_reason);
    }
    holds("only a cancelled case is shown as cancelled", !view.cancelled || node.is_cancelled());
    let results = &view.results;
    holds("only published results are shown", !results.available || !node.published.is_empty());
    let is_fired = |answer: &String| (1..=node.published.len()).any(|number| url(number) == *answer);
    holds("an address is one that was sent", results.url.as_ref().is_none_or(is_fired));
    if let Some(open) = &view.open_interaction {
        let is_asked = (1..=node.rounds).any(|round| format!("i{round}") == open.interaction_id);
        let is_unanswered = !observation.replied.contains(&open.interaction_id);
        let is_open = view.state == Some(State::ActionRequired);
        holds(
            "only a request that was made and has no known reply is shown as open",
            is_asked && is_unanswered && is_open,
        );
    }
    holds(
        "no value of a policy is kept or shown",
        !observation.text.contains(MARK) && !format!("{view:?}").contains(MARK),
    );
    holds("offers are as they were made, and selected only where they were accepted", offers_agree(observation));
    let file = |id: &str| (1..=case.appended_files()).any(|number| format!("f{number}") == id);
    holds("files are those that were appended", view.files.iter().all(|seen| file(&seen.file_id)));
    expiry(observation, &mut holds);
    if case.is_test() {
        let asks = view.ask.iter().any(|ask| ask.reason == AskReason::TestCase);
        holds(
            "a test case must be polled until it is known to be closed",
            view.must_poll && (asks || view.closed.is_some()),
        );
    } else if observation.is_complete {
        complete(observation, &mut holds);
    }
}

/// With every fact known, in any order, the view is the truth, or it asks.
fn complete(observation: &Observation<'_>, holds: &mut impl FnMut(&'static str, bool)) {
    let Observation { node, view, .. } = observation;
    let case = &node.case;
    holds("with every fact known, the truth is among the possible states", view.possible.contains(&case.state()));
    holds("with every fact known, a stated state is the truth", view.state.is_none_or(|state| state == case.state()));
    let is_ready = view.results.available != node.published.is_empty();
    holds("with every fact known, results are shown when they are there", is_ready);
    let last = url(node.published.len());
    holds(
        "with every fact known, an address is the last one",
        view.results.url.as_ref().is_none_or(|url| *url == last),
    );
    holds(
        "with every fact known, a cancellation and the end are shown",
        view.cancelled == node.is_cancelled() && view.closed.is_some() == case.closing().is_some(),
    );
    if view.state == Some(State::ActionRequired) {
        let answer = view.open_interaction.as_ref().map(|open| open.interaction_id.as_str());
        holds(
            "with every fact known, the open request is the one that is open",
            answer.is_none() || answer == case.open_interaction(),
        );
    }
    let selected = |upgrades: &[(i64, UpgradeStatus)]| -> BTreeSet<u64> {
        let selected = upgrades.iter().filter(|(_, status)| *status == UpgradeStatus::Selected);
        selected.map(|(id, _)| u64::try_from(*id).unwrap()).collect()
    };
    let truth: BTreeSet<u64> = offers(case).iter().flat_map(|(_, upgrades)| selected(upgrades)).collect();
    let answer = view.offers.iter().flat_map(|offer| &offer.upgrades).filter(|upgrade| upgrade.selected);
    let answer: BTreeSet<u64> = answer.filter_map(|upgrade| upgrade.upgrade_id).collect();
    let all = view.offers.len() == offers(case).len();
    holds("with every fact known, every offer and every acceptance is shown", all && truth == answer);
    holds("with every fact known, every file is shown", view.files.len() == case.appended_files() as usize);
}

fn offers_agree(observation: &Observation<'_>) -> bool {
    let truth = offers(&observation.node.case);
    observation.view.offers.iter().all(|offer| {
        let Some((_, upgrades)) = truth.iter().find(|(id, _)| *id == offer.offer_id) else { return false };
        offer.upgrades.iter().all(|seen| {
            let is = |(id, status): &(i64, UpgradeStatus)| {
                seen.upgrade_id.is_none_or(|seen| u64::try_from(*id) == Ok(seen))
                    && seen.policy_type.as_ref().is_none_or(|answer| *answer == policy_type(*id))
                    && seen.price_usd.as_ref().is_none_or(|answer| *answer == price(*id))
                    && (!seen.selected || *status == UpgradeStatus::Selected)
            };
            upgrades.iter().any(is)
        })
    })
}

/// An address expires 12 hours after its event fired (`LIM-webhook-url`), to the second.
fn expiry(observation: &Observation<'_>, holds: &mut impl FnMut(&'static str, bool)) {
    let Observation { node, view, habits, follower, .. } = observation;
    let Some(answer) = &view.results.url else { return };
    if habits.stamps == Stamps::None {
        return holds("without a time no address expires", view.results.expires_at.is_none());
    }
    let Some(number) = (1..=node.published.len()).find(|number| url(*number) == *answer) else { return };
    let fired = node.published.get(number - 1).copied().unwrap_or_default();
    let end = fired + u64::from(URL_HOURS) * 3_600;
    let expired = |second: u64| follower.view(Moment::from_seconds(second)).results.expired;
    let is_exact = expired(end - 1) == Some(false) && expired(end) == Some(true);
    holds("an address expires 12 hours after its event fired", is_exact);
}

/// After the answers to its questions, the view is the truth, and has no more questions.
pub fn check_asked(node: &Node, habits: Habits, view: &CaseView, tally: &mut Tally) {
    let context = || format!("{node:?}\n  is shown as {view:?}");
    let truth = node.case.state();
    // An event without an id and without a distinct time is the same fact when it comes again: a
    // case that is queued once more has to be polled again (rule 5 of the view's states).
    let may_look_alike = truth == State::Received && node.rounds > 0 && !habits.names;
    if may_look_alike && view.state.is_none() {
        let is_near = view.possible == [State::Received, State::InProgress];
        return tally.holds(
            "a case queued again, whose next event may look like its last, stays in doubt",
            is_near,
            context,
        );
    }
    tally.holds("after asking, the state is the truth", view.state == Some(truth), context);
    let left = view.ask.iter().filter(|ask| ask.reason != AskReason::TestCase);
    tally.holds("after asking, nothing is left to ask", left.count() == 0, context);
}

/// One of each type, as an operator may send them for a test case (`TEST-operator-synthetic`).
pub fn synthetic_events() -> &'static [Delivery] {
    static EVENTS: LazyLock<Vec<Delivery>> = LazyLock::new(|| {
        let teaser = Teaser::new(Some(4), "umbrella", "120.00").unwrap();
        let events = [
            Event::received(),
            Event::files_updated("f1", Label::Other).unwrap(),
            Event::in_progress(),
            Event::action_required("Which car was it?", "i1").unwrap(),
            Event::additional_policies_found("o1", vec![teaser]).unwrap(),
            Event::results_ready("https://files.example/1").unwrap(),
            Event::closed("results_delivered").unwrap(),
        ];
        events.into_iter().map(Delivery::new).collect()
    });
    &EVENTS
}
