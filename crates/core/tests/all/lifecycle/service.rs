//! The service: cases that the core's `apply` moves, the facts of each step, and the answers to
//! GET.

use super::values::{self, PRODUCTS};
use casegate::events::{Delivery, Event, Fact, FactKey, Moment, Source, read_event, redact_offer};
use casegate::json::Document;
use casegate::lifecycle::{CaseState, Closing, Fired, Trigger, apply};
use casegate::tokens::{CancellationReason, EventType, Label, State, UpgradeStatus};
use casegate::usd::Usd;
use std::collections::{BTreeSet, HashMap};

/// The creation time of the case; see `FAR` for the time between steps.
const START: u64 = 1_772_359_200;

/// Choices that the specification leaves to the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Habits {
    /// Events have ids, and teasers have the numbers of their upgrades.
    pub names: bool,
    pub stamps: Stamps,
    /// Answers have an `updated_at` that can be compared.
    pub updated_at: bool,
}

/// The content of `occurred_at`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stamps {
    /// Nothing.
    None,
    /// The same time for all events.
    Same,
    /// The time of the step.
    Steps,
    /// The time of the step, but `case.in_progress` is as late as the next step
    /// (`ST-in_progress-event`). Not later: a pick-up whose time is after that of a request counts
    /// as the one after the reply, once the reply is known (`events/follow_events.json`, "replied,
    /// and a pick-up that says when").
    Late,
    /// The time of the step; steps are minutes apart, and rows are stamped by a clock that is
    /// behind (D49).
    RowsBehind,
    /// The same, with a clock that is ahead.
    RowsAhead,
}

/// The time between two steps where clocks differ: one step is within the tolerance, and several
/// are not.
const FAR: u64 = 250;
/// The difference of the clocks: the default of the tolerance.
const SKEW: u64 = 300;

impl Habits {
    pub fn all() -> impl Iterator<Item = Habits> {
        let stamps = [Stamps::None, Stamps::Same, Stamps::Steps, Stamps::Late, Stamps::RowsBehind, Stamps::RowsAhead];
        let all = stamps.into_iter().flat_map(|stamps| {
            [(false, false), (false, true), (true, false), (true, true)].map(|(names, updated_at)| Habits {
                names,
                stamps,
                updated_at,
            })
        });
        // A clock that nobody can read makes no difference.
        all.filter(|habits| habits.updated_at || !matches!(habits.stamps, Stamps::RowsBehind | Stamps::RowsAhead))
    }
}

/// Facts without repeats. In another history the same id may belong to another event.
#[derive(Default)]
pub struct Facts {
    list: Vec<Fact>,
    by_key: HashMap<FactKey, Vec<u32>>,
}

impl Facts {
    pub fn add(&mut self, fact: Fact) -> u32 {
        let known = self.by_key.entry(fact.key().to_owned()).or_default();
        if let Some(same) = known.iter().find(|number| self.list[**number as usize] == fact) {
            return *same;
        }
        let number = u32::try_from(self.list.len()).unwrap();
        known.push(number);
        self.list.push(fact);
        number
    }

    pub fn get(&self, number: u32) -> &Fact {
        &self.list[number as usize]
    }
}

/// A case after some steps, and their facts, in order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Node {
    pub case: CaseState,
    pub steps: u32,
    changed: u64,
    /// The states of the case so far.
    pub visited: BTreeSet<State>,
    /// The facts so far: events, and the outcomes of the caller's own requests.
    pub facts: Vec<u32>,
    /// The number of requests for input so far.
    pub rounds: usize,
    /// The times when results were published or changed.
    pub published: Vec<u64>,
    pub closings: usize,
    /// The accepted replies: the fact, and the request.
    pub replies: Vec<(u32, String)>,
}

