//! The life cycle, searched whole: every case that a small alphabet of triggers can bring about, and every trigger on it.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use casegate::{
    Applied, CancellationReason, CaseState, Closing, Date, EventType, Host, Language, Refusal, State, Transition,
    Trigger, TriggerType, UpgradeStatus, Usd, actions, apply, replay, transitions,
};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashSet, VecDeque};

const MIB: u64 = 1 << 20;

fn cancel(eligibility: Option<CancellationReason>) -> Trigger {
    Trigger::Cancel { reason: None, eligibility, fee_usd: Some(Usd::from_cents(7_500)) }
}

fn append(filename: &str, size: u64) -> Trigger {
    Trigger::AppendFile { filename: filename.to_owned(), label: None, size }
}

fn need_input(id: &str) -> Trigger {
    Trigger::NeedInput { interaction_id: id.to_owned(), message: "Which policy?".to_owned() }
}

fn respond(id: &str, message: &str) -> Trigger {
    Trigger::Respond { interaction_id: id.to_owned(), message: message.to_owned(), files: 0 }
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

/// Small enough that the search ends, with each way of being refused near at hand.
fn alphabet() -> Vec<Trigger> {
    vec![
        Trigger::Create { is_test: false },
        Trigger::PickUp,
        need_input("i1"),
        need_input("i2"),
        respond("i1", "The second."),
        respond("i2", "The third."),
        respond("i1", " "),
        publish("d1"),
        publish("d2"),
        find("o1", &[1, 2]),
        accept("o1", &[1], Some("d2")),
        accept("o1", &[2], None),
        accept("o1", &[1, 9], Some("d2")),
        accept("o9", &[1], Some("d2")),
        Trigger::ConfirmDelivery,
        cancel(None),
        cancel(Some(CancellationReason::CancellationPending)),
        cancel(Some(CancellationReason::NotYetDispatched)),
        append("a.pdf", 25 * MIB),
        append("a.exe", 1),
    ]
}

/// A step that was taken, for a real case and its test twin.
struct Edge<'a> {
    before: &'a CaseState,
    trigger: &'a Trigger,
    after: &'a Applied,
}

#[test]
fn every_reachable_case_keeps_the_rules() {
    let alphabet = alphabet();
    let created = apply(None, &Trigger::Create { is_test: false }).unwrap();
    let twin = apply(None, &Trigger::Create { is_test: true }).unwrap();
    assert_eq!(created.events[0].event, EventType::Received);
    assert!(twin.events.is_empty());

    let mut seen = HashSet::new();
    let mut queue = VecDeque::from([(created.case, twin.case)]);
    let mut taken = BTreeSet::new();
    while let Some((case, twin)) = queue.pop_front() {
        if !seen.insert((case.clone(), twin.clone())) {
            continue;
        }
        check_case(&case);
        check_case(&twin);
        check_actions(&case, &alphabet);
        for trigger in &alphabet {
            let row = transitions()
                .iter()
                .position(|row| row.trigger == trigger.kind() && row.starts_from(Some(case.state())));
            match (apply(Some(&case), trigger), apply(Some(&twin), trigger)) {
                (Ok(after), Ok(silent)) => {
                    let row = row.unwrap_or_else(|| panic!("{trigger:?} has no row in {:?}", case.state()));
                    taken.insert(row);
                    check_edge(&Edge { before: &case, trigger, after: &after }, &transitions()[row]);
                    assert!(silent.events.is_empty(), "a test case fires {:?}", silent.events);
                    assert_eq!(silent.case.state(), after.case.state(), "a test case has the same states");
                    queue.push_back((after.case, silent.case));
                }
                (Err(refusal), Err(same)) => assert_eq!(refusal, same, "a test case has the same rules"),
                (real, test) => panic!("{trigger:?}: {real:?}, but of a test case {test:?}"),
            }
        }
    }
    assert!(seen.len() > 1_000, "{} cases", seen.len());
    let creation = transitions().iter().position(|row| row.from.is_empty()).unwrap();
    let all: BTreeSet<usize> = (0..transitions().len()).filter(|row| *row != creation).collect();
    assert_eq!(taken, all, "every row is taken");
}

/// What holds in any case.
fn check_case(case: &CaseState) {
    assert_eq!(case.open_interaction().is_some(), case.state() == State::ActionRequired, "{case:?}");
    assert_eq!(case.closing().is_some(), case.state() == State::Closed, "{case:?}");
    assert!(case.appended_files() <= 25 && case.appended_bytes() <= 100 * MIB, "{case:?}");
    let text = serde_json::to_string(case).unwrap();
    assert_eq!(serde_json::from_str::<CaseState>(&text).unwrap(), *case, "a case is read as it was written");
}

