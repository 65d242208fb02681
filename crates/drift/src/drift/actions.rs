//! Judges the requests about a case by what the recording showed of it before, and tells the events
//! that are missing although later ones arrived.
//!
//! Another client, the service's staff and late webhooks are unknown to a recording, so that a request
//! contradicts only what none of them explains.

use crate::drift::report::{Finding, FindingKind};
use crate::drift::verdicts::{Verdict, verdict};
use crate::line::{AnswerBody, Cancellation, EventLine, Exchange};
use casegate::records::Record;
use casegate::requests::EndpointId;
use casegate::tokens::{CancellationReason, EventType, State};
use std::collections::{BTreeMap, BTreeSet};

/// The most appended files whose total cannot exceed the limit, and the most of a case.
const SURELY_WITHIN_TOTAL: usize = 4;
const MOST_APPENDED: usize = 25;

/// The published status of a repeated reply.
const REPEATED_REPLY: u16 = 400;

/// The usual status of an unknown case.
const NOT_FOUND: u16 = 404;

/// What a recording showed of a case so far.
#[derive(Debug, Default)]
pub(crate) struct Actions {
    /// The line of the create.
    created: Option<usize>,
    /// `None` if the recording does not show whether it is a test case.
    is_test: Option<bool>,
    /// The events with their lines, without repeated deliveries.
    events: Vec<(usize, EventType)>,
    interactions: BTreeSet<usize>,
    files: BTreeSet<usize>,
    announced: BTreeSet<usize>,
    /// Accepted replies, by request for input.
    replies: BTreeMap<usize, usize>,
    cancelled: bool,
    /// `true` if the accepted cancellation costs something.
    costs: Option<bool>,
    /// The tokens with which the detail was read.
    readers: BTreeSet<usize>,
    /// The eligibility that an answer showed after the last event.
    eligibility: Option<Cancellation>,
    state: Option<State>,
    /// The policies of offers, by offer.
    offered: BTreeMap<usize, BTreeSet<usize>>,
    /// The policies of offers by their events, if these name all of them.
    teasers: BTreeMap<usize, BTreeSet<usize>>,
    accepted: BTreeSet<usize>,
    /// The lines of accepts that bought something.
    purchases: Vec<usize>,
    /// The policies that were last shown as not bought, with the line.
    unbought: BTreeMap<usize, usize>,
    appended: Vec<(usize, Option<usize>)>,
    /// Requests that contradict what was shown, unless an event explains them.
    pending: Vec<Pending>,
    /// The lines at which ids of events were needed.
    needed: Vec<(usize, EventType, usize)>,
}

#[derive(Debug)]
struct Pending {
    finding: Finding,
    about: About,
}

/// What later evidence a request needs.
#[derive(Debug, PartialEq, Eq)]
enum About {
    /// The same request is accepted later, or the case is still eligible.
    Cancel,
    /// The fee is another than that which was shown.
    Fee,
    Reply(usize),
    Accept(BTreeSet<usize>),
    /// The case is not closed.
    Append,
    /// The case was not found with a token, and is found with it again.
    Gone(usize),
}

/// A request that was answered, other than a create.
struct Request<'e> {
    id: EndpointId,
    line: usize,
    exchange: &'e Exchange,
    is_accepted: bool,
    /// The rulebook accepts it.
    is_clean: bool,
}

impl Request<'_> {
    fn finding(&self, message: &str, decisions: &[&str]) -> Finding {
        action(self.id, message, self.line, decisions)
    }
}

fn action(of: EndpointId, message: &str, line: usize, decisions: &[&str]) -> Finding {
    let mut finding = Finding::once(FindingKind::Action, of.name(), message.to_owned(), line);
    finding.decisions = decisions.iter().map(|number| (*number).to_owned()).collect();
    finding
}

impl Actions {
    /// A case that is created.
    pub(crate) fn created(&mut self, line: usize, is_test: Option<bool>) {
        self.created = Some(line);
        self.is_test = is_test;
    }

    /// Returns `true` if the recording has the case from its start, and its events.
    fn has_events(&self) -> bool {
        self.is_test != Some(true) && !self.events.is_empty()
    }

    fn confirm(&mut self, found: &mut Vec<Finding>, is_confirmed: impl Fn(&About) -> bool) {
        let (confirmed, rest): (Vec<Pending>, Vec<Pending>) =
            std::mem::take(&mut self.pending).into_iter().partition(|pending| is_confirmed(&pending.about));
        found.extend(confirmed.into_iter().map(|pending| pending.finding));
        self.pending = rest;
    }

