//! A follower against a simulated service: the order of facts never matters, and what it concludes
//! is true.

use crate::lifecycle::service::{Facts, Habits, Node};
use crate::lifecycle::tally::Tally;
use crate::lifecycle::truth;
use casegate::events::{AskReason, Delivery, Event, Fact, Follower, IngestOutcome, Moment, Source, Teaser};
use casegate::json::Document;
use casegate::lifecycle::Trigger;
use casegate::tokens::{Label, State};
use proptest::prelude::*;
use proptest::test_runner::contextualize_config;
use std::collections::BTreeSet;

/// A step: the choice of a trigger or a poll, and whether its facts are late.
type Step = (prop::sample::Index, bool);

fn habits() -> impl Strategy<Value = Habits> {
    prop::sample::select(Habits::all().collect::<Vec<_>>())
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec((any::<prop::sample::Index>(), prop::bool::weighted(0.3)), 0..28)
}

/// A case after some steps, and all facts about it. The share of polls is `polls` among the
/// triggers; the basis of a poll lacks the facts that are late.
fn run(habits: Habits, steps: &[Step], polls: usize, is_tried: fn(&Trigger) -> bool) -> (Node, Vec<Fact>) {
    let mut table = Facts::default();
    let mut node = Node::start(false, habits, &mut table);
    let mut facts: Vec<Fact> = node.facts.iter().map(|fact| table.get(*fact).clone()).collect();
    let (mut client, mut late) = (Follower::new(false), facts.clone());
    for (choice, is_late) in steps {
        let mut triggers = node.triggers();
        triggers.retain(is_tried);
        let known = node.facts.len();
        let mut fresh = Vec::new();
        match triggers.get(choice.index(triggers.len() + polls)) {
            Some(trigger) => node = node.after(trigger, habits, &mut table).unwrap_or(node),
            None => fresh.push(node.answer(Source::Detail, &client.view(None).basis, habits)),
        }
        fresh.extend(node.facts[known..].iter().map(|fact| table.get(*fact).clone()));
        facts.extend(fresh.iter().cloned());
        late.extend(fresh);
        if !is_late {
            client.ingest_all(late.drain(..));
        }
    }
    (node, facts)
}

/// All steps, with polls.
fn run_all(habits: Habits, steps: &[Step]) -> (Node, Vec<Fact>) {
    run(habits, steps, 2, |_| true)
}

fn ingested(facts: &[Fact]) -> Follower {
    let mut follower = Follower::new(false);
    follower.ingest_all(facts.iter().cloned());
    follower
}

fn json(follower: &Follower) -> String {
    serde_json::to_string(follower).unwrap()
}

