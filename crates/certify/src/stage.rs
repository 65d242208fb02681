//! The service, the backend and the case of a scenario.

use crate::backend::{Backend, Start, answers};
use crate::error::CertifyError;
use crate::exchange::Token;
use crate::record::Sight;
use crate::scenario::{ActionName, Scenario};
use crate::service::Service;
use chrono::Utc;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use ureq::http::Uri;

/// How often something is looked at that is waited for.
pub(crate) const LOOK: Duration = Duration::from_millis(25);
/// The longest wait for requests of the scenario before.
const QUIET: Duration = Duration::from_secs(5);
/// A backend without requests for this time is quiet.
const QUIET_FOR: Duration = Duration::from_millis(150);

/// Everything that takes part in a scenario.
pub(crate) struct Stage {
    pub(crate) service: Service,
    pub(crate) start: Option<Start>,
    pub(crate) backend: Option<Backend>,
    pub(crate) urls: Urls,
    pub(crate) patience: Duration,
    pub(crate) agent: ureq::Agent,
    /// The summary of the scenario's cases, which is unlike that of any other case.
    pub(crate) summary: String,
    /// The rules of faults of the scenario.
    pub(crate) faults: Vec<Value>,
    /// The last case before the scenario.
    before: u64,
    /// The references of cases of earlier scenarios.
    earlier: BTreeSet<String>,
    /// The last `Authorization` with a user token.
    user_authorization: Option<String>,
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
    pub(crate) fn new(
        service: Service,
        start: Option<Start>,
        urls: Urls,
        patience: Duration,
        agent: ureq::Agent,
    ) -> Stage {
        Stage {
            service,
            start,
            backend: None,
            urls,
            patience,
            agent,
            summary: String::new(),
            faults: Vec::new(),
            before: 0,
            earlier: BTreeSet::new(),
            user_authorization: None,
        }
    }

    /// Prepares for a scenario: the backend runs, and nothing of earlier scenarios is left.
    pub(crate) fn reset(&mut self, scenario: &Scenario) -> Result<(), CertifyError> {
        self.remember_token();
        self.summary = format!("Certify {} {}", scenario.name, Utc::now().timestamp_micros());
        self.service.operate("DELETE", "faults", &Value::Null)?;
        self.faults.clear();
        self.service.relay.reset();
        self.service.configure(&scenario.service)?;
        self.service.operate("PUT", "clock", &json!({ "reset": true }))?;
        self.start_backend()?;
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
    pub(crate) fn start_backend(&mut self) -> Result<(), CertifyError> {
        match &self.start {
            Some(start) if self.backend.is_none() => self.backend = Some(start.start()?),
            _ => {}
        }
        Ok(())
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

    /// Returns the newest case of the scenario. It waits for the first one.
    pub(crate) fn case(&self) -> Result<Option<Case>, CertifyError> {
        let last = Instant::now() + self.patience;
        loop {
            let case = self.cases()?.into_iter().next();
            if case.is_some() || Instant::now() > last {
                return Ok(case);
            }
            std::thread::sleep(LOOK);
        }
    }

    /// Returns what was seen, without requests and deliveries that belong to earlier cases.
    pub(crate) fn sight(&self) -> Sight {
        let mut sight = self.service.record.sight();
        let is_earlier = |reference: &String| self.earlier.contains(reference);
        sight.exchanges.retain(|exchange| !exchange.request.reference.as_ref().is_some_and(is_earlier));
        sight.deliveries.retain(|delivered| {
            let event: Option<Value> = serde_json::from_str(&delivered.body).ok();
            let id = event.and_then(|event| event.get("case_id").and_then(Value::as_u64));
            !delivered.is_genuine || id.is_none_or(|id| id > self.before)
        });
        sight
    }
}