    /// Judges a request other than a create. `is_clean` is true if the rulebook accepts it.
    pub(crate) fn exchange(
        &mut self,
        line: usize,
        id: EndpointId,
        exchange: &Exchange,
        is_clean: bool,
    ) -> Vec<Finding> {
        let mut found = Vec::new();
        if let (EndpointId::Detail, NOT_FOUND, Some(token)) = (id, exchange.status, exchange.credential)
            && self.readers.contains(&token)
        {
            let finding = action(id, "not found between two answers that have the case", line, &[]);
            self.pending.push(Pending { finding, about: About::Gone(token) });
        }
        let is_accepted = match verdict(exchange.status) {
            Verdict::Accepted => true,
            Verdict::Refused => false,
            Verdict::None => return found,
        };
        let request = Request { id, line, exchange, is_accepted, is_clean };
        match id {
            EndpointId::Respond => self.respond(&request, &mut found),
            EndpointId::Cancel => self.cancel(&request, &mut found),
            EndpointId::Accept => self.accept(&request, &mut found),
            EndpointId::Append => self.append(&request, &mut found),
            EndpointId::Detail if is_accepted => self.detail(line, exchange, &mut found),
            EndpointId::Offers | EndpointId::Results if is_accepted => self.policies(line, id, exchange, &mut found),
            _ => {}
        }
        found
    }

    fn respond(&mut self, request: &Request<'_>, found: &mut Vec<Finding>) {
        let Request { line, exchange, is_accepted, is_clean, .. } = *request;
        let Some(interaction) = exchange.ids.interaction else { return };
        let is_repeat = self.replies.contains_key(&interaction);
        if is_accepted {
            self.confirm(found, |about| *about == About::Reply(interaction));
            if is_repeat {
                found.push(request.finding("a repeated reply is accepted, and 400 is published", &[]));
            }
            self.replies.entry(interaction).or_insert(line);
            self.needed.push((interaction, EventType::ActionRequired, line));
        } else if is_repeat && exchange.status == REPEATED_REPLY {
            if exchange.answer.body != AnswerBody::Unknown && !exchange.answer.names_responded {
                found.push(request.finding("a repeated reply is refused without the word `responded`", &[]));
            }
        } else if is_repeat {
            let message =
                format!("the status of a repeated reply is {}, and {REPEATED_REPLY} is published", exchange.status);
            found.push(Finding::once(FindingKind::Status, EndpointId::Respond.name(), message, line));
        } else if !is_repeat && is_clean && self.interactions.contains(&interaction) {
            let finding = request.finding("a reply to an open request is refused", &[]);
            self.pending.push(Pending { finding, about: About::Reply(interaction) });
        }
    }

    fn cancel(&mut self, request: &Request<'_>, found: &mut Vec<Finding>) {
        let Request { exchange, is_accepted, is_clean, .. } = *request;
        let shown = self.eligibility.clone();
        if is_accepted {
            self.confirm(found, |about| *about == About::Cancel);
            let is_final =
                |reason| matches!(reason, Some(CancellationReason::ResearchComplete | CancellationReason::CaseClosed));
            match shown {
                Some(shown) if !self.cancelled && !shown.eligible && is_final(shown.reason) => {
                    found.push(request.finding("accepted, and the case was shown as not eligible", &["D34"]));
                }
                Some(Cancellation { eligible: true, costs: Some(costs), .. }) if !self.cancelled => {
                    let charged = exchange.answer.cancellation.as_ref().and_then(|terms| terms.costs);
                    if charged.is_some_and(|charged| charged != costs) {
                        let finding = request.finding("the fee is not that which was shown", &["D34"]);
                        self.pending.push(Pending { finding, about: About::Fee });
                    }
                }
                _ => {}
            }
            if !self.cancelled {
                self.costs = exchange.answer.cancellation.as_ref().and_then(|terms| terms.costs);
            }
            self.cancelled = true;
        } else if self.cancelled {
            found.push(request.finding("a repeated cancel is refused, and it is safe to retry", &["D31"]));
        } else if is_clean && shown.is_some_and(|shown| shown.eligible) {
            // The refusal may name the reason that has come up since.
            let names_reason = exchange.answer.codes.iter().any(|code| CancellationReason::from_name(code).is_some());
            if !names_reason {
                let finding = request.finding("refused, and the case was shown as eligible", &["D34"]);
                self.pending.push(Pending { finding, about: About::Cancel });
            }
        }
    }