/// What holds of any step.
fn check_edge(edge: &Edge<'_>, row: &Transition) {
    let Edge { before, trigger, after: Applied { case: after, events } } = edge;
    let context = || format!("{trigger:?} on {before:?}");
    assert_eq!(after.state(), row.leads_to(before.state()), "{}", context());
    assert!(events.len() <= 1, "{}", context());
    if before.state() == State::Closed {
        assert_eq!(*before, after, "closed is terminal: {}", context());
        assert!(events.is_empty(), "{}", context());
    }
    let fired = events.first().map(|fired| fired.event);
    let closes = before.state() != State::Closed && after.state() == State::Closed;
    assert_eq!(fired == Some(EventType::Closed), closes, "closed fires once, when closing: {}", context());
    assert_eq!(events.first().and_then(|fired| fired.reason.as_ref()).is_some(), closes, "{}", context());
    assert_eq!(after.last_event(), fired.or(before.last_event()), "{}", context());
    match fired {
        None => {}
        Some(EventType::Received) => panic!("received fires at creation only: {}", context()),
        Some(EventType::InProgress) => {
            assert_eq!(after.state(), State::InProgress);
            assert_ne!(before.last_event(), Some(EventType::InProgress), "{}", context());
        }
        Some(EventType::ActionRequired) => {
            assert_eq!(after.state(), State::ActionRequired);
            assert_eq!(events[0].interaction_id.as_deref(), after.open_interaction());
        }
        Some(EventType::ResultsReady) => {
            assert_eq!(after.state(), State::ResultsReady);
            let differ = after.published_digest().is_none() || after.published_digest() != before.published_digest();
            assert!(differ, "{}", context());
        }
        Some(EventType::Closed) => assert_eq!(after.state(), State::Closed),
        Some(EventType::AdditionalPoliciesFound) => {
            assert_eq!(events[0].offer_id.as_deref(), after.latest_offer());
            assert!(matches!(after.state(), State::InProgress | State::ResultsReady), "{}", context());
        }
        Some(EventType::FilesUpdated) => assert_eq!(after.appended_files(), before.appended_files() + 1),
    }
    if let Some(open) = after.open_interaction() {
        assert!(!after.answered_interactions().any(|answered| answered == open), "{}", context());
    }
    let selected = |case: &CaseState| -> BTreeSet<i64> {
        case.offer("o1")
            .into_iter()
            .flatten()
            .filter(|(_, status)| *status == UpgradeStatus::Selected)
            .map(|(id, _)| id)
            .collect()
    };
    assert!(selected(before).is_subset(&selected(after)), "no way back: {}", context());
    assert!(before.answered_interactions().count() <= after.answered_interactions().count(), "{}", context());
}

/// An action that is not allowed is refused whatever comes with it, for the reason given; one that is can be taken.
fn check_actions(case: &CaseState, alphabet: &[Trigger]) {
    for action in actions(Some(case), None, None, Language::English) {
        let what_works = match action.trigger {
            TriggerType::Create => Trigger::Create { is_test: false },
            TriggerType::PickUp => Trigger::PickUp,
            TriggerType::NeedInput => need_input("fresh"),
            TriggerType::Respond => respond(case.open_interaction().unwrap_or("none"), "Here."),
            TriggerType::PublishResults => publish("d9"),
            TriggerType::FindPolicies => find("fresh", &[9]),
            TriggerType::AcceptOffers => accept(case.latest_offer().unwrap_or("none"), &[1], None),
            TriggerType::ConfirmDelivery => Trigger::ConfirmDelivery,
            TriggerType::Cancel => cancel(None),
            TriggerType::AppendFile => append("a.pdf", 0),
        };
        match (apply(Some(case), &what_works), action.reason) {
            (Ok(applied), None) => assert_eq!(action.to, Some(applied.case.state())),
            (Err(refusal), Some(reason)) => assert_eq!(refusal, reason, "{:?} on {case:?}", action.trigger),
            (outcome, reason) => panic!("{:?} on {case:?}: {outcome:?}, announced {reason:?}", action.trigger),
        }
        let named = |trigger: &&Trigger| matches!(trigger, Trigger::Cancel { eligibility: Some(_), .. });
        for trigger in alphabet.iter().filter(|trigger| trigger.kind() == action.trigger && !named(trigger)) {
            assert!(action.allowed || apply(Some(case), trigger).is_err(), "{trigger:?} on {case:?}");
        }
    }
}

#[test]
fn before_a_case_there_is_only_its_creation() {
    for trigger in alphabet() {
        let outcome = apply(None, &trigger);
        match trigger.kind() {
            TriggerType::Create => assert!(outcome.is_ok()),
            _ => assert_eq!(outcome, Err(Refusal::NoCase), "{trigger:?}"),
        }
    }
}

