//! A follower against a simulated service: the order of facts never matters, and what it concludes
//! is true.

use crate::support;
use casegate::events::{AskReason, Delivery, Event, Fact, Follower, IngestOutcome, Moment, Source, Teaser};
use casegate::json::Document;
use casegate::tokens::{Label, State};
use proptest::prelude::*;
use proptest::test_runner::contextualize_config;
use std::collections::BTreeSet;

/// The choices of a simulated service for its events and answers.
#[derive(Debug, Clone, Copy)]
struct Habits {
    ids: bool,
    times: bool,
    updated_at: bool,
    /// The time between two steps.
    step_seconds: u64,
    /// The difference of the clock of the case's row to the events' clock, at most the tolerance.
    ahead_seconds: i64,
}

/// A case that follows the specification's table, and all facts about it.
struct Service {
    habits: Habits,
    state: State,
    clock: u64,
    changed: u64,
    fired: usize,
    rounds: usize,
    published: usize,
    offers: usize,
    last: Option<&'static str>,
    facts: Vec<Fact>,
    /// The facts that one client has ingested, some of them late.
    client: Follower,
    late: Vec<Fact>,
}

/// A step: the trigger, whether the clock moves, whether its event is late.
type Step = (u8, bool, bool);

impl Service {
    fn new(habits: Habits) -> Service {
        let mut service = Service {
            habits,
            state: State::Received,
            clock: 1_772_359_200,
            changed: 1_772_359_200,
            fired: 0,
            rounds: 0,
            published: 0,
            offers: 0,
            last: None,
            facts: Vec::new(),
            client: Follower::new(false),
            late: Vec::new(),
        };
        service.fire(Event::received(), false);
        service
    }

    fn reply(&mut self, fact: Fact, late: bool) {
        self.facts.push(fact.clone());
        if late {
            self.late.push(fact);
        } else {
            self.client.ingest(fact);
        }
    }

    fn fire(&mut self, event: Event, late: bool) {
        let name = event.event_type().name();
        // D29: only directly after itself.
        if name == "case.in_progress" && self.last == Some(name) {
            return;
        }
        self.last = Some(name);
        self.fired += 1;
        let mut delivery = Delivery::new(event).case_id(7);
        if self.habits.ids {
            delivery = delivery.event_id(format!("e-{}", self.fired));
        }
        if self.habits.times {
            delivery = delivery.occurred_at(Moment::from_seconds(self.clock).unwrap());
        }
        self.reply(Fact::event(&delivery), late);
    }

    fn goto(&mut self, state: State) {
        self.state = state;
        self.changed = self.clock;
    }

    fn step(&mut self, (what, moves, late): Step) {
        self.clock += u64::from(moves) * self.habits.step_seconds;
        match (what, self.state) {
            (0 | 1, State::Received) => {
                self.goto(State::InProgress);
                self.fire(Event::in_progress(), late);
            }
            (2, State::InProgress) => self.fire(Event::in_progress(), late),
            (3 | 4, State::InProgress) => {
                self.rounds += 1;
                self.goto(State::ActionRequired);
                let event = Event::action_required("Which car was it?", &self.interaction()).unwrap();
                self.fire(event, late);
            }
            (5 | 6, State::ActionRequired) => {
                self.goto(State::Received);
                self.reply(Fact::responded(&self.interaction()), false);
            }
            (7, State::InProgress | State::ResultsReady) => {
                self.offers += 1;
                let teaser = Teaser::new(None, "umbrella", "75.00").unwrap();
                let event = Event::additional_policies_found(&format!("o-{}", self.offers), vec![teaser]);
                self.fire(event.unwrap(), late);
            }
            (8, State::InProgress | State::ResultsReady) => {
                self.published += 1;
                self.goto(State::ResultsReady);
                let url = format!("https://files.example/{}", self.published);
                self.fire(Event::results_ready(&url).unwrap(), late);
            }
            (9, State::ResultsReady) => {
                self.goto(State::Closed);
                self.fire(Event::closed("results_delivered").unwrap(), late);
            }
            (10, state) if state != State::Closed && moves && late => {
                self.goto(State::Closed);
                self.reply(Fact::cancel_accepted(), false);
                self.fire(Event::closed("not needed").unwrap(), late);
            }
            (11, state) if state != State::Closed => {
                self.fire(Event::files_updated(&format!("f-{}", self.fired), Label::Other).unwrap(), late);
            }
            (12 | 13, _) => {
                let poll = self.poll(&self.client.clone());
                self.reply(poll, late);
            }
            // Late events arrive.
            (14, _) => {
                for fact in std::mem::take(&mut self.late) {
                    self.client.ingest(fact);
                }
            }
            _ => {}
        }
    }

    fn interaction(&self) -> String {
        format!("i-{}", self.rounds)
    }

    /// The answer to GET, with a follower's facts as the basis.
    fn poll(&self, follower: &Follower) -> Fact {
        let written = self.changed.checked_add_signed(self.habits.ahead_seconds).unwrap();
        let moment = Moment::from_seconds(written).unwrap().to_string();
        let updated_at = if self.habits.updated_at { moment } else { moment.replace('T', " at ") };
        let body = format!(
            r#"{{"id":7,"issue_key":"X-7","status":"{}","updated_at":"{updated_at}","results_ready":{}}}"#,
            self.state.name(),
            self.published > 0,
        );
        let basis = follower.view(None).basis;
        let body = Document::read(&body).unwrap();
        Fact::answer(Source::Detail, &body, basis.iter().map(String::as_str)).unwrap()
    }
}

