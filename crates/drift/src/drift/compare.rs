//! Compares each line with its prediction, and groups the differences.

use crate::classes::{Class, Profile};
use crate::drift::actions::Actions;
use crate::drift::credentials::Credentials;
use crate::drift::decisions::{self, Evidence};
use crate::drift::groups::Groups;
use crate::drift::judged::Judged;
use crate::drift::literals::{Literal, literals};
use crate::drift::predict::{Fault, Prediction, case, predict};
use crate::drift::report::{DriftReport, FieldClass, Finding, FindingKind, Observation};
use crate::drift::settings::Settings;
use crate::drift::transitions::{Life, Misstep, event_type, is_test};
use crate::drift::verdicts::{Verdict, is_refusable, published_status, verdict};
use crate::drift::{accepted, refused};
use crate::line::{Against, AnswerBody, EventLine, Exchange, FileClass, Line, Note, Part, PartClass};
use crate::record::creates;
use crate::record::published::OF_THE_STAND_IN;
use casegate::Code;
use casegate::context::Credential;
use casegate::requests::EndpointId;
use casegate::tokens::{EventType, FileErrorCode, State};
use std::collections::{BTreeMap, BTreeSet};

/// Compares a recording with the rulebook.
///
/// ```
/// use casegate_drift::{Settings, drift, read_lines};
///
/// let lines = read_lines(r#"{"event":{"day":"2026-03-01","event":"case.closed","notes":[]}}"#)?;
/// let report = drift(&lines, &Settings::read("{}")?);
/// assert!(report.agrees() && report.events == 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn drift(lines: &[Line], settings: &Settings) -> DriftReport {
    let mut comparison = Comparison::new(lines, settings);
    for (at, line) in lines.iter().enumerate() {
        match line {
            Line::Exchange(exchange) => comparison.exchange(at + 1, exchange),
            Line::Event(event) => comparison.event(at + 1, event),
        }
    }
    comparison.finish()
}

struct Comparison<'l> {
    settings: &'l Settings,
    report: DriftReport,
    groups: Groups,
    evidence: Evidence,
    observed: BTreeMap<String, usize>,
    lives: BTreeMap<usize, Life>,
    actions: BTreeMap<usize, Actions>,
    credentials: Credentials,
    /// The events with their lines.
    envelopes: Vec<(usize, &'l EventLine)>,
    /// The cases that were created with each token.
    created: BTreeMap<usize, BTreeSet<usize>>,
    /// Requests that were accepted though the rulebook refuses them.
    accepted: Vec<Judged<'l>>,
    /// Cases that were refused though the rulebook accepts them.
    refused: Vec<Judged<'l>>,
    /// Cases that both accept.
    agreed: Vec<BTreeSet<Literal>>,
}

