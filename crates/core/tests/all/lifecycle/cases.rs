//! The complete life cycle: every case that an alphabet of triggers can reach, and every trigger on
//! it. A case is independent of its product: the states are the same for both (`ST-list`). The
//! product matters where results are answered, and there both are tried.

use super::tally::Tally;
use super::values::{MARK, PRODUCTS, offers, results_data};
use casegate::Language;
use casegate::lifecycle::{
    Applied, CaseState, Refusal, Transition, Trigger, TriggerType, actions, apply, cancellation, transitions,
};
use casegate::tokens::{CancellationReason, EventType, State, UpgradeStatus};
use casegate::usd::Usd;
use std::collections::{BTreeSet, HashSet, VecDeque};

pub const MIB: u64 = 1 << 20;
/// The greatest length of a message (D23).
const MESSAGE: usize = 8 * 1024;

pub fn cancel(reason: Option<&str>, eligibility: Option<CancellationReason>, fee_usd: Option<Usd>) -> Trigger {
    Trigger::Cancel { reason: reason.map(str::to_owned), eligibility, fee_usd }
}

fn append(label: Option<&str>, size: u64) -> Trigger {
    Trigger::AppendFile { filename: "a.pdf".to_owned(), label: label.map(str::to_owned), size }
}

fn need_input(id: &str, message: &str) -> Trigger {
    Trigger::NeedInput { interaction_id: id.to_owned(), message: message.to_owned() }
}

fn respond(id: &str, message: &str, files: usize) -> Trigger {
    Trigger::Respond { interaction_id: id.to_owned(), message: message.to_owned(), files }
}

fn publish(digest: &str) -> Trigger {
    Trigger::PublishResults { digest: digest.to_owned() }
}

fn find(offer: &str, upgrades: &[i64]) -> Trigger {
    Trigger::FindPolicies { offer_id: offer.to_owned(), upgrade_ids: upgrades.to_vec() }
}

fn accept(offer: &str, upgrades: &[i64], digest: Option<&str>) -> Trigger {
    let digest = digest.map(str::to_owned);
    Trigger::AcceptOffers { offer_id: offer.to_owned(), selected_upgrade_ids: upgrades.to_vec(), digest }
}

/// Each class of each trigger's parameters, with few enough names for the search to end.
pub fn alphabet() -> Vec<Trigger> {
    let fee = Some(Usd::from_cents(7_500));
    let mut alphabet = vec![
        Trigger::Create { is_test: false },
        Trigger::Create { is_test: true },
        Trigger::PickUp,
        need_input("i1", "Which policy?"),
        need_input("i2", &"é".repeat(MESSAGE / 2)),
        need_input("i3", &"é".repeat(MESSAGE / 2 + 1)),
        need_input(" ", "Which policy?"),
        respond("i1", "The second.", 0),
        respond("i2", "\u{a0}", 1),
        respond("i1", "\u{a0}", 0),
        respond("i9", "The third.", 0),
        publish("d1"),
        publish("d2"),
        find("o1", &[1, 2]),
        find("o2", &[2, 3]),
        find("o3", &[]),
        find("", &[1]),
        accept("o1", &[1], Some("d2")),
        accept("o1", &[2], None),
        accept("o2", &[3, 3], Some("d1")),
        accept("o1", &[], Some("d2")),
        accept("o1", &[1, 9], Some("d2")),
        accept("o9", &[1], Some("d2")),
        Trigger::ConfirmDelivery { note: None },
        cancel(None, None, fee),
        cancel(Some("Withdrawn."), Some(CancellationReason::DispatchedFeeApplies), None),
        append(None, 25 * MIB),
        append(Some("police_report"), 1),
        append(Some(" "), 25 * MIB + 1),
    ];
    alphabet.extend(CancellationReason::ALL.iter().map(|reason| cancel(None, Some(*reason), fee)));
    alphabet
}

/// The same without accepted files: with them each case is reached with five different totals, up
/// to the 100 MB.
pub fn without_files() -> Vec<Trigger> {
    let mut alphabet = alphabet();
    alphabet.retain(|trigger| *trigger != append(None, 25 * MIB));
    alphabet
}

