//! Faults of the service, by rules of the form that the stand-in has.

use crate::client::Answer;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use ureq::http::{HeaderMap, HeaderValue, header};

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    endpoint: String,
    fault: String,
    #[serde(default)]
    first: Option<u32>,
    #[serde(default)]
    retry_after_seconds: Option<u32>,
    #[serde(default)]
    ms: Option<u32>,
    #[serde(skip)]
    taken: u32,
}

pub(crate) enum Fault {
    /// Not carried out; answered so, or not at all.
    Unasked(Option<Answer>),
    DoneUnanswered,
    HalfBody,
    SlowBody(Duration),
}

#[derive(Default)]
pub(crate) struct Faults(Mutex<Vec<Rule>>);

impl Faults {
    pub(crate) fn add(&self, rule: &Map<String, Value>) -> Result<(), String> {
        let rule: Rule = serde_json::from_value(Value::Object(rule.clone())).map_err(|error| error.to_string())?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(rule);
        Ok(())
    }

    pub(crate) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    pub(crate) fn take(&self, endpoint: &str) -> Option<Fault> {
        let mut rules = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let rule = rules.iter_mut().find(|rule| {
            (rule.endpoint == endpoint || rule.endpoint == "any") && rule.first.is_none_or(|first| rule.taken < first)
        })?;
        rule.taken += 1;
        let status = |status: u16| {
            let mut headers = HeaderMap::new();
            if let Some(seconds) = rule.retry_after_seconds {
                headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
            }
            Some(Fault::Unasked(Some(Answer { status, headers, body: b"{}".to_vec(), is_whole: true })))
        };
        match rule.fault.as_str() {
            "too_many_requests" => status(429),
            "internal_error" => status(500),
            "unavailable" => status(503),
            "reset" => Some(Fault::Unasked(None)),
            "done_unanswered" => Some(Fault::DoneUnanswered),
            "half_body" => Some(Fault::HalfBody),
            "slow_body" => Some(Fault::SlowBody(Duration::from_millis(rule.ms.unwrap_or(2000).into()))),
            _ => None,
        }
    }
}