#[test]
fn the_first_cancellation_is_kept() {
    let case = |text: &str| serde_json::from_str::<CaseState>(text).unwrap();
    let first = apply(Some(&case(r#"{"state":"in_progress"}"#)), &cancel(None)).unwrap().case;
    let expected = Closing::Cancellation {
        reason: None,
        eligibility: CancellationReason::DispatchedFeeApplies,
        assumed: true,
        fee_usd: Some(Usd::from_cents(7_500)),
    };
    assert_eq!(first.closing(), Some(&expected));
    let again = apply(Some(&first), &cancel(Some(CancellationReason::NotYetDispatched))).unwrap();
    assert_eq!((again.case, again.events), (first, Vec::new()));
}

fn written(trigger: &Trigger) -> Value {
    match trigger {
        Trigger::Create { is_test } => json!({"type": "create", "is_test": is_test}),
        Trigger::PickUp => json!({"type": "pick_up"}),
        Trigger::NeedInput { interaction_id, message } => {
            json!({"type": "need_input", "interaction_id": interaction_id, "message": message})
        }
        Trigger::Respond { interaction_id, message, files } => {
            json!({"type": "respond", "interaction_id": interaction_id, "message": message, "files": files})
        }
        Trigger::PublishResults { digest } => json!({"type": "publish_results", "digest": digest}),
        Trigger::FindPolicies { offer_id, upgrade_ids } => {
            json!({"type": "find_policies", "offer_id": offer_id, "upgrade_ids": upgrade_ids})
        }
        Trigger::AcceptOffers { offer_id, selected_upgrade_ids, digest } => json!({
            "type": "accept_offers",
            "offer_id": offer_id,
            "selected_upgrade_ids": selected_upgrade_ids,
            "digest": digest
        }),
        Trigger::ConfirmDelivery => json!({"type": "confirm_delivery"}),
        Trigger::Cancel { reason, eligibility, fee_usd } => {
            json!({"type": "cancel", "reason": reason, "eligibility": eligibility, "fee_usd": fee_usd})
        }
        Trigger::AppendFile { filename, label, size } => {
            json!({"type": "append_file", "filename": filename, "label": label, "size": size})
        }
    }
}

fn replayed(triggers: &[&Trigger]) -> Vec<Value> {
    let host = Host::new(Date::parse("2026-03-01").unwrap());
    let trace: Vec<Value> = triggers.iter().map(|trigger| written(trigger)).collect();
    let replay = replay(&json!({ "trace": trace }).to_string(), &host);
    assert!(replay.issues.is_empty());
    replay.steps.iter().map(|step| serde_json::to_value(step).unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    /// A trace is its triggers one by one, and what was refused might as well not have happened.
    #[test]
    fn a_replay_is_its_steps(choices in prop::collection::vec(0_usize..20, 0..60)) {
        let alphabet = alphabet();
        let triggers: Vec<&Trigger> = choices.iter().map(|choice| &alphabet[*choice]).collect();
        let mut case: Option<CaseState> = None;
        let mut accepted = Vec::new();
        let mut expected = Vec::new();
        for trigger in &triggers {
            let outcome = apply(case.as_ref(), trigger);
            let refused = outcome.as_ref().err().copied();
            let mut events = Vec::new();
            if let Ok(applied) = outcome {
                events = applied.events.iter().map(|fired| fired.event).collect();
                case = Some(applied.case);
                accepted.push(*trigger);
            }
            let state = case.as_ref().map(CaseState::state);
            expected.push(json!({"state": state, "events": events, "refused": refused}));
        }
        prop_assert_eq!(replayed(&triggers), expected.clone());
        let had_effect: Vec<Value> = expected.into_iter().filter(|step| step["refused"].is_null()).collect();
        prop_assert_eq!(replayed(&accepted), had_effect);
    }

    /// Whatever is in a trace, there is a step for each of its elements.
    #[test]
    fn any_trace_is_answered(parts in prop::collection::vec(
        prop_oneof![
            Just("7".to_owned()), Just("null".to_owned()), Just(r#"{"type":"create"}"#.to_owned()),
            r#"\{"type":"(create|pick_up|cancel|respond|append_file|x)"(,"(size|files|is_test|reason|label)":(-?(0|[1-9][0-9]{0,29})(\.[0-9])?(e[0-9]{1,4})?|"[a-z]?"|true|null|\[\]|\{\}))?\}"#,
        ], 0..20))
    {
        let host = Host::new(Date::parse("2026-03-01").unwrap());
        let replay = replay(&format!(r#"{{"trace":[{}]}}"#, parts.join(",")), &host);
        prop_assert_eq!(replay.steps.len(), parts.len());
        prop_assert!(replay.issues.is_empty());
    }
}