impl<'l> Comparison<'l> {
    fn new(lines: &[Line], settings: &'l Settings) -> Comparison<'l> {
        Comparison {
            settings,
            report: DriftReport::default(),
            groups: Groups::default(),
            evidence: Evidence::default(),
            observed: BTreeMap::new(),
            lives: BTreeMap::new(),
            actions: BTreeMap::new(),
            credentials: Credentials::of(lines),
            envelopes: Vec::new(),
            created: BTreeMap::new(),
            accepted: Vec::new(),
            refused: Vec::new(),
            agreed: Vec::new(),
        }
    }

    fn observe(&mut self, message: String) {
        *self.observed.entry(message).or_default() += 1;
    }

    fn exchange(&mut self, line: usize, exchange: &'l Exchange) {
        self.report.exchanges += 1;
        let known = exchange.endpoint.as_deref().and_then(EndpointId::from_name);
        let Some((id, endpoint)) = known.and_then(|id| Some((id, id.endpoint()?))) else {
            return self.observe("a request to a path that the specification does not list".to_owned());
        };
        if let Some(expected) = published_status(endpoint, exchange.status, is_refusable(id)) {
            let message = format!("the status is {}, and {expected} is published", exchange.status);
            self.groups.add(Finding::once(FindingKind::Status, id.name(), message, line));
        } else if endpoint.status != Some(exchange.status) && verdict(exchange.status) != Verdict::Refused {
            self.observe(format!("`{}` answers with the status {}", id.name(), exchange.status));
        }
        for note in &exchange.answer.notes {
            if id == EndpointId::Create && note.at.strip_prefix('/') == Some(OF_THE_STAND_IN) {
                self.observe(format!("`create` answers with {}, as the stand-in of casegate does", note.at));
            } else if note.code == Code::TimeNotComparable.name() {
                // The form of times is not published.
                self.observe(format!("`{}` answers with a time at {} that cannot be compared", id.name(), note.at));
            } else {
                self.note(FindingKind::Member, id.name(), note, line);
            }
        }
        for code in exchange.answer.codes.iter().filter(|_| !is_refusable(id) || exchange.status != 400) {
            self.observe(format!("`{}` answers with the code {code}", id.name()));
        }
        if exchange.answer.body == AnswerBody::Other {
            self.observe(format!("`{}` answers {} with a body that is not JSON", id.name(), exchange.status));
        }
        let finding = self.credentials.exchange(line, id, exchange);
        if let Some(finding) = finding {
            self.groups.add(finding);
        }
        if !exchange.token {
            return self.observe(format!("`{}` was called without a token", id.name()));
        }
        self.life(line, id, exchange);
        self.listed(line, id, exchange);
        let answer = verdict(exchange.status);
        let kind = self.credentials.kind(exchange);
        let prediction = predict(exchange, id, &self.settings.rulebook, kind);
        self.act(line, id, exchange, !exchange.incomplete && prediction.errors.is_empty());
        if answer == Verdict::None {
            return;
        }
        if exchange.incomplete {
            return self.observe(format!("a request to `{}` was recorded without its whole body", id.name()));
        }
        self.report.compared += 1;
        self.files(line, exchange, &prediction);
        if answer == Verdict::Accepted {
            self.query(exchange, id, &prediction);
        }
        let judged = Judged { line, exchange, endpoint: id, prediction };
        match (answer, judged.prediction.errors.is_empty()) {
            (Verdict::Accepted, false) => self.accepted.push(judged),
            // A master token needs a `requester_name`.
            (Verdict::Refused, true) if creates(id) && kind.is_none() && exchange.credential.is_some() => {
                let of_master = predict(exchange, id, &self.settings.rulebook, Some(Credential::Master));
                if of_master.errors.is_empty() {
                    self.refused.push(judged);
                } else {
                    self.observe(
                        "a case was refused that a user token may create, with a token of an unknown kind".to_owned(),
                    );
                }
            }
            (Verdict::Refused, true) if creates(id) => self.refused.push(judged),
            (Verdict::Accepted, true) if creates(id) => self.agree(&judged),
            (Verdict::Refused, true) if depends_on_request(id) && judged.prediction.warnings.is_empty() => {
                let message = format!("refused with {}, and the rulebook accepts", exchange.status);
                self.groups.add(Finding::once(FindingKind::RefusedThoughAccepted, id.name(), message, line));
            }
            (Verdict::Refused, false) => self.confirm_refusal(&judged.prediction, case(exchange)),
            _ => {}
        }
    }

    /// Judges a request by what was shown of its case before.
    fn act(&mut self, line: usize, id: EndpointId, exchange: &'l Exchange, is_clean: bool) {
        let Some(case) = exchange.case else { return };
        let actions = self.actions.entry(case).or_default();
        if creates(id) {
            if verdict(exchange.status) == Verdict::Accepted {
                actions.created(line, (!exchange.incomplete).then(|| is_test(exchange)));
                if let Some(token) = exchange.credential.filter(|_| id == EndpointId::Create && !is_test(exchange)) {
                    self.created.entry(token).or_default().insert(case);
                }
            }
            return;
        }
        let found = actions.exchange(line, id, exchange, is_clean);
        self.groups.extend(found);
    }

    /// A complete list has every case that was created with the same token.
    fn listed(&mut self, line: usize, id: EndpointId, exchange: &Exchange) {
        let is_whole = id == EndpointId::List && exchange.answer.is_whole_list;
        if !is_whole || exchange.query.iter().any(|part| part.name != "source") {
            return;
        }
        let listed: BTreeSet<usize> = exchange.answer.ids.cases.iter().copied().collect();
        let created = exchange.credential.and_then(|token| self.created.get(&token));
        if created.is_some_and(|created| !created.is_subset(&listed)) {
            let message = "the complete list lacks a case that was created".to_owned();
            self.groups.add(Finding::once(FindingKind::Action, id.name(), message, line));
        }
    }

    /// Observes unlisted words of a query that was accepted.
    fn query(&mut self, exchange: &Exchange, id: EndpointId, prediction: &Prediction) {
        let is_unlisted = |part: &&Part| {
            let at = format!("/query/{}", part.name);
            prediction.warnings.iter().any(|fault| fault.code == Code::UnlistedWord && fault.at == at)
        };
        for part in exchange.query.iter().filter(is_unlisted) {
            if let PartClass::Text(class) = &part.is {
                self.observe(format!("`{}` accepts {} with {}", id.name(), part.name, class.words()));
            }
        }
    }

    /// Both accept: every warning is confirmed to be no error.
    fn agree(&mut self, judged: &Judged<'_>) {
        let Some(profile) = case(judged.exchange) else { return };
        let warnings = &judged.prediction.warnings;
        let numbers: BTreeSet<String> =
            warnings.iter().flat_map(|warning| decisions::of_fault(warning, Some(profile))).collect();
        self.evidence.confirm(&numbers.into_iter().collect::<Vec<_>>(), 1);
        self.agreed.push(literals(profile, warnings));
        for (at, word) in unlisted(profile, warnings) {
            self.observe(format!("the unlisted word {word} in {at} was accepted"));
        }
    }

    /// Both refuse: a decision is confirmed if the refusal depends on it alone.
    fn confirm_refusal(&mut self, prediction: &Prediction, profile: Option<&Profile>) {
        let codes: BTreeSet<_> = prediction.errors.iter().map(|error| error.code).collect();
        if let (1, Some(error)) = (codes.len(), prediction.errors.first()) {
            self.evidence.confirm(&decisions::of_fault(error, profile), 1);
        }
    }

    fn note(&mut self, kind: FindingKind, of: &str, note: &Note, line: usize) {
        let (kind, message) = if let Some(word) = &note.word {
            (FindingKind::Word, format!("{} has the word {word}, which its list lacks", note.at))
        } else {
            let at = if note.at.is_empty() { "the whole" } else { &note.at };
            let meaning = match note.against {
                None => meaning(&note.code),
                Some(Against::Request) => "not that of the request".to_owned(),
                Some(Against::Earlier) => "not that which the case showed before".to_owned(),
                Some(Against::Other) => "that of another".to_owned(),
            };
            (kind, format!("{at}: {meaning}"))
        };
        let mut finding = Finding::once(kind, of, message, line);
        finding.codes = vec![note.code.clone()];
        finding.fields = vec![FieldClass { at: note.at.clone(), is: note.word.clone().unwrap_or_default() }];
        self.groups.add(finding);
    }

    fn files(&mut self, line: usize, exchange: &Exchange, prediction: &Prediction) {
        let Some(predicted) = &prediction.files else { return };
        let answered = &exchange.answer.files;
        if verdict(exchange.status) != Verdict::Accepted || answered.len() != predicted.len() {
            return;
        }
        let files = exchange.parts.iter().filter_map(|part| match &part.is {
            PartClass::File(file) if part.name == "files" => Some(file),
            _ => None,
        });
        let files: Vec<&FileClass> = files.collect();
        // A file without a size may exceed a limit.
        let is_open =
            |code: &str| code == FileErrorCode::FileTooLarge.name() && files.iter().any(|file| file.size.is_none());
        for ((answer, expected), file) in answered.iter().zip(predicted).zip(&files) {
            if answer != expected && !is_open(answer) {
                let what = if file.extension.is_empty() { "no extension".to_owned() } else { file.extension.clone() };
                let message = format!("a file is {answer}, and the rulebook says {expected}");
                let mut finding = Finding::once(FindingKind::File, "create", message, line);
                finding.codes = [answer, expected].into_iter().filter(|code| *code != "accepted").cloned().collect();
                finding.fields = vec![FieldClass { at: "/files/*".to_owned(), is: what }];
                self.groups.add(finding);
            }
        }
    }

    fn life(&mut self, line: usize, id: EndpointId, exchange: &Exchange) {
        let Some(number) = exchange.case else { return };
        if verdict(exchange.status) != Verdict::Accepted {
            return;
        }
        if creates(id) {
            self.lives.entry(number).or_insert_with(|| Life::created(is_test(exchange)));
            return;
        }
        let case = self.lives.entry(number).or_default();
        let seen = (id == EndpointId::Detail).then_some(exchange.answer.state.as_deref()).flatten();
        let seen = seen.and_then(State::from_name).and_then(|state| case.seen(state));
        let requested = case.request(id);
        for misstep in seen.into_iter().chain(requested) {
            self.misstep(misstep, line);
        }
    }

    fn misstep(&mut self, misstep: Misstep, line: usize) {
        let Misstep { what, from, decisions } = misstep;
        let message = match decisions {
            ["D33"] => format!("{what} arrived for a test case"),
            _ => format!("{what} came from {from}, and no transition leads there"),
        };
        let mut finding = Finding::once(FindingKind::Transition, what, message, line);
        finding.decisions = decisions.iter().map(|number| (*number).to_owned()).collect();
        self.groups.add(finding);
    }

    fn event(&mut self, line: usize, event: &'l EventLine) {
        self.report.events += 1;
        if event.again {
            return self.observe(delivered_again(event));
        }
        if EventType::from_name(&event.event).is_none() {
            let message = format!("{} is not one of the seven events", event.event);
            return self.groups.add(Finding::once(FindingKind::Event, event.event.as_str(), message, line));
        }
        for note in &event.notes {
            self.note(FindingKind::Event, &event.event, note, line);
        }
        for name in &event.extra {
            self.observe(format!("{} has the property {name}", event.event));
        }
        self.envelopes.push((line, event));
        let (Some(kind), Some(number)) = (event_type(event), event.case) else { return };
        if !event.perhaps_again {
            let found = self.actions.entry(number).or_default().event(line, kind, event);
            self.groups.extend(found);
        }
        let case = self.lives.entry(number).or_default();
        let before = case.clone();
        match case.event(kind) {
            // The body arrived before, so it is that delivery again.
            Some(_) if event.perhaps_again => {
                *case = before;
                self.observe(delivered_again(event));
            }
            Some(misstep) => self.misstep(misstep, line),
            None => {}
        }
    }

    /// The envelope is not published, but it is the same for all events.
    fn enveloped(&mut self) {
        let events = std::mem::take(&mut self.envelopes);
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for name in events.iter().flat_map(|(_, event)| &event.envelope) {
            *counts.entry(name).or_default() += 1;
        }
        let is_usual = |(name, count): &(&str, usize)| !OF_ONE_EVENT.contains(name) && 2 * count > events.len();
        for (name, _) in counts.into_iter().filter(is_usual) {
            for (line, event) in events.iter().filter(|(_, event)| !event.envelope.iter().any(|known| known == name)) {
                let message = format!("lacks /{name}, which other events have");
                self.groups.add(Finding::once(FindingKind::Event, &event.event, message, *line));
            }
        }
    }

    fn finish(mut self) -> DriftReport {
        self.enveloped();
        for finding in std::mem::take(&mut self.actions).into_values().flat_map(Actions::finish) {
            self.groups.add(finding);
        }
        let accepted = accepted::findings(&self.accepted, &self.settings.rulebook);
        for finding in accepted.into_iter().chain(refused::findings(&self.refused, &self.agreed)) {
            self.groups.add(finding);
        }
        self.report.findings = self.groups.finish();
        for finding in &self.report.findings {
            self.evidence.contradict(&finding.decisions, finding.count);
        }
        self.report.decisions = self.evidence.finish();
        let observed = self.observed.into_iter().map(|(message, count)| Observation { message, count });
        self.report.observations = observed.collect();
        self.report
    }
}

/// The members of the envelope that only some events have.
const OF_ONE_EVENT: [&str; 3] = ["issue_key", "data", "payload"];

/// Returns `true` if nothing but the request decides whether the endpoint refuses it.
fn depends_on_request(id: EndpointId) -> bool {
    matches!(id, EndpointId::List | EndpointId::Detail | EndpointId::Login | EndpointId::Logout | EndpointId::Ping)
}

fn delivered_again(event: &EventLine) -> String {
    format!("{} was delivered again with the same body", event.event)
}

/// Returns the unlisted words of a case, with their places.
fn unlisted(profile: &Profile, warnings: &[Fault]) -> BTreeSet<(String, String)> {
    let is_unlisted = |fault: &&Fault| fault.code == Code::UnlistedWord;
    let places = warnings.iter().filter(is_unlisted).filter_map(|fault| fault.at.split('/').nth(1));
    let words = places.flat_map(|name| {
        profile.entries().iter().filter(move |entry| entry.key == name).flat_map(move |entry| {
            let elements = match &entry.is {
                Class::List(elements) => elements.as_slice(),
                one => std::slice::from_ref(one),
            };
            elements
                .iter()
                .filter(|class| matches!(class, Class::Word(_)))
                .map(move |class| (name.to_owned(), class.words()))
        })
    });
    words.filter(|(name, word)| !is_listed(name, word)).collect()
}

fn is_listed(name: &str, word: &str) -> bool {
    crate::classes::names::lists(name).iter().any(|list| list.contains(word.trim_matches('`')))
}

/// Returns the meaning of a code, without the decision.
fn meaning(code: &str) -> String {
    let known = Code::ALL.iter().find(|known| known.name() == code);
    let words = known.and_then(|known| known.meaning().trim().trim_end_matches('.').split(" (D").next());
    words.unwrap_or(code).to_lowercase()
}