/// For the limits of appended files, which take many steps: 25 files, 100 MB (`LIM-append-count`,
/// `LIM-append-bytes`).
pub fn files() -> Vec<Trigger> {
    vec![append(None, 25 * MIB), append(Some(""), 0), Trigger::PickUp, cancel(None, None, None)]
}

#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    pub cases: u64,
    pub tried: u64,
    pub taken: u64,
    pub refused: u64,
}

impl Counts {
    pub fn join(&mut self, other: Counts) {
        self.cases += other.cases;
        self.tried += other.tried;
        self.taken += other.taken;
        self.refused += other.refused;
    }
}

/// A step of the search.
struct Edge<'a> {
    before: &'a CaseState,
    trigger: &'a Trigger,
    after: &'a Applied,
}

/// Searches from the creation of a case and of its test twin, which takes the same steps without
/// events.
pub fn search(alphabet: &[Trigger], tally: &mut Tally) -> (Counts, BTreeSet<usize>) {
    let created = apply(None, &Trigger::Create { is_test: false }).unwrap();
    let twin = apply(None, &Trigger::Create { is_test: true }).unwrap();
    let is_received = created.events.len() == 1 && created.events[0].event == EventType::Received;
    tally.holds("creation fires case.received alone", is_received, String::new);
    tally.holds("a test case fires nothing", twin.events.is_empty(), String::new);

    let mut counts = Counts::default();
    let start = (created.case, twin.case);
    let (mut seen, mut reply) = (HashSet::from([start.clone()]), HashSet::new());
    let mut queue = VecDeque::from([start]);
    let mut taken = BTreeSet::new();
    while let Some((case, twin)) = queue.pop_front() {
        counts.cases += 1;
        check_case(&case, tally);
        check_case(&twin, tally);
        check_actions(&case, alphabet, tally);
        // Results depend only on offers and the end.
        if reply.insert((offers(&case), case.closing().cloned())) {
            check_results(&case, tally);
        }
        for trigger in alphabet {
            counts.tried += 1;
            let context = || format!("{trigger:?} on {case:?}");
            let starts = |row: &Transition| row.trigger == trigger.kind() && row.starts_from(Some(case.state()));
            let row = transitions().iter().position(starts);
            match (apply(Some(&case), trigger), apply(Some(&twin), trigger)) {
                (Ok(after), Ok(silent)) => {
                    counts.taken += 1;
                    tally.holds("what is not in the table is refused", row.is_some(), context);
                    let Some(row) = row else { continue };
                    taken.insert(row);
                    check_edge(&Edge { before: &case, trigger, after: &after }, &transitions()[row], tally);
                    tally.holds("a test case fires nothing", silent.events.is_empty(), context);
                    tally.holds("a test case has the same states", silent.case.state() == after.case.state(), context);
                    let next = (after.case, silent.case);
                    if seen.insert(next.clone()) {
                        queue.push_back(next);
                    }
                }
                (Err(refusal), Err(same)) => {
                    counts.refused += 1;
                    tally.holds("a test case has the same rules", refusal == same, context);
                }
                _ => tally.holds("a test case has the same rules", false, context),
            }
        }
    }
    (counts, taken)
}

/// Properties of every case.
fn check_case(case: &CaseState, tally: &mut Tally) {
    let context = || format!("{case:?}");
    let is_open = case.open_interaction().is_some() == (case.state() == State::ActionRequired);
    tally.holds("a request for input is open in action_required and nowhere else", is_open, context);
    let is_closed = case.closing().is_some() == (case.state() == State::Closed);
    tally.holds("a closed case has an end, and no other case", is_closed, context);
    let within = case.appended_files() <= 25 && case.appended_bytes() <= 100 * MIB;
    tally.holds("appended files stay within their limits", within, context);
    let text = serde_json::to_string(case).unwrap();
    let is_same = serde_json::from_str::<CaseState>(&text).is_ok_and(|read| read == *case);
    tally.holds("a case is read as it was written", is_same, context);
    let block = cancellation(case, None, None);
    let agrees = block.eligible == apply(Some(case), &cancel(None, None, None)).is_ok_and(|_| case.closing().is_none());
    tally.holds("the cancellation block says what a cancellation does", agrees, context);
}

