//! The client, its settings, and what it knows of cases.

use crate::call::Ask;
use crate::error::{ClientError, Kind, ServiceError};
use crate::poll::{Poller, Render};
use crate::store::Store;
use crate::transport::{Cancel, Part, Progress, Transport};
use casegate::Context;
use casegate::calls::{ASK_AFTER_MS, Clock, SKEW_MS, Settling};
use casegate::events::{CaseView, Fact, Follower, Moment, OfferView, Source, read_event};
use casegate::json::Document;
use casegate::requests::{EndpointId, check_request};
use casegate::results::normalize_results;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The settings of a client.
#[derive(Clone)]
#[non_exhaustive]
pub struct Settings {
    /// The address of the service.
    pub url: String,
    /// The master token, for logins only.
    pub master_token: String,
    /// The name of the user token.
    pub token_name: String,
    /// Nobody else creates cases with this organization's tokens.
    pub only_writer: bool,
    /// The repeats of one request.
    pub retries: u32,
    /// The time within which the service carries out what was sent.
    pub ask_after: Duration,
    /// The time by which clocks may differ.
    pub skew: Duration,
    /// The requests of polls in an hour.
    pub per_hour: u32,
    /// The requests of polls at once.
    pub burst: u32,
    /// Shortens the pauses between polls: 0.1 polls ten times as often.
    pub pace: f64,
}

impl Settings {
    /// The usual settings. Other programs may create cases, too.
    pub fn new(url: impl Into<String>, master_token: impl Into<String>, token_name: impl Into<String>) -> Settings {
        Settings {
            url: url.into(),
            master_token: master_token.into(),
            token_name: token_name.into(),
            only_writer: false,
            retries: 2,
            ask_after: Duration::from_millis(ASK_AFTER_MS),
            skew: Duration::from_millis(SKEW_MS),
            per_hour: 360,
            burst: 30,
            pace: 1.0,
        }
    }

    /// The milliseconds of a pause between polls.
    pub(crate) fn paced(&self, seconds: u32) -> u64 {
        millis(Duration::from_secs(seconds.into()).mul_f64(self.pace.clamp(0.001, 1000.0))).max(1)
    }
}

/// What every call takes.
#[derive(Clone, Default)]
pub struct Options {
    /// Ends the calls, and the poller that the client starts.
    pub cancel: Option<Cancel>,
    /// Is told of uploads.
    pub progress: Option<Progress>,
}

pub(crate) struct Inner {
    pub(crate) settings: Settings,
    pub(crate) store: Box<dyn Store>,
    pub(crate) transport: Box<dyn Transport>,
    pub(crate) context: Box<dyn Fn() -> Context + Send + Sync>,
    pub(crate) token: Mutex<Option<String>>,
    /// No request before this moment: the service is busy.
    pub(crate) paused: AtomicU64,
    /// The moments of requests, and which of them were repeats.
    pub(crate) sent: Mutex<Vec<(u64, bool)>>,
    /// The service's clock in its latest answers.
    pub(crate) clock: Mutex<Clock>,
    /// The newest list of cases, for all that wait for their references.
    list: Mutex<(u64, Vec<Value>)>,
    changed: Sender<u64>,
    pub(crate) changes: Mutex<Option<Receiver<u64>>>,
    pub(crate) render: Mutex<Option<Arc<Render>>>,
}

/// A client of the service. Its clones are the same client. Every call waits for its answer; an
/// asynchronous program calls it in a thread for blocking work.
#[derive(Clone)]
pub struct Client {
    pub(crate) inner: Arc<Inner>,
    pub(crate) options: Options,
}

impl fmt::Debug for Client {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Client").finish_non_exhaustive()
    }
}

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

pub(crate) fn document(value: &Value) -> Document {
    Document::read(&value.to_string()).unwrap_or(Document::Null)
}

