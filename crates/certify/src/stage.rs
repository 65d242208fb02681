//! The service, the backend and the case of a scenario.

use crate::backend::{Backend, Start, answers};
use crate::client;
use crate::error::CertifyError;
use crate::exchange::{Exchange, Token};
use crate::record::Sight;
use crate::scenario::{ActionName, Scenario};
use crate::service::{MASTER_TOKEN, Service, WEBHOOK_SECRET};
use chrono::Utc;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use ureq::http::Uri;

/// How often something is looked at that is waited for.
pub(crate) const LOOK: Duration = Duration::from_millis(25);
/// The longest wait for requests of the scenario before.
const QUIET: Duration = Duration::from_secs(5);
/// A backend without requests for this time is quiet.
const QUIET_FOR: Duration = Duration::from_millis(150);

/// The wait of a person for an answer, as a multiple of the patience.
const PERSON: u32 = 3;
/// The least speed of an upload.
const BYTES_PER_SECOND: u64 = 5_000_000;

/// Everything that takes part in a scenario.
pub(crate) struct Stage {
    pub(crate) service: Service,
    pub(crate) start: Option<Start>,
    pub(crate) backend: Option<Backend>,
    pub(crate) urls: Urls,
    pub(crate) patience: Duration,
    pub(crate) agent: ureq::Agent,
    /// The mark of the scenario's forms, which is unlike that of any other scenario.
    mark: String,
    /// The rules of faults of the scenario.
    pub(crate) faults: Vec<Value>,
    /// The last case before the scenario.
    before: u64,
    /// The references of cases of earlier scenarios.
    earlier: BTreeSet<String>,
    /// The last `Authorization` with a user token.
    user_authorization: Option<String>,
    /// What no text that leaves the office may have.
    secrets: BTreeSet<String>,
    /// The cases that were submitted, by their number.
    payloads: RefCell<BTreeMap<u64, Value>>,
    /// The length of the backend's log at the beginning of the scenario.
    log_from: u64,
}

/// The addresses of the backend.
#[derive(Debug, Clone)]
pub(crate) struct Urls {
    pub(crate) submit: Uri,
    /// With `{id}` for the case.
    pub(crate) read: Option<String>,
    pub(crate) actions: BTreeMap<ActionName, String>,
}

/// A case of the scenario, as the service knows it.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) id: u64,
    pub(crate) issue_key: Option<String>,
    pub(crate) is_test: bool,
}

impl Stage {
    pub(crate) fn new(service: Service, start: Option<Start>, urls: Urls, patience: Duration) -> Stage {
        Stage {
            service,
            start,
            backend: None,
            urls,
            patience,
            agent: client::agent(patience),
            mark: String::new(),
            faults: Vec::new(),
            before: 0,
            earlier: BTreeSet::new(),
            user_authorization: None,
            secrets: BTreeSet::from([MASTER_TOKEN.to_owned(), WEBHOOK_SECRET.trim_start_matches("whsec_").to_owned()]),
            payloads: RefCell::default(),
            log_from: 0,
        }
    }

    /// Prepares for a scenario: the backend runs, and nothing of earlier scenarios is left.
    pub(crate) fn reset(&mut self, scenario: &Scenario) -> Result<(), CertifyError> {
        self.remember_token();
        self.mark = format!("Certify {} {}", scenario.name, Utc::now().timestamp_micros());
        self.log_from = self.log().map_or(0, |log| log.len() as u64);
        self.service.operate("DELETE", "faults", &Value::Null)?;
        self.faults.clear();
        self.service.relay.reset();
        self.service.configure(&scenario.service)?;
        self.service.operate("PUT", "clock", &json!({ "reset": true }))?;
        self.start_backend(None)?;
        self.wait_until_quiet();
        let cases = self.all_cases()?;
        self.before = cases.iter().map(|case| case.id).max().unwrap_or_default();
        self.earlier.extend(cases.into_iter().filter_map(|case| case.issue_key));
        self.service.record.clear();
        Ok(())
    }

    /// Waits until the requests that an earlier scenario caused are answered.
    fn wait_until_quiet(&self) {
        let last = Instant::now() + QUIET;
        while Instant::now() < last {
            let sight = self.service.record.sight();
            let is_busy = |end: Option<Instant>| end.is_none_or(|end| end.elapsed() < QUIET_FOR);
            if !sight.exchanges.iter().any(|exchange| is_busy(exchange.ended)) {
                return;
            }
            std::thread::sleep(LOOK);
        }
    }

    /// Starts the backend unless it runs, or is started by somebody else.
    pub(crate) fn start_backend(&mut self, zone: Option<&str>) -> Result<(), CertifyError> {
        match &self.start {
            Some(start) if self.backend.is_none() => self.backend = Some(start.start(zone)?),
            _ => {}
        }
        Ok(())
    }

    /// Returns how the backend ended, if it ended by itself. It is started again for the next scenario.
    pub(crate) fn ended(&mut self) -> Option<String> {
        let how = self.backend.as_mut()?.ended()?;
        self.backend = None;
        Some(how)
    }

    fn log(&self) -> Option<Vec<u8>> {
        std::fs::read(&self.start.as_ref()?.log).ok()
    }