/// Properties of every step.
fn check_edge(edge: &Edge<'_>, row: &Transition, tally: &mut Tally) {
    let Edge { before, trigger, after: Applied { case: after, events, .. } } = edge;
    let mut holds = |property: &'static str, held: bool| {
        tally.holds(property, held, || format!("{trigger:?} on {before:?}"));
    };
    holds("a step leads where its row says", after.state() == row.leads_to(before.state()));
    holds("a step fires one event at most", events.len() <= 1);
    if before.state() == State::Closed {
        holds("closed is terminal: nothing changes, nothing fires", *before == after && events.is_empty());
    }
    let fired = events.first().map(|fired| fired.event);
    let closes = before.state() != State::Closed && after.state() == State::Closed;
    holds("case.closed fires when closing, once, with a reason", (fired == Some(EventType::Closed)) == closes);
    let has_reason = events.first().is_some_and(|fired| fired.reason.is_some());
    holds("case.closed fires when closing, once, with a reason", has_reason == closes);
    if let (Trigger::Cancel { reason: Some(reason), .. }, true) = (trigger, closes) {
        holds("a caller's reason is reported verbatim", events[0].reason.as_ref() == Some(reason));
    }
    holds("the last event is remembered", after.last_event() == fired.or(before.last_event()));
    holds("case.received fires at creation only", fired != Some(EventType::Received));
    match fired {
        None | Some(EventType::Received) => {}
        Some(EventType::InProgress) => {
            let follows_itself = before.last_event() == Some(EventType::InProgress);
            holds("case.in_progress never follows itself", after.state() == State::InProgress && !follows_itself);
        }
        Some(EventType::ActionRequired) => {
            let is_open = events[0].interaction_id.as_deref() == after.open_interaction();
            holds("case.action_required names the open request", after.state() == State::ActionRequired && is_open);
        }
        Some(EventType::ResultsReady) => {
            let differ = after.published_digest().is_none() || after.published_digest() != before.published_digest();
            holds("case.results_ready fires when results changed", after.state() == State::ResultsReady && differ);
        }
        Some(EventType::Closed) => holds("case.closed fires in closed", after.state() == State::Closed),
        Some(EventType::AdditionalPoliciesFound) => {
            let is_latest = events[0].offer_id.as_deref() == after.latest_offer();
            let in_research = matches!(after.state(), State::InProgress | State::ResultsReady);
            holds("case.additional_policies_found names the latest offer", is_latest && in_research);
        }
        Some(EventType::FilesUpdated) => {
            holds(
                "case.files_updated fires for each appended file",
                after.appended_files() == before.appended_files() + 1,
            );
        }
    }
    let unsaid = fired.is_none() && after.published_digest() != before.published_digest();
    holds("a change of results is reported", !unsaid);
    if let Some(open) = after.open_interaction() {
        holds(
            "an answered request is never open again",
            !after.answered_interactions().any(|answered| answered == open),
        );
        let is_same = before.open_interaction().is_none_or(|before| before == open);
        holds("a request is never opened over another", is_same);
    }
    let selected = |case: &CaseState| -> BTreeSet<(String, i64)> {
        let all = offers(case).into_iter();
        let each = all.flat_map(|(id, upgrades)| {
            upgrades.into_iter().map(move |(upgrade, status)| (id.clone(), upgrade, status))
        });
        each.filter(|(.., status)| *status == UpgradeStatus::Selected).map(|(id, upgrade, _)| (id, upgrade)).collect()
    };
    holds("what is selected stays so", selected(before).is_subset(&selected(after)));
    let by_acceptance = selected(before).len() == selected(after).len()
        || matches!(trigger, Trigger::AcceptOffers { .. } | Trigger::FindPolicies { .. });
    holds("only an acceptance selects", by_acceptance);
    let answered = |case: &CaseState| case.answered_interactions().count();
    let is_reply = matches!(trigger, Trigger::Respond { .. });
    holds(
        "each reply answers one request, and nothing else does",
        answered(after) == answered(before) + usize::from(is_reply),
    );
}