    fn accept(&mut self, request: &Request<'_>, found: &mut Vec<Finding>) {
        let Request { line, exchange, is_accepted, is_clean, .. } = *request;
        let Some(offer) = exchange.ids.offer else { return };
        let selected: BTreeSet<usize> = exchange.ids.upgrades.iter().copied().collect();
        if selected.is_empty() {
            return;
        }
        let is_repeat = selected.is_subset(&self.accepted);
        let is_offered = self.offered.get(&offer).map(|offered| selected.is_subset(offered));
        if is_accepted {
            self.confirm(found, |about| *about == About::Accept(selected.clone()));
            if is_offered == Some(false) {
                found.push(request.finding("accepted with a policy that the offer lacks", &[]));
            }
            if !is_repeat && self.is_closed() {
                found.push(request.finding("accepted for a closed case", &["D51"]));
            }
            if !is_repeat {
                self.purchases.push(line);
            }
            self.accepted.extend(selected);
            self.needed.push((offer, EventType::AdditionalPoliciesFound, line));
        } else if is_repeat {
            found.push(request.finding("a repeated accept is refused, and it is safe to retry", &["D32"]));
        } else if is_clean && is_offered == Some(true) && self.state == Some(State::ResultsReady) {
            let finding = request.finding("refused, and the results are ready", &["D32"]);
            self.pending.push(Pending { finding, about: About::Accept(selected) });
        }
    }

    fn append(&mut self, request: &Request<'_>, found: &mut Vec<Finding>) {
        let Request { line, exchange, is_accepted, is_clean, .. } = *request;
        if is_accepted {
            self.appended.push((line, exchange.answer.ids.file));
            if self.created.is_some() && self.appended.len() > MOST_APPENDED {
                found.push(request.finding("accepted, and the case has 25 appended files", &["D47"]));
            }
        } else if is_clean && self.created.is_some() && self.appended.len() < SURELY_WITHIN_TOTAL {
            let finding = request.finding("refused, and the case is not closed", &[]);
            self.pending.push(Pending { finding, about: About::Append });
        }
    }

    fn detail(&mut self, line: usize, exchange: &Exchange, found: &mut Vec<Finding>) {
        let state = exchange.answer.state.as_deref().and_then(State::from_name);
        let shown = &exchange.answer.cancellation;
        let is_eligible = shown.as_ref().is_some_and(|shown| shown.eligible);
        let open = self.interactions.iter().next_back().copied();
        let is_asked = state == Some(State::ActionRequired);
        let is_closed = state.is_none_or(|state| state == State::Closed);
        self.confirm(found, |about| match about {
            About::Gone(token) => exchange.credential == Some(*token),
            About::Cancel => is_eligible,
            About::Reply(interaction) => is_asked && open == Some(*interaction),
            About::Append => !is_closed,
            _ => false,
        });
        let is_pending = |shown: &Cancellation| {
            let pending = [CancellationReason::CancellationPending, CancellationReason::CaseProcessing];
            shown.reason.is_some_and(|reason| pending.contains(&reason))
        };
        if self.cancelled && (is_eligible || !is_closed && !shown.as_ref().is_some_and(is_pending)) {
            found.push(action(EndpointId::Detail, "a canceled case is not closed", line, &["D31"]));
        }
        let fee = shown.as_ref().and_then(|shown| shown.costs);
        if self.cancelled && fee.zip(self.costs).is_some_and(|(shown, costs)| shown != costs) {
            found.push(action(EndpointId::Detail, "the fee is not that of the cancellation", line, &["D34"]));
        }
        self.readers.extend(exchange.credential);
        self.eligibility.clone_from(shown);
        self.state = state.or(self.state);
    }

    fn policies(&mut self, line: usize, id: EndpointId, exchange: &Exchange, found: &mut Vec<Finding>) {
        // The record of a PDF has no policies.
        if exchange.answer.record.as_deref() == Some(Record::ResultsPdf.name()) {
            return;
        }
        // The fee of a free cancellation is `null` there.
        let shown = exchange.answer.cancellation.as_ref().filter(|_| id == EndpointId::Results);
        if self.costs.zip(shown).is_some_and(|(costs, shown)| shown.costs != costs.then_some(true)) {
            found.push(action(id, "the fee is not that of the cancellation", line, &["D34"]));
        }
        let shown = &exchange.answer.ids;
        let bought: BTreeSet<usize> = shown.bought.iter().copied().collect();
        // Results are published again some time after an accept.
        let is_published = self.purchases.last().is_none_or(|line| self.arrived_after(EventType::ResultsReady, *line));
        let lacks = |upgrade: &usize| {
            !bought.contains(upgrade) && (id == EndpointId::Results || shown.upgrades.contains(upgrade))
        };
        if (id == EndpointId::Offers || is_published && !self.cancelled) && self.accepted.iter().any(lacks) {
            found.push(action(id, "an accepted policy is not shown as bought", line, &[]));
        }
        let nobody_chose = |upgrade: &&usize| {
            let before = self.unbought.get(*upgrade);
            !self.accepted.contains(*upgrade)
                && before.is_some_and(|before| self.purchases.iter().any(|purchase| purchase > before))
        };
        if bought.iter().any(|upgrade| nobody_chose(&upgrade)) {
            found.push(action(id, "a policy that no accept selected is shown as bought", line, &[]));
        }
        for upgrade in &shown.upgrades {
            if bought.contains(upgrade) {
                self.unbought.remove(upgrade);
            } else {
                self.unbought.insert(*upgrade, line);
            }
        }
        if let Some(offer) = shown.offer {
            let has_others =
                |teasers: &BTreeSet<usize>| !teasers.iter().eq(shown.upgrades.iter().collect::<BTreeSet<_>>());
            if self.teasers.get(&offer).is_some_and(has_others) {
                found.push(action(id, "the offer and its event differ in policies", line, &[]));
            }
            self.offered.insert(offer, shown.upgrades.iter().copied().collect());
            self.needed.push((offer, EventType::AdditionalPoliciesFound, line));
        }
    }