    /// Returns what the backend has printed in this scenario.
    pub(crate) fn printed(&self) -> String {
        let log = self.log().unwrap_or_default();
        let from = usize::try_from(self.log_from).unwrap_or_default();
        String::from_utf8_lossy(log.get(from..).unwrap_or_default()).into_owned()
    }

    /// Returns the texts that may be in the header `Authorization` only.
    pub(crate) fn secrets(&self) -> BTreeSet<String> {
        let sight = self.service.record.sight();
        let tokens = sight.exchanges.iter().filter_map(|exchange| exchange.answer.as_ref()?.get("token")?.as_str());
        self.secrets.iter().cloned().chain(tokens.map(str::to_owned)).collect()
    }

    /// A client for a person. The longest wait for an answer grows with the body.
    pub(crate) fn person(&self, bytes: usize) -> ureq::Agent {
        let upload = Duration::from_secs(bytes as u64 / BYTES_PER_SECOND);
        client::agent(self.patience * PERSON + upload)
    }

    /// The mark of the forms of a matter.
    pub(crate) fn mark(&self, of: Option<&str>) -> String {
        of.map_or_else(|| format!("[{}]", self.mark), |of| format!("[{} {of}]", self.mark))
    }

    /// Stops or kills the backend.
    pub(crate) fn stop_backend(&mut self, is_kill: bool) {
        self.remember_token();
        let Some(backend) = self.backend.take() else { return };
        if is_kill {
            drop(backend);
        } else {
            backend.stop();
        }
        let last = Instant::now() + self.patience;
        while answers(&self.urls.submit) && Instant::now() < last {
            std::thread::sleep(LOOK);
        }
    }

    /// Returns the `Authorization` of the last request with a user token.
    pub(crate) fn last_user_authorization(&mut self) -> Option<String> {
        self.remember_token();
        self.user_authorization.clone()
    }

    fn remember_token(&mut self) {
        let sight = self.service.record.sight();
        let last = sight.exchanges.iter().rev().find(|exchange| exchange.request.token == Token::User);
        if let Some(exchange) = last {
            self.user_authorization.clone_from(&exchange.request.authorization);
        }
        self.secrets = self.secrets();
    }

    fn all_cases(&self) -> Result<Vec<Case>, CertifyError> {
        let page = self.service.operate("GET", "cases?page_size=1000", &Value::Null)?;
        let cases = page.get("cases").and_then(Value::as_array);
        let case = |case: &Value| {
            Some(Case {
                id: case.get("id")?.as_u64()?,
                issue_key: case.get("issue_key").and_then(Value::as_str).map(str::to_owned),
                is_test: case.get("is_test").and_then(Value::as_bool) == Some(true),
            })
        };
        Ok(cases.map(|cases| cases.iter().filter_map(case).collect()).unwrap_or_default())
    }

    /// Returns the cases of the scenario, the newest first.
    pub(crate) fn cases(&self) -> Result<Vec<Case>, CertifyError> {
        let mut cases = self.all_cases()?;
        cases.retain(|case| case.id > self.before);
        cases.sort_by_key(|case| std::cmp::Reverse(case.id));
        Ok(cases)
    }

    /// Returns the case of a matter as it was submitted to the service.
    pub(crate) fn payload(&self, id: u64) -> Result<Value, CertifyError> {
        if let Some(known) = self.payloads.borrow().get(&id) {
            return Ok(known.clone());
        }
        let detail = self.service.operate("GET", &format!("cases/{id}"), &Value::Null)?;
        let payload = detail.pointer("/case/payload").cloned().unwrap_or_default();
        self.payloads.borrow_mut().insert(id, payload.clone());
        Ok(payload)
    }

    /// Returns the case of a matter, or else the newest one of the scenario.
    pub(crate) fn case_now(&self, of: Option<&str>) -> Result<Option<Case>, CertifyError> {
        let mark = self.mark(of);
        for case in self.cases()? {
            let payload = if of.is_none() { Value::Null } else { self.payload(case.id)? };
            let summary = payload.get("summary").and_then(Value::as_str);
            if of.is_none() || summary.is_some_and(|text| text.contains(&mark)) {
                return Ok(Some(case));
            }
        }
        Ok(None)
    }

    /// Returns the case of a matter, or else the newest one of the scenario. It waits for it.
    pub(crate) fn case(&self, of: Option<&str>) -> Result<Option<Case>, CertifyError> {
        let last = Instant::now() + self.patience;
        loop {
            let case = self.case_now(of)?;
            if case.is_some() || Instant::now() > last {
                return Ok(case);
            }
            std::thread::sleep(LOOK);
        }
    }

    /// Returns what was seen, without questions about earlier cases and their events. An action on an
    /// earlier case belongs to this scenario.
    pub(crate) fn sight(&self) -> Sight {
        let mut sight = self.service.record.sight();
        let is_earlier = |reference: &String| self.earlier.contains(reference);
        let is_question = |exchange: &Exchange| exchange.request.method == "GET";
        sight
            .exchanges
            .retain(|exchange| !is_question(exchange) || !exchange.request.reference.as_ref().is_some_and(is_earlier));
        sight.deliveries.retain(|delivered| {
            let event: Option<Value> = serde_json::from_str(&delivered.body).ok();
            let id = event.and_then(|event| event.get("case_id").and_then(Value::as_u64));
            !delivered.is_genuine || id.is_none_or(|id| id > self.before)
        });
        sight
    }
}