impl Node {
    pub fn start(is_test: bool, habits: Habits, facts: &mut Facts) -> Node {
        let created = apply(None, &Trigger::Create { is_test }).unwrap();
        let mut node = Node {
            case: created.case,
            steps: 0,
            changed: START,
            visited: BTreeSet::from([State::Received]),
            facts: Vec::new(),
            rounds: 0,
            published: Vec::new(),
            closings: 0,
            replies: Vec::new(),
        };
        if is_test {
            // No event reports it; the caller has the answer to its own request.
            node.record(Fact::created(&Document::read(r#"{"case_id":7}"#).unwrap()), facts);
        }
        for fired in &created.events {
            node.fire(fired, habits, facts);
        }
        node
    }

    /// A trigger of each kind that may have an effect, with unused parameters.
    pub fn triggers(&self) -> Vec<Trigger> {
        let mut triggers = vec![
            Trigger::PickUp,
            Trigger::NeedInput {
                interaction_id: format!("i{}", self.rounds + 1),
                message: "Which car was it?".to_owned(),
            },
            Trigger::PublishResults { digest: self.digest() },
            Trigger::ConfirmDelivery { note: None },
            Trigger::AppendFile { filename: "a.pdf".to_owned(), label: None, size: 1 },
            Trigger::Cancel {
                reason: Some(WITHDRAWN.to_owned()),
                eligibility: Some(CancellationReason::DispatchedFeeApplies),
                fee_usd: Some(Usd::from_cents(7_500)),
            },
        ];
        if let Some(open) = self.case.open_interaction() {
            triggers.push(Trigger::Respond {
                interaction_id: open.to_owned(),
                message: "The second.".to_owned(),
                files: 0,
            });
        }
        let offers = values::offers(&self.case);
        let next = i64::try_from(offers.len()).unwrap() + 1;
        triggers
            .push(Trigger::FindPolicies { offer_id: format!("o{next}"), upgrade_ids: vec![next * 10, next * 10 + 1] });
        // Any offer of the case may be accepted (D46): one policy with results that are the same or others, or all.
        for (offer_id, upgrades) in offers {
            let ids: Vec<i64> = upgrades.iter().map(|(id, _)| *id).collect();
            let same = self.case.published_digest().map(str::to_owned);
            for (selection, digest) in [(&ids[..1], Some(self.digest())), (&ids[..1], same), (&ids[..], None)] {
                let selected_upgrade_ids = selection.to_vec();
                triggers.push(Trigger::AcceptOffers { offer_id: offer_id.clone(), selected_upgrade_ids, digest });
            }
        }
        triggers
    }

    fn digest(&self) -> String {
        format!("d{}", self.published.len() + 1)
    }

    /// The case after a trigger, or `None` if it is refused or changes nothing.
    pub fn after(&self, trigger: &Trigger, habits: Habits, facts: &mut Facts) -> Option<Node> {
        let applied = apply(Some(&self.case), trigger).ok()?;
        if applied.case == self.case && applied.events.is_empty() {
            return None;
        }
        let mut node = Node { case: applied.case, steps: self.steps + 1, ..self.clone() };
        if node.case.state() != self.case.state() {
            node.changed = node.clock(habits);
            node.visited.insert(node.case.state());
        }
        match trigger {
            Trigger::Respond { interaction_id, .. } => {
                let reply = node.record(Fact::responded(interaction_id), facts);
                node.replies.push((reply, interaction_id.clone()));
            }
            Trigger::AcceptOffers { offer_id, selected_upgrade_ids, .. } => {
                let ids = selected_upgrade_ids.iter().map(|id| u64::try_from(*id).unwrap());
                node.record(Fact::accepted(offer_id, ids), facts);
            }
            Trigger::Cancel { .. } => drop(node.record(Fact::cancel_accepted(), facts)),
            Trigger::AppendFile { .. } if node.case.is_test() => {
                let body = format!(r#"{{"file_id":"f{}","label":"other"}}"#, node.case.appended_files());
                node.record(Fact::file(&Document::read(&body).unwrap()).unwrap(), facts);
            }
            _ => {}
        }
        node.rounds += usize::from(matches!(trigger, Trigger::NeedInput { .. }));
        if self.brings_results(trigger, &node.case) {
            node.published.push(node.clock(habits));
        }
        for fired in &applied.events {
            node.fire(fired, habits, facts);
        }
        Some(node)
    }

    /// Returns `true` if there are results other than those published last; for a test case no
    /// event says so.
    fn brings_results(&self, trigger: &Trigger, after: &CaseState) -> bool {
        matches!(trigger, Trigger::PublishResults { .. } | Trigger::AcceptOffers { .. })
            && (after.published_digest().is_none() || after.published_digest() != self.case.published_digest())
    }

    fn clock(&self, habits: Habits) -> u64 {
        let step = match habits.stamps {
            Stamps::Same => 0,
            Stamps::None | Stamps::Steps | Stamps::Late => 1,
            Stamps::RowsBehind | Stamps::RowsAhead => FAR,
        };
        START + u64::from(self.steps) * step
    }

    fn record(&mut self, fact: Fact, facts: &mut Facts) -> u32 {
        let fact = facts.add(fact);
        self.facts.push(fact);
        fact
    }

    fn fire(&mut self, fired: &Fired, habits: Habits, facts: &mut Facts) {
        let at = self.clock(habits);
        let event = match fired.event {
            EventType::Received => Event::received(),
            EventType::InProgress => Event::in_progress(),
            EventType::ActionRequired => {
                let (message, id) = (fired.message.as_deref(), fired.interaction_id.as_deref());
                Event::action_required(message.unwrap(), id.unwrap()).unwrap()
            }
            EventType::FilesUpdated => {
                let id = format!("f{}", self.case.appended_files());
                Event::files_updated(&id, fired.label.unwrap_or(Label::Other)).unwrap()
            }
            EventType::AdditionalPoliciesFound => self.found(fired.offer_id.as_deref().unwrap(), habits),
            EventType::ResultsReady => Event::results_ready(&url(self.published.len())).unwrap(),
            EventType::Closed => {
                self.closings += 1;
                Event::closed(fired.reason.as_deref().unwrap()).unwrap()
            }
        };
        let late = u64::from(habits.stamps == Stamps::Late && fired.event == EventType::InProgress);
        let mut delivery = Delivery::new(event).case_id(7);
        if habits.stamps != Stamps::None {
            delivery = delivery.occurred_at(Moment::from_seconds(at + late).unwrap());
        }
        if habits.names {
            delivery = delivery.event_id(format!("e{}", self.facts.len()));
        }
        self.record(Fact::event(&delivery), facts);
    }

    /// The event of an offer, as a service makes it, or as a reader sanitizes one that discloses
    /// too much.
    fn found(&self, offer_id: &str, habits: Habits) -> Event {
        let upgrades: Vec<(i64, UpgradeStatus)> = self.case.offer(offer_id).unwrap().collect();
        let record = values::record(offer_id, &upgrades, PRODUCTS[offer_id.len() % 2], habits.names);
        if habits.updated_at {
            let offer = redact_offer(&record.to_string(), &values::context()).offer.unwrap();
            return Event::additional_policies_found(&offer.offer_id.unwrap(), offer.teasers).unwrap();
        }
        let mut leaky = record;
        leaky["event"] = serde_json::json!(EventType::AdditionalPoliciesFound.name());
        leaky["teasers"] = leaky["additional_policies"].take();
        read_event(&leaky.to_string(), &values::context()).event.unwrap().event
    }

    /// The answer to GET for a request with a basis.
    pub fn answer(&self, source: Source, basis: &[FactKey], habits: Habits) -> Fact {
        let body = match source {
            Source::Detail => self.detail(habits),
            Source::Results => {
                values::results_body(&self.case, self.published.len(), PRODUCTS[self.steps as usize % 2])
            }
            Source::Offers => {
                let latest = self.case.latest_offer().map(|id| (id, self.case.offer(id).unwrap().collect::<Vec<_>>()));
                let record = latest.map(|(id, upgrades)| values::record(id, &upgrades, PRODUCTS[0], true).to_string());
                record.unwrap_or_else(|| "null".to_owned())
            }
        };
        Fact::answer(source, &Document::read(&body).unwrap(), basis.iter().map(String::as_str)).unwrap()
    }

    fn detail(&self, habits: Habits) -> String {
        let written = match habits.stamps {
            Stamps::RowsBehind => self.changed - SKEW,
            Stamps::RowsAhead => self.changed + SKEW,
            Stamps::None | Stamps::Same | Stamps::Steps | Stamps::Late => self.changed,
        };
        let moment = Moment::from_seconds(written).unwrap().to_string();
        let updated_at = if habits.updated_at { moment } else { moment.replace('T', " at ") };
        format!(
            r#"{{"id":7,"issue_key":"X-7","status":"{}","updated_at":"{updated_at}","results_ready":{}}}"#,
            self.case.state().name(),
            !self.published.is_empty(),
        )
    }

    pub fn is_cancelled(&self) -> bool {
        matches!(self.case.closing(), Some(Closing::Cancellation { .. }))
    }

    /// The reason in `case.closed`.
    pub fn reason(&self) -> &'static str {
        if self.is_cancelled() { WITHDRAWN } else { "results_delivered" }
    }
}

/// The caller's reason for a cancellation.
const WITHDRAWN: &str = "Withdrawn by the client.";

/// The address of a publication.
pub fn url(number: usize) -> String {
    format!("https://files.example/{number}")
}