fn moment() -> Option<Moment> {
    Moment::from_seconds(now() / 1000)
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The reference of a case in the pages of the list.
pub(crate) fn reference_in(pages: &[Value], id: u64) -> Option<String> {
    let items = pages.iter().flat_map(|page| page.get("results").unwrap_or(page).as_array().into_iter().flatten());
    let mut items = items.filter(|item| item.get("id").and_then(Value::as_u64) == Some(id));
    items.next()?.get("issue_key")?.as_str().map(str::to_owned)
}

impl Client {
    /// A client with a store, a transport, and the context of the checks, whose day is today.
    pub fn new(
        settings: Settings,
        store: impl Store + 'static,
        transport: impl Transport + 'static,
        context: impl Fn() -> Context + Send + Sync + 'static,
    ) -> Client {
        let (sender, changes) = channel();
        let inner = Inner {
            clock: Mutex::default(),
            settings,
            store: Box::new(store),
            transport: Box::new(transport),
            context: Box::new(context),
            token: Mutex::default(),
            paused: AtomicU64::new(0),
            sent: Mutex::default(),
            list: Mutex::default(),
            changed: sender,
            changes: Mutex::new(Some(changes)),
            render: Mutex::default(),
        };
        Client { inner: Arc::new(inner), options: Options::default() }
    }

    /// The same client, for calls that can be canceled or report their progress.
    pub fn with(&self, options: Options) -> Client {
        Client { inner: Arc::clone(&self.inner), options }
    }

    pub(crate) fn settling(&self, others_open: bool) -> Settling {
        let Settings { only_writer, ask_after, skew, .. } = self.inner.settings;
        Settling { only_writer, others_open, ask_after: millis(ask_after), skew: millis(skew), clock: self.clock() }
    }

    pub(crate) fn clock(&self) -> Clock {
        self.inner.clock.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Polls all stored cases within the budget in a thread of its own, asks what events and calls leave
    /// open, and reports each change. It ends when the poller is dropped, or by the [`Options`] of this client.
    pub fn start(&self, render: impl Fn(u64, &CaseView) + Send + Sync + 'static) -> Poller {
        Poller::start(self, Arc::new(render))
    }

    /// The view of a case from what is stored; `None` if it is not known here.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub fn view(&self, case_id: u64) -> Result<Option<CaseView>, ClientError> {
        Ok(self.follower(case_id)?.map(|(follower, _)| follower.view(moment())))
    }

    pub(crate) fn follower(&self, id: u64) -> io::Result<Option<(Follower, String)>> {
        let Some(text) = self.inner.store.get(&format!("case/{id}"))? else { return Ok(None) };
        let follower = Follower::from_json(&text).map_err(io::Error::other)?;
        Ok(Some((follower, text)))
    }

    /// The ids of the stored cases.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub fn case_ids(&self) -> Result<Vec<u64>, ClientError> {
        let keys = self.inner.store.keys("case/")?;
        Ok(keys.iter().filter_map(|key| key.strip_prefix("case/")?.parse().ok()).collect())
    }

    /// Takes a fact in. It is stored when this returns, and no other fact came between.
    pub(crate) fn ingest(&self, id: u64, fact: &Fact, is_test: bool) -> Result<CaseView, ClientError> {
        let key = format!("case/{id}");
        loop {
            let (mut follower, before) = match self.follower(id)? {
                Some((follower, text)) => (follower, Some(text)),
                None => (Follower::new(is_test), None),
            };
            follower.ingest(fact.clone());
            let text = serde_json::to_string(&follower).map_err(io::Error::other)?;
            let is_new = before.as_ref() != Some(&text);
            if is_new && !self.inner.store.put(&key, Some(&text), before.as_deref())? {
                continue;
            }
            let view = follower.view(moment());
            let render = self.inner.render.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if let (true, Some(render)) = (is_new, render) {
                render(id, &view);
            }
            return Ok(view);
        }
    }

    fn learned(&self, id: u64, fact: &Fact) -> Result<CaseView, ClientError> {
        let view = self.ingest(id, fact, false)?;
        self.ask_later(id);
        Ok(view)
    }

    /// Without a poller, nothing is asked.
    pub(crate) fn ask_later(&self, id: u64) {
        let _ = self.inner.changed.send(id);
    }

    /// With the reference by which the service knows the case; it comes some time after the case.
    pub(crate) fn known(&self, id: u64) -> Result<(CaseView, String), ClientError> {
        let view = self.view(id)?.ok_or(ClientError::NotKnown)?;
        let reference = match view.issue_key.clone() {
            Some(key) => Some(key),
            None => reference_in(&self.pages("all")?, id),
        };
        let late = || ServiceError::new(Kind::Unavailable, EndpointId::List, Some(now() + 60_000));
        Ok((view, reference.ok_or_else(late)?))
    }

    fn must_pass(&self, endpoint: EndpointId, request: &Value) -> Result<(), ClientError> {
        let report = check_request(&request.to_string(), &(self.inner.context)());
        if report.ok {
            return Ok(());
        }
        Err(ServiceError { issues: report.issues, ..ServiceError::new(Kind::Refused, endpoint, None) }.into())
    }

    /// Answers a question: the given one, or the open one.
    ///
    /// # Errors
    ///
    /// Returns an error if the reply is refused, or was not answered.
    pub fn reply(
        &self,
        case_id: u64,
        interaction: Option<&str>,
        message: &str,
        files: &[File],
    ) -> Result<CaseView, ClientError> {
        let (view, reference) = self.known(case_id)?;
        let open = view.open_interaction.map(|open| open.interaction_id);
        let interaction = interaction.or(open.as_deref()).unwrap_or_default();
        let mut form = vec![Part { name: "interaction_id", filename: None, value: interaction.as_bytes() }];
        form.extend((!message.is_empty()).then_some(Part {
            name: "message",
            filename: None,
            value: message.as_bytes(),
        }));
        let mut parts = vec![json!({ "name": "interaction_id", "value": interaction })];
        parts.extend((!message.is_empty()).then(|| json!({ "name": "message", "value": message })));
        for file in files {
            form.push(Part { name: "file", filename: Some(&file.name), value: &file.content });
            parts.push(json!({ "name": "file", "filename": file.name, "size": file.content.len() }));
        }
        let known = json!({ "open_interaction": open });
        let request = json!({ "endpoint": "respond", "params": { "ref": reference }, "parts": parts, "known": known });
        self.must_pass(EndpointId::Respond, &request)?;
        let ask = Ask { params: &[("ref", &reference)], form: &form, spread: spread(case_id), ..Ask::default() };
        self.must(EndpointId::Respond, &ask)?;
        self.learned(case_id, &Fact::responded(interaction))
    }

    /// Buys policies of an offer.
    ///
    /// # Errors
    ///
    /// Returns an error if this is refused, or was not answered.
    pub fn accept(&self, case_id: u64, offer_id: &str, upgrade_ids: &[u64]) -> Result<CaseView, ClientError> {
        let (view, reference) = self.known(case_id)?;
        let offer = |offer: &OfferView| json!({ "offer_id": offer.offer_id, "additional_policies": offer.upgrades });
        let offers: Vec<Value> = view.offers.iter().map(offer).collect();
        let body = json!({ "offer_id": offer_id, "selected_upgrade_ids": upgrade_ids });
        let known = json!({ "offers": offers });
        let request = json!({ "endpoint": "accept", "params": { "ref": reference }, "body": body, "known": known });
        self.must_pass(EndpointId::Accept, &request)?;
        self.post(EndpointId::Accept, case_id, &reference, &body)?;
        self.learned(case_id, &Fact::accepted(offer_id, upgrade_ids.iter().copied()))
    }

    /// Cancels a case.
    ///
    /// # Errors
    ///
    /// Returns an error if this is refused, or was not answered.
    pub fn cancel(&self, case_id: u64, reason: Option<&str>) -> Result<CaseView, ClientError> {
        let (_, reference) = self.known(case_id)?;
        let body = reason.map_or_else(|| json!({}), |reason| json!({ "reason": reason }));
        let request = json!({ "endpoint": "cancel", "params": { "ref": reference }, "body": body });
        self.must_pass(EndpointId::Cancel, &request)?;
        self.post(EndpointId::Cancel, case_id, &reference, &body)?;
        self.learned(case_id, &Fact::cancel_accepted())
    }

    fn post(&self, endpoint: EndpointId, id: u64, reference: &str, body: &Value) -> Result<Value, ClientError> {
        let ask = Ask { params: &[("ref", reference)], json: Some(body), spread: spread(id), ..Ask::default() };
        self.must(endpoint, &ask)
    }

    /// The results in their documented shape, however old they are.
    ///
    /// # Errors
    ///
    /// Returns an error if they are not there, or were not answered.
    pub fn results(&self, case_id: u64) -> Result<Document, ClientError> {
        let (_, reference) = self.known(case_id)?;
        let answer = self.must(EndpointId::Results, &Ask { params: &[("ref", &reference)], ..Ask::default() })?;
        let data = answer.get("results_data").cloned().unwrap_or_default();
        Ok(normalize_results(&data.to_string(), &(self.inner.context)()).normalized)
    }

    /// Stores an event whose signature was verified over these bytes. Returns the status to answer with: 204, or 400 for
    /// what is no JSON. What the event leaves open is asked by the poller.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails: the event must not be acknowledged.
    pub fn receive(&self, body: &[u8]) -> Result<u16, ClientError> {
        let text = String::from_utf8_lossy(body);
        if serde_json::from_str::<Value>(&text).is_err() {
            return Ok(400);
        }
        // An event of no case, of an unknown type, or of a case that is not known here is acknowledged: polling
        // asks for its state.
        let Some(delivery) = read_event(&text, &(self.inner.context)()).event else { return Ok(204) };
        let id = match (delivery.case_id, &delivery.issue_key) {
            (Some(id), _) => Some(id),
            (None, Some(key)) => self.by_reference(key)?,
            (None, None) => None,
        };
        if let Some(id) = id {
            self.learned(id, &Fact::event_received(&delivery, moment()))?;
        }
        Ok(204)
    }

    fn by_reference(&self, key: &str) -> Result<Option<u64>, ClientError> {
        for id in self.case_ids()? {
            if self.view(id)?.is_some_and(|view| view.issue_key.as_deref() == Some(key)) {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }

    /// Asks the service what the view of a case leaves open. Returns the number of requests.
    ///
    /// # Errors
    ///
    /// Returns an error if the service does not answer.
    pub fn ask(&self, case_id: u64) -> Result<u32, ClientError> {
        let mut put: BTreeSet<(Source, &'static str)> = BTreeSet::new();
        let mut requests = 0;
        loop {
            let Some(view) = self.view(case_id)? else { return Ok(requests) };
            let open: BTreeSet<_> = view.ask.iter().map(|ask| (ask.endpoint, ask.reason.name())).collect();
            let open: BTreeSet<_> = open.difference(&put).copied().collect();
            if open.is_empty() {
                return Ok(requests);
            }
            requests += u32::from(view.issue_key.is_none());
            let listed = || view.issue_key.is_none().then(|| self.listed(case_id)).transpose();
            let Some(reference) = view.issue_key.clone().or(listed()?.flatten()) else { return Ok(requests) };
            let endpoints: BTreeSet<Source> = open.iter().map(|(endpoint, _)| *endpoint).collect();
            put.extend(open);
            for endpoint in endpoints {
                requests += 1;
                self.answered(case_id, &reference, endpoint, &view)?;
            }
        }
    }

    /// For a poll, which may learn a reference some seconds later. One list serves all that wait for theirs.
    fn listed(&self, id: u64) -> Result<Option<String>, ClientError> {
        let mut list = self.shared(&self.inner.list, EndpointId::List)?;
        if now() > list.0 + self.inner.settings.paced(10) {
            *list = (now(), self.pages("all")?);
        }
        Ok(reference_in(&list.1, id))
    }

    /// The basis belongs to the answer: it says what was known before the question.
    pub(crate) fn answered(
        &self,
        id: u64,
        reference: &str,
        source: Source,
        view: &CaseView,
    ) -> Result<(), ClientError> {
        let endpoint = source.endpoint().ok_or(ClientError::NotKnown)?.id;
        let answer =
            self.must(endpoint, &Ask { params: &[("ref", reference)], spread: spread(id), ..Ask::default() })?;
        if let Ok(fact) = Fact::answer(source, &document(&answer), view.basis.iter().map(String::as_str)) {
            self.ingest(id, &fact, false)?;
        }
        Ok(())
    }
}

pub(crate) fn spread(id: u64) -> u32 {
    u32::try_from(id % 65_536).unwrap_or_default()
}

/// A file to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub content: Vec<u8>,
    /// Its label; `None` counts as `other`.
    pub label: Option<String>,
}