proptest! {
    #![proptest_config(contextualize_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() }))]

    /// Any order, any repetition, any batches, through the serialized form: the same follower and
    /// the same view.
    #[test]
    fn order_and_repetition_do_not_matter(
        habits in habits(),
        steps in steps(),
        picks in prop::collection::vec((any::<prop::sample::Index>(), prop::bool::weighted(0.2)), 0..60),
        cuts in any::<u64>(),
    ) {
        let (_, facts) = run_all(habits, &steps);
        let straight = ingested(&facts);
        // Some facts in any order, with repeats, then the rest in reverse.
        let order = picks.iter().map(|(index, _)| index.get(&facts)).chain(facts.iter().rev());
        let mut follower = Follower::new(false);
        for (position, fact) in order.enumerate() {
            follower.ingest(fact.clone());
            if cuts >> (position % 64) & 1 == 1 {
                follower = Follower::from_json(&json(&follower)).unwrap();
            }
        }
        prop_assert_eq!(json(&follower), json(&straight));
        prop_assert_eq!(follower.view(None), straight.view(None));
    }

    /// When it has all facts, what it says is true, or it asks.
    #[test]
    fn the_truth_is_never_contradicted(habits in habits(), steps in steps()) {
        let (node, facts) = run_all(habits, &steps);
        let follower = ingested(&facts);
        let replied: Vec<String> = node.replies.iter().map(|(_, id)| id.clone()).collect();
        let (view, text) = (follower.view(None), json(&follower));
        let observation = truth::Observation {
            node: &node, habits, view: &view, text: &text, is_complete: true, replied: &replied, follower: &follower,
        };
        let mut tally = Tally::default();
        truth::check(&observation, &mut tally);
        prop_assert!(tally.violations().is_empty(), "{:?}", tally.violations());
    }

    /// Without requests for input and cancellations, no question is needed.
    #[test]
    fn a_straight_way_needs_no_question(habits in habits(), steps in steps()) {
        let is_tried = |trigger: &Trigger| !matches!(trigger, Trigger::NeedInput { .. } | Trigger::Cancel { .. });
        let (node, facts) = run(habits, &steps, 2, is_tried);
        prop_assert_eq!(ingested(&facts).view(None).state, Some(node.case.state()));
    }

    /// An open request is reported as soon as its event is there, unless a poll or a time
    /// contradicts it.
    #[test]
    fn an_open_request_is_reported(habits in habits(), steps in steps()) {
        let (node, facts) = run(habits, &steps, 0, |_| true);
        if let Some(expected) = node.case.open_interaction() {
            let open = ingested(&facts).view(None).open_interaction;
            let reply = open.as_ref().map(|open| (open.interaction_id.as_str(), open.message.as_deref()));
            prop_assert_eq!(reply, Some((expected, Some("Which car was it?"))));
        }
    }

    /// Answers whose basis has every fact settle the state, whatever came before.
    #[test]
    fn asking_gives_the_truth(habits in habits(), steps in steps(), lost in any::<u64>()) {
        let (node, facts) = run_all(habits, &steps);
        let kept = facts.iter().enumerate().filter(|(at, _)| lost >> (at % 64) & 1 == 0);
        let kept: Vec<Fact> = kept.map(|(_, fact)| fact.clone()).collect();
        let mut follower = ingested(&kept);
        let mut sources = vec![Source::Detail];
        for _ in 0..truth::MOST_ROUNDS {
            let basis = follower.view(None).basis;
            for source in sources {
                follower.ingest(node.answer(source, &basis, habits));
            }
            sources = follower.view(None).ask.iter().map(|ask| ask.endpoint).collect();
        }
        let mut tally = Tally::default();
        truth::check_asked(&node, habits, &follower.view(None), &mut tally);
        prop_assert!(tally.violations().is_empty(), "{:?}", tally.violations());
    }

    /// Facts only add: a final state stays.
    #[test]
    fn closed_absorbs(habits in habits(), steps in steps(), others in steps()) {
        let (_, mut facts) = run_all(habits, &steps);
        facts.push(Fact::event(&Delivery::new(Event::closed("done").unwrap())));
        facts.extend(run_all(habits, &others).1);
        prop_assert_eq!(ingested(&facts).view(None).state, Some(State::Closed));
    }

    /// No input stops it.
    #[test]
    fn every_text_is_answered(text in r#"\{"(facts|follower|now|is_test)":(\[?\{"(event|detail|results|offers|file|basis)":(\{"(event|type|status|id|data)":"?(case\.closed|closed|[a-z0-9]*)"?\}|null|\[\])\}\]?|"[a-z]*"|true)\}"#) {
        let context = casegate::Context::from_json(r#"{"today":"2026-03-01"}"#).unwrap();
        let answer = casegate::events::follow(&text, &context);
        prop_assert!(answer.view.is_some() || !answer.notes.is_empty());
    }
}

#[test]
fn learning_shows_what_changed() {
    let mut follower = Follower::new(false);
    let event = Fact::event(&Delivery::new(Event::in_progress()));
    let changes = follower.ingest(event.clone());
    assert_eq!(changes.outcome, IngestOutcome::New);
    assert_eq!(serde_json::to_value(&changes.parts).unwrap(), serde_json::json!(["state", "ask"]));
    let again = follower.ingest(event);
    assert_eq!((again.outcome, again.parts.len()), (IngestOutcome::Known, 0));
}

/// The limit holds in any order, and final facts survive it.
#[test]
fn too_many_facts_are_let_go_of_in_any_order() {
    let file = |number: usize| {
        Fact::event(&Delivery::new(Event::files_updated(&format!("f-{number}"), Label::Other).unwrap()))
    };
    let closed = Fact::event(&Delivery::new(Event::closed("done").unwrap()));
    let mut facts: Vec<Fact> = (0..Follower::MOST_FACTS - 1).map(file).collect();
    facts.insert(7, closed);
    assert!(!ingested(&facts).view(None).files.is_empty(), "as many as are kept");
    facts.push(file(Follower::MOST_FACTS));
    let (one, other) = (ingested(&facts), ingested(&facts.iter().rev().cloned().collect::<Vec<_>>()));
    assert_eq!(json(&one), json(&other));
    let view = one.view(None);
    assert_eq!((view.state, view.files.len(), view.basis.len()), (Some(State::Closed), 0, 0));
    assert!(view.ask.iter().any(|ask| ask.reason == AskReason::TooManyFacts));
    assert!(json(&one).len() < 200);
}

/// Superseded answers count as well, or the limit would depend on the order.
#[test]
fn answers_that_are_gone_count_toward_the_bound() {
    let body = Document::read(r#"{"status":"in_progress","updated_at":null}"#).unwrap();
    let mut polls: Vec<Fact> = Vec::new();
    for _ in 0..=Follower::MOST_FACTS {
        let basis: Vec<&str> = polls.last().iter().map(|last| last.key()).collect();
        polls.push(Fact::answer(Source::Detail, &body, basis).unwrap());
    }
    let kept = ingested(&polls[..Follower::MOST_FACTS]);
    assert_eq!((kept.view(None).state, kept.view(None).ask.len()), (Some(State::InProgress), 0));
    let (one, other) = (ingested(&polls), ingested(&polls.iter().rev().cloned().collect::<Vec<_>>()));
    assert_eq!(json(&one), json(&other));
    assert!(one.view(None).ask.iter().any(|ask| ask.reason == AskReason::TooManyFacts));
}

#[test]
fn a_message_goes_with_its_reply() {
    let asked = Fact::event(&Delivery::new(Event::action_required("Which car was it?", "i-1").unwrap()));
    let mut follower = ingested(&[asked.clone(), Fact::responded("i-1")]);
    follower.ingest(asked);
    assert!(!json(&follower).contains("Which car"));
}

#[test]
fn an_edited_form_is_read_again_from_its_facts() {
    let follower = ingested(&[Fact::event(&Delivery::new(Event::closed("done").unwrap()))]);
    let edited = json(&follower).replace(r#"["closed"]"#, "[]");
    assert_ne!(edited, json(&follower));
    assert_eq!(Follower::from_json(&edited).unwrap(), follower);
    let text = json(&follower);
    let key = text.split('"').find(|part| part.len() == 32).unwrap();
    let (other_format, no_key) = (text.replace(r#""format":1"#, r#""format":2"#), text.replace(key, "no key"));
    for text in ["", "{}", "[]", &other_format, &no_key] {
        assert!(Follower::from_json(text).is_err(), "{text}");
    }
}

#[test]
fn reasons_are_for_people() {
    let mut reply = BTreeSet::new();
    for reason in AskReason::ALL {
        let message = reason.message();
        assert!(message.ends_with('.') && message.len() > 20, "{reason:?}");
        assert!(reply.insert(message), "{reason:?} says what another says");
    }
}

#[test]
fn deliveries_are_read_as_they_are_written() {
    let teaser = Teaser::new(Some(4), "umbrella", "120.00").unwrap();
    for event in [
        Event::received(),
        Event::files_updated("f-1", Label::Other).unwrap(),
        Event::in_progress(),
        Event::action_required("Which car?", "i-1").unwrap(),
        Event::additional_policies_found("o-1", vec![teaser.clone()]).unwrap(),
        Event::results_ready("https://files.example/1").unwrap(),
        Event::closed("results_delivered").unwrap(),
    ] {
        let delivery = Delivery::new(event).case_id(7).event_id("e-1").occurred_at(Moment::from_seconds(9).unwrap());
        let text = serde_json::to_string(&delivery).unwrap();
        let context = casegate::Context::from_json(r#"{"today":"2026-03-01"}"#).unwrap();
        let read = casegate::events::read_event(&text, &context);
        assert_eq!((read.event.as_ref(), read.notes.len()), (Some(&delivery), 0), "{text}");
        assert_eq!(serde_json::from_str::<Delivery>(&text).unwrap(), delivery);
    }
    for price in ["", "75", "75.0", "75.000", "75.0a", ".50", "-1.00", "1,00", "7e1.00"] {
        assert!(Teaser::new(None, "umbrella", price).is_err(), "{price}");
    }
    assert!(Event::additional_policies_found("o-1", Vec::new()).is_err());
    assert!(Event::additional_policies_found(" ", vec![teaser]).is_err());
    assert!(Event::action_required(&"é".repeat(4096), "i-1").is_ok(), "8192 bytes");
    assert!(Event::action_required(&"é".repeat(4097), "i-1").is_err());
}