    fn arrived_after(&self, event: EventType, line: usize) -> bool {
        self.events.iter().any(|(at, known)| *known == event && *at > line)
    }

    fn is_closed(&self) -> bool {
        self.events.iter().any(|(_, event)| *event == EventType::Closed)
    }

    /// Judges an event that is no repeated delivery.
    pub(crate) fn event(&mut self, line: usize, event: EventType, arrived: &EventLine) -> Vec<Finding> {
        let mut found = Vec::new();
        let ids = &arrived.ids;
        if let Some(interaction) = ids.interaction
            && !self.interactions.insert(interaction)
        {
            let message = "a request for input has the id of an earlier one".to_owned();
            found.push(Finding::once(FindingKind::Event, event.name(), message, line));
        }
        self.files.extend(ids.file);
        if let Some(offer) = ids.offer
            && !self.announced.insert(offer)
        {
            let message = "an offer has the id of an earlier one".to_owned();
            found.push(Finding::once(FindingKind::Event, event.name(), message, line));
        }
        if let Some(offer) = ids.offer.filter(|_| !ids.upgrades.is_empty()) {
            self.teasers.insert(offer, ids.upgrades.iter().copied().collect());
        }
        let is_open = !matches!(event, EventType::Closed | EventType::FilesUpdated);
        self.confirm(&mut found, |about| *about == About::Append && is_open);
        // A case may have moved before its event arrived.
        let explains = |about: &About| match about {
            About::Cancel | About::Fee => event != EventType::Closed,
            About::Accept(_) | About::Append => event == EventType::Closed,
            About::Reply(_) => true,
            About::Gone(_) => false,
        };
        self.pending.retain(|pending| !explains(&pending.about));
        self.events.push((line, event));
        if event != EventType::FilesUpdated {
            self.eligibility = None;
        }
        self.state = match event {
            EventType::ResultsReady => Some(State::ResultsReady),
            EventType::FilesUpdated | EventType::AdditionalPoliciesFound => self.state,
            _ => None,
        };
        found
    }

    /// Returns what remains at the end: requests that no event explained, and lost events.
    pub(crate) fn finish(self) -> Vec<Finding> {
        let mut found = Vec::new();
        let lost = self.lost();
        if self.has_events() {
            let is_certain =
                |pending: &Pending| !matches!(pending.about, About::Append | About::Reply(_) | About::Gone(_));
            found.extend(self.pending.into_iter().filter(is_certain).map(|pending| pending.finding));
        }
        found.extend(lost);
        found
    }

    /// Returns the events that did not arrive although later ones of the case did.
    fn lost(&self) -> Vec<Finding> {
        let Some(created) = self.created.filter(|_| self.has_events() && self.is_test == Some(false)) else {
            return Vec::new();
        };
        let last = self.events.iter().map(|(line, _)| *line).max().unwrap_or_default();
        let arrived = |event: EventType| self.events.iter().filter(|(_, known)| *known == event).count();
        let mut missing = Vec::new();
        let mut add = |event: EventType, line: usize| {
            let message = "did not arrive, and later events of the case did".to_owned();
            missing.push(Finding::once(FindingKind::LostEvent, event.name(), message, line));
        };
        if arrived(EventType::Received) == 0 {
            add(EventType::Received, created);
        }
        for (line, file) in self.appended.iter().filter(|(line, _)| *line < last) {
            if file.is_some_and(|file| !self.files.contains(&file)) {
                add(EventType::FilesUpdated, *line);
            }
        }
        if let Some(line) = self.purchases.last().filter(|line| **line < last)
            && arrived(EventType::ResultsReady) < 2
        {
            add(EventType::ResultsReady, *line);
        }
        let unannounced = self.needed.iter().find(|(id, event, line)| {
            let known = if *event == EventType::ActionRequired { &self.interactions } else { &self.announced };
            *line < last && !known.contains(id)
        });
        if let Some((_, event, line)) = unannounced {
            add(*event, *line);
        }
        missing
    }
}
