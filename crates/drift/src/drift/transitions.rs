//! Follows each case along the table of transitions.

use crate::line::{EventLine, Exchange};
use casegate::lifecycle::{Firing, Transition, TriggerType, transitions};
use casegate::requests::EndpointId;
use casegate::tokens::{EventType, State};
use std::collections::BTreeSet;

/// The possible states of a case, from the events and answers so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Life {
    /// `None` in the set means that the case was not created yet. An empty set means that the
    /// recording began later.
    states: BTreeSet<Option<State>>,
    last: Option<EventType>,
    has_results: bool,
    pub(crate) is_test: bool,
}

/// A step that no transition allows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Misstep {
    /// The step: an event or an answer.
    pub(crate) what: String,
    /// The states from which it came.
    pub(crate) from: String,
    /// The decisions behind the table's answer.
    pub(crate) decisions: &'static [&'static str],
}

impl Life {
    /// A case that was created in this recording.
    pub(crate) fn created(is_test: bool) -> Life {
        Life { states: BTreeSet::from([Some(State::Received)]), is_test, ..Life::default() }
    }

    /// Applies an event.
    pub(crate) fn event(&mut self, event: EventType) -> Option<Misstep> {
        if self.is_test {
            return Some(Misstep {
                what: event.name().to_owned(),
                from: "a test case".to_owned(),
                decisions: &["D33"],
            });
        }
        let before = self.silently();
        let mut after = BTreeSet::new();
        for state in &before {
            for row in rows(*state).filter(|row| row.event == Some(event) && self.fires(row)) {
                after.insert(state.map_or(row.to, |state| Some(row.leads_to(state))));
            }
        }
        // Create is seen as an exchange too.
        if event == EventType::Received && self.last.is_none() && self.states.contains(&Some(State::Received)) {
            after.insert(Some(State::Received));
        }
        let is_known = !self.states.is_empty();
        let misstep = (is_known && after.is_empty()).then(|| Misstep {
            what: event.name().to_owned(),
            from: self.described(),
            decisions: self.decisions_of(event),
        });
        if after.is_empty() {
            let of_event = casegate::events::EVENTS.iter().find(|row| row.event == event).and_then(|row| row.state);
            after = match of_event {
                Some(state) => BTreeSet::from([Some(state)]),
                None => self.states.clone(),
            };
        }
        self.states = after;
        self.last = Some(event);
        self.has_results |= event == EventType::ResultsReady;
        misstep
    }

    /// Applies a request of the caller that succeeded.
    pub(crate) fn request(&mut self, endpoint: EndpointId) -> Option<Misstep> {
        let trigger = match endpoint {
            EndpointId::Respond => TriggerType::Respond,
            EndpointId::Accept => TriggerType::AcceptOffers,
            EndpointId::Cancel => TriggerType::Cancel,
            EndpointId::Append => TriggerType::AppendFile,
            _ => return None,
        };
        if self.states.is_empty() {
            return None;
        }
        let mut after = BTreeSet::new();
        for state in self.reachable() {
            for row in rows(state).filter(|row| row.trigger == trigger) {
                // The event of the request arrives later.
                let is_silent = row.event.is_none() || self.is_test;
                after.insert(if is_silent { state.map(|state| row.leads_to(state)) } else { state });
            }
        }
        if after.is_empty() {
            let row = transitions().iter().find(|row| row.trigger == trigger);
            return Some(Misstep {
                what: endpoint.name().to_owned(),
                from: self.described(),
                decisions: row.map_or(&[], |row| row.decisions),
            });
        }
        // Events that lag are applied when they arrive.
        let ahead: BTreeSet<Option<State>> = after.intersection(&self.silently()).copied().collect();
        if !ahead.is_empty() || self.is_test {
            self.states = if ahead.is_empty() { after } else { ahead.union(&self.states).copied().collect() };
        }
        None
    }

    /// Compares the state of an answer. Events may lag behind it.
    pub(crate) fn seen(&self, state: State) -> Option<Misstep> {
        if self.states.is_empty() || self.reachable().contains(&Some(state)) {
            return None;
        }
        Some(Misstep { what: format!("the state {}", state.name()), from: self.described(), decisions: &[] })
    }

    /// Returns the states after steps that fire no event.
    fn silently(&self) -> BTreeSet<Option<State>> {
        self.closure(|row| row.event.is_none() || (row.fires != Firing::Always && !self.fires_surely(row)))
    }

    /// Returns the states after any steps.
    fn reachable(&self) -> BTreeSet<Option<State>> {
        self.closure(|_| true)
    }

    fn closure(&self, takes: impl Fn(&Transition) -> bool) -> BTreeSet<Option<State>> {
        let mut states = self.states.clone();
        loop {
            let next: Vec<Option<State>> = states
                .iter()
                .filter_map(|state| *state)
                .flat_map(|state| rows(Some(state)).filter(|row| takes(row)).map(move |row| Some(row.leads_to(state))))
                .filter(|state| !states.contains(state))
                .collect();
            if next.is_empty() {
                return states;
            }
            states.extend(next);
        }
    }

    fn fires(&self, row: &Transition) -> bool {
        row.fires != Firing::UnlessRepeated || self.last != row.event
    }

    /// Returns `true` if the row fires its event whatever else is true.
    fn fires_surely(&self, row: &Transition) -> bool {
        match row.fires {
            Firing::Always => true,
            Firing::UnlessRepeated => self.last != row.event,
            // The first results differ from none.
            Firing::WhenResultsDiffer => !self.has_results,
        }
    }

    /// Returns the decisions that a surplus event contradicts.
    fn decisions_of(&self, event: EventType) -> &'static [&'static str] {
        match event {
            EventType::InProgress if self.last == Some(event) => &["D29"],
            EventType::InProgress if self.states.contains(&Some(State::InProgress)) => &["D60"],
            EventType::Closed => &["D31"],
            _ => &[],
        }
    }

    fn described(&self) -> String {
        let names: Vec<&str> = self.states.iter().filter_map(|state| state.map(State::name)).collect();
        names.join(" or ")
    }
}

fn rows(state: Option<State>) -> impl Iterator<Item = &'static Transition> {
    transitions().iter().filter(move |row| row.starts_from(state))
}

/// Returns the type of an event line, unless it is unknown or a repeated delivery.
pub(crate) fn event_type(line: &EventLine) -> Option<EventType> {
    EventType::from_name(&line.event).filter(|_| !line.again)
}

/// Returns `true` if a case says that it is a test.
pub(crate) fn is_test(exchange: &Exchange) -> bool {
    use crate::classes::Class;
    let profile = crate::drift::predict::case(exchange);
    let last = profile.and_then(|profile| profile.entries().iter().rev().find(|entry| entry.key == "is_test"));
    last.is_some_and(|entry| entry.is == Class::True)
}