/// An action that is not allowed is refused with any parameters, for the stated reason; an allowed
/// one can be taken.
fn check_actions(case: &CaseState, alphabet: &[Trigger], tally: &mut Tally) {
    for action in actions(Some(case), None, None, Language::Spanish) {
        assert_ne!(action.message.as_deref(), Some(""), "{:?} has no words", action.reason);
        let what_works = match action.trigger {
            TriggerType::Create => Trigger::Create { is_test: false },
            TriggerType::PickUp => Trigger::PickUp,
            TriggerType::NeedInput => need_input("fresh", "Which policy?"),
            TriggerType::Respond => respond(case.open_interaction().unwrap_or("none"), "Here.", 0),
            TriggerType::PublishResults => publish("d9"),
            TriggerType::FindPolicies => find("fresh", &[9]),
            TriggerType::AcceptOffers => {
                // On a closed case only an earlier acceptance can be repeated (D51).
                let all = offers(case);
                let is_closed = case.state() == State::Closed;
                let fits = |status: &UpgradeStatus| !is_closed || *status == UpgradeStatus::Selected;
                let each = all.iter().flat_map(|(id, upgrades)| upgrades.iter().map(move |upgrade| (id, upgrade)));
                let first = each.into_iter().find(|(_, (_, status))| fits(status));
                first.map_or_else(|| accept("none", &[1], None), |(id, (upgrade, _))| accept(id, &[*upgrade], None))
            }
            TriggerType::ConfirmDelivery => Trigger::ConfirmDelivery { note: None },
            TriggerType::Cancel => cancel(None, None, None),
            TriggerType::AppendFile => append(None, 0),
        };
        let outcome = apply(Some(case), &what_works);
        let agrees = match (&outcome, action.reason) {
            (Ok(applied), None) => action.to == Some(applied.case.state()),
            (Err(refusal), Some(reason)) => *refusal == reason,
            _ => false,
        };
        tally.holds("a button says what its trigger does", agrees, || {
            format!("{:?} on {case:?}: {outcome:?}", action.trigger)
        });
        let named = |trigger: &&Trigger| matches!(trigger, Trigger::Cancel { eligibility: Some(_), .. });
        for trigger in alphabet.iter().filter(|trigger| trigger.kind() == action.trigger && !named(trigger)) {
            let is_refused = action.allowed || apply(Some(case), trigger).is_err();
            tally.holds("what a button does not allow is refused", is_refused, || format!("{trigger:?} on {case:?}"));
        }
    }
}

/// Results hold the values of a bought policy, and none of another one (`RESULT-offered-envelope`).
fn check_results(case: &CaseState, tally: &mut Tally) {
    for product in PRODUCTS {
        let answer = results_data(case, product);
        for (number, status) in offers(case).into_iter().flat_map(|(_, upgrades)| upgrades) {
            let is_shown = answer.contains(&format!("{MARK}{number}."));
            // A canceled case's results are empty (RESULT-cancelled-empty).
            let is_bought = status == UpgradeStatus::Selected && !answer.contains("cancelled_at");
            tally.holds("results reveal what is bought, and nothing else", is_shown == is_bought, || answer.clone());
        }
    }
}

/// Before the creation of a case, no other trigger is possible.
pub fn before(alphabet: &[Trigger], tally: &mut Tally) {
    for trigger in alphabet {
        let outcome = apply(None, trigger);
        let is_create = trigger.kind() == TriggerType::Create;
        let held = if is_create { outcome.is_ok() } else { outcome == Err(Refusal::NoCase) };
        tally.holds("before a case there is only its creation", held, || format!("{trigger:?}"));
    }
}