fn habits() -> impl Strategy<Value = Habits> {
    let clocks = (prop::sample::select(vec![1, 100, 1_000]), prop::sample::select(vec![-300, -2, 0, 2, 300]));
    (any::<(bool, bool, bool)>(), clocks).prop_map(|((ids, times, updated_at), (step_seconds, ahead_seconds))| Habits {
        ids,
        times,
        updated_at,
        step_seconds,
        ahead_seconds,
    })
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec((0_u8..15, any::<bool>(), prop::bool::weighted(0.3)), 0..28)
}

fn run(habits: Habits, steps: &[Step]) -> Service {
    let mut service = Service::new(habits);
    for step in steps {
        service.step(*step);
    }
    service
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
        let service = run(habits, &steps);
        let straight = ingested(&service.facts);
        // Some facts in any order, with repeats, then the rest in reverse.
        let facts = &service.facts;
        let order = picks.iter().map(|(index, _)| index.get(facts)).chain(facts.iter().rev());
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
        let service = run(habits, &steps);
        let view = ingested(&service.facts).view(None);
        prop_assert!(view.possible.contains(&service.state), "{:?} is not among {:?}", service.state, view.possible);
        let asks = view.ask.iter().any(|ask| ask.endpoint == Source::Detail);
        prop_assert_eq!(view.state.is_none(), asks);
        if let Some(state) = view.state {
            prop_assert_eq!(state, service.state);
        }
        if let Some(open) = &view.open_interaction {
            prop_assert_eq!((service.state, &open.interaction_id), (State::ActionRequired, &service.interaction()));
        }
    }

    /// Without requests for input and late facts, no question is needed.
    #[test]
    fn a_straight_way_needs_no_question(habits in habits(), steps in steps()) {
        let steps: Vec<Step> = steps.into_iter().filter(|step| !matches!(step.0, 3..=6 | 10)).collect();
        let service = run(habits, &steps);
        prop_assert_eq!(ingested(&service.facts).view(None).state, Some(service.state));
    }

    /// An open request is reported as soon as its event is there, unless a poll or a time
    /// contradicts it.
    #[test]
    fn an_open_request_is_reported(habits in habits(), steps in steps()) {
        let steps: Vec<Step> = steps.into_iter().filter(|step| !matches!(step.0, 12 | 13)).collect();
        let service = run(habits, &steps);
        if service.state == State::ActionRequired {
            let open = ingested(&service.facts).view(None).open_interaction;
            let reply = open.as_ref().map(|open| (open.interaction_id.as_str(), open.message.as_deref()));
            let expected = service.interaction();
            prop_assert_eq!(reply, Some((expected.as_str(), Some("Which car was it?"))));
        }
    }

    /// An answer whose basis has every fact settles the state, whatever came before.
    #[test]
    fn asking_gives_the_truth(habits in habits(), steps in steps(), lost in any::<u64>()) {
        let service = run(habits, &steps);
        let kept = service.facts.iter().enumerate().filter(|(at, _)| lost >> (at % 64) & 1 == 0);
        let kept: Vec<Fact> = kept.map(|(_, fact)| fact.clone()).collect();
        let mut follower = ingested(&kept);
        let answer = service.poll(&follower);
        follower.ingest(answer);
        let view = follower.view(None);
        if service.state == State::Received && service.rounds > 0 && !habits.ids {
            // The next event may look like the last one, so that a queued case has to be asked about again.
            prop_assert!(view.possible.contains(&State::Received));
            prop_assert!(view.possible.iter().all(|state| matches!(state, State::Received | State::InProgress)));
            return Ok(());
        }
        prop_assert_eq!(view.state, Some(service.state));
        prop_assert!(view.ask.iter().all(|ask| ask.endpoint != Source::Detail), "{:?}", view.ask);
    }

    /// Facts only add: a final state stays.
    #[test]
    fn closed_absorbs(habits in habits(), steps in steps(), others in steps()) {
        let mut facts = run(habits, &steps).facts;
        facts.push(Fact::event(&Delivery::new(Event::closed("done").unwrap())));
        facts.extend(run(habits, &others).facts);
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
    for text in ["", "{}", "[]", &json(&follower).replace(r#""format":1"#, r#""format":2"#)] {
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

/// Reading an event again gives the same event, without a second note of a leak.
#[test]
fn reading_twice_is_reading_once() {
    let mut seen = 0;
    for vector in support::all().iter().filter(|vector| vector.call.is("read_event")) {
        let context = casegate::Context::from_json(&vector.context).unwrap();
        let Some(event) = casegate::events::read_event(&vector.payload, &context).event else { continue };
        let again = casegate::events::read_event(&serde_json::to_string(&event).unwrap(), &context);
        assert_eq!(again.event.as_ref(), Some(&event), "{}: {}", vector.file, vector.case.name);
        assert!(again.notes.iter().all(|note| note.code != casegate::Code::UnboughtValue));
        seen += 1;
    }
    assert!(seen > 20, "only {seen} events");
}
