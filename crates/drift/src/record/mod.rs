//! Turns exchanges into lines.

pub(crate) mod answer;
pub(crate) mod cases;
pub(crate) mod har;
pub(crate) mod memory;
pub(crate) mod ndjson;
pub(crate) mod numbers;
pub(crate) mod part;
pub(crate) mod published;
pub(crate) mod raw;
pub(crate) mod request;
pub(crate) mod source;

use crate::classes::classify::Classifier;
use crate::key::Key;
use crate::line::{EventLine, Exchange, Ids, Line};
use crate::record::cases::{Cases, Numbered};
use crate::record::memory::{Compared, Memory};
use crate::record::numbers::{Id, Numbers};
use crate::record::raw::{Raw, RawExchange};
use crate::record::source::{Source, SourceError};
use casegate::events::read_event;
use casegate::json::Document;
use casegate::requests::{EndpointId, PathNote, Recognised, Recognition, recognise};
use casegate::{Context, Date};
use std::collections::{BTreeMap, BTreeSet};

/// Reads a HAR file or a log. `host` is the host of the service, which a HAR file with several of them
/// needs; its port may be left out.
///
/// ```
/// let log = r#"{"at":"2026-03-01","method":"GET","path":"/api/v1/partner/cases/CASE-7/","status":200,"answer":{}}"#;
/// assert_eq!(casegate_drift::read_source(log, None).map(|found| found.exchanges.len()), Ok(1));
/// ```
///
/// # Errors
///
/// Returns [`SourceError`] for the first line that is not one of a log, and for a HAR file with several
/// hosts that look like the service.
pub fn read_source(text: &str, host: Option<&str>) -> Result<Source, SourceError> {
    let text = text.trim_start_matches('\u{feff}');
    if let Some(source) = har::read(text, host) {
        return source;
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let exchanges = lines.map(|(at, line)| ndjson::read(line).ok_or(SourceError::Line { line: at + 1 }));
    Ok(Source { exchanges: exchanges.collect::<Result<_, _>>()?, left_out: Vec::new() })
}

/// Turns exchanges into lines of a recording.
///
/// The recorder remembers ids with their numbers, and hashes of values and deliveries.
#[derive(Debug)]
pub struct Recorder {
    key: Key,
    /// Words and names that are recorded as they are, besides the published ones.
    confirmed: BTreeSet<String>,
    cases: Cases,
    numbers: Numbers,
    memory: Memory,
    deliveries: BTreeSet<String>,
    /// The last delivery of each case.
    last: BTreeMap<Option<usize>, String>,
}

impl Recorder {
    /// Creates a recorder. `confirmed` has the words and names that are recorded as they are besides
    /// the published ones, such as the extra words of a context.
    pub fn new(key: Key, confirmed: BTreeSet<String>) -> Recorder {
        Recorder {
            key,
            confirmed,
            cases: Cases::default(),
            numbers: Numbers::default(),
            memory: Memory::default(),
            deliveries: BTreeSet::new(),
            last: BTreeMap::new(),
        }
    }

    /// Continues a recording: new cases and ids get other numbers than those of its lines.
    pub fn continuing(mut self, lines: &[Line]) -> Recorder {
        let of = |line: &Line| match line {
            Line::Exchange(line) => (line.case, line.credential.max(Some(line.ids.last().max(line.answer.ids.last())))),
            Line::Event(line) => (line.case, Some(line.ids.last())),
        };
        let listed = |line: &Line| match line {
            Line::Exchange(line) => line.answer.ids.cases.iter().copied().max(),
            Line::Event(_) => None,
        };
        let last_case = lines.iter().filter_map(|line| of(line).0.max(listed(line))).max().unwrap_or_default();
        self.cases = Cases::from(last_case + 1);
        self.numbers = Numbers::after(lines.iter().filter_map(|line| of(line).1).max().unwrap_or_default());
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
        let mut read = answer::read(found.as_ref().map(|found| found.endpoint), raw, &classifier);
        let of_path = found.as_ref().and_then(|found| {
            found
                .params
                .iter()
                .find(|(name, _)| *name == "ref" || *name == "ticket_id")
                .map(|(_, value)| value.as_str())
        });
        let Numbered { case, is_ambiguous } = self.cases.number(read.case_id, [of_path, read.case_ref.as_deref()]);
        let mut ids = Ids::default();
        if let Some(found) = &found {
            ids = numbers::sent(found.endpoint.id, &raw.body, case, &mut self.numbers);
        }
        if let (Some(found), Some(body), 200..300) = (&found, &read.body, raw.status) {
            let endpoint = found.endpoint;
            let compared = Compared { endpoint, raw, of_path, answer: body, case };
            read.answer.notes.extend(self.memory.compare(&self.key, &compared));
            if is_ambiguous {
                read.answer.notes.push(memory::of_another_case(endpoint.id));
            }
            read.answer.notes.sort_unstable();
            read.answer.notes.dedup();
            read.answer.ids = numbers::shown(endpoint.id, body, case, &mut self.numbers);
            if endpoint.id == EndpointId::List {
                read.answer.ids.cases = self.listed(body);
            }
        }
        let credential = raw.credential.clone().map(|value| self.numbers.number(Id::Credential(value)));
        Exchange {
            day: raw.day,
            endpoint: found.map(|found| found.endpoint.id.name().to_owned()),
            case,
            token: raw.authorization,
            credential,
            ids,
            query,
            parts,
            incomplete: !is_complete,
            status: raw.status,
            answer: read.answer,
        }
    }

    /// Returns the numbers of the cases in a list.
    fn listed(&mut self, body: &Document) -> Vec<usize> {
        let list = body.as_list().or_else(|| body.get("results")?.as_list()).unwrap_or_default();
        let of = |item: &Document| {
            (
                item.get("id").and_then(Document::as_u64),
                item.get("issue_key").and_then(Document::as_str).map(str::to_owned),
            )
        };
        let cases = list.iter().map(of).filter_map(|(id, key)| self.cases.number(id, [key.as_deref(), None]).case);
        cases.collect()
    }

    fn event(&mut self, day: Date, body: &str) -> EventLine {
        let classifier = Classifier::new(&self.key, &self.confirmed, day);
        let read = read_event(body, &Context::new(day));
        let numbered =
            read.event.as_ref().map(|event| self.cases.number(event.case_id, [event.issue_key.as_deref(), None]));
        let Numbered { case, is_ambiguous } = numbered.unwrap_or_default();
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
        let mut notes = answer::notes(&read.notes, None, &classifier);
        let mut ids = Ids::default();
        if let Some(event) = read.event.as_ref().filter(|_| !is_known) {
            notes.extend(self.memory.compare_event(&self.key, case, event));
            if is_ambiguous || case.is_none() {
                notes.push(memory::of_no_case(is_ambiguous));
            }
            ids = numbers::of_event(&event.event, case, &mut self.numbers);
        }
        let envelope = answer::envelope(body);
        EventLine { day, case, event: name, again, perhaps_again, ids, envelope, notes, extra }
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
