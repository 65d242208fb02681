//! Turns exchanges into lines.

pub(crate) mod answer;
pub(crate) mod cases;
pub(crate) mod har;
pub(crate) mod ndjson;
pub(crate) mod part;
pub(crate) mod published;
pub(crate) mod raw;
pub(crate) mod request;
pub(crate) mod source;

use crate::classes::classify::Classifier;
use crate::key::Key;
use crate::line::{EventLine, Exchange, Line};
use crate::record::cases::Cases;
use crate::record::raw::{Raw, RawExchange};
use casegate::events::read_event;
use casegate::requests::{EndpointId, PathNote, Recognised, Recognition, recognise};
use casegate::{Context, Date};
use std::collections::{BTreeMap, BTreeSet};

/// Turns exchanges into lines of a recording.
///
/// The recorder remembers the numbers of cases and the hashes of deliveries. It retains no value.
#[derive(Debug)]
pub struct Recorder {
    key: Key,
    /// Words and names that are recorded as they are, besides the published ones.
    confirmed: BTreeSet<String>,
    cases: Cases,
    deliveries: BTreeSet<String>,
    /// The last delivery of each case.
    last: BTreeMap<Option<usize>, String>,
}

impl Recorder {
    /// Creates a recorder. `confirmed` has the words and names that are recorded as they are besides
    /// the published ones, such as the extra words of a context.
    pub fn new(key: Key, confirmed: BTreeSet<String>) -> Recorder {
        Recorder { key, confirmed, cases: Cases::default(), deliveries: BTreeSet::new(), last: BTreeMap::new() }
    }

    /// Numbers new cases from `first`, to continue a recording.
    pub fn cases_from(mut self, first: usize) -> Recorder {
        self.cases = Cases::from(first);
        self
    }

    /// Returns the line of an exchange or an event.
    pub fn line(&mut self, raw: &Raw) -> Line {
        match raw {
            Raw::Exchange(exchange) => Line::Exchange(self.exchange(exchange)),
            Raw::Event { day, body } => Line::Event(self.event(*day, body)),
        }
    }

    fn exchange(&mut self, raw: &RawExchange) -> Exchange {
        let classifier = Classifier::new(&self.key, &self.confirmed, raw.day);
        let found = endpoint(&raw.method, &raw.target);
        let request::Classes { query, parts, is_complete } = match &found {
            Some(found) => request::classes(found.endpoint, &raw.target, &raw.body, &classifier),
            None => request::Classes::default(),
        };
        let read = answer::read(found.as_ref().map(|found| found.endpoint), raw, &classifier);
        let of_path = found.as_ref().and_then(|found| {
            found
                .params
                .iter()
                .find(|(name, _)| *name == "ref" || *name == "ticket_id")
                .map(|(_, value)| value.as_str())
        });
        let case = self.cases.number(read.case_id, [of_path, read.case_ref.as_deref()]);
        Exchange {
            day: raw.day,
            endpoint: found.map(|found| found.endpoint.id.name().to_owned()),
            case,
            token: raw.authorization,
            query,
            parts,
            incomplete: !is_complete,
            status: raw.status,
            answer: read.answer,
        }
    }

    fn event(&mut self, day: Date, body: &str) -> EventLine {
        let classifier = Classifier::new(&self.key, &self.confirmed, day);
        let read = read_event(body, &Context::new(day));
        let case =
            read.event.as_ref().and_then(|event| self.cases.number(event.case_id, [event.issue_key.as_deref(), None]));
        // Without an id or a time, an equal body may be the same event at another time.
        let is_identified =
            read.event.as_ref().is_some_and(|event| event.event_id.is_some() || event.occurred_at.is_some());
        let hash = self.key.hash(body);
        let is_last = self.last.insert(case, hash.clone()).as_ref() == Some(&hash);
        let is_known = !self.deliveries.insert(hash);
        let again = is_known && (is_identified || is_last);
        let perhaps_again = is_known && !again;
        let extra =
            read.event.as_ref().map(|event| event.extra.iter().map(|(name, _)| published::name(name, &classifier)));
        let mut extra: Vec<String> = extra.into_iter().flatten().collect();
        extra.sort_unstable();
        let name = match read.event_type {
            Some(known) => known.name().to_owned(),
            None => answer::event_name(body).map_or_else(String::new, |name| classifier.name(&name)),
        };
        let notes = answer::notes(&read.notes, None, &classifier);
        EventLine { day, case, event: name, again, perhaps_again, notes, extra }
    }
}

/// Returns the endpoint of a method and a target. The service may be below a path of its own.
pub(crate) fn endpoint(method: &str, target: &str) -> Option<Recognised> {
    let starts = std::iter::once(0).chain(target.match_indices("/api/").map(|(at, _)| at));
    let mut found = starts.filter_map(|start| match recognise(method, target.get(start..)?) {
        Recognition::Known(found) => Some(found),
        _ => None,
    });
    // Without the prefix it is another path of the service.
    found.find(|found| !found.notes.contains(&PathNote::PrefixMissing))
}

/// Returns `true` for the endpoints that create a case.
pub(crate) fn creates(endpoint: EndpointId) -> bool {
    matches!(endpoint, EndpointId::Create | EndpointId::LegacyCreateExistence | EndpointId::LegacyCreateLimit)
}
