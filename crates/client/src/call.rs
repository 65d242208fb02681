//! One request with all its attempts, the token, and the pauses of the whole client.

use crate::client::{Client, Inner, now};
use crate::error::{ClientError, Kind, ServiceError};
use crate::transport::{Body, Cancel, Part, Received, Request};
use casegate::calls::{Call, CallOutcome, Limits, Step};
use casegate::requests::{EndpointId, Method};
use serde_json::{Value, json};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

const LONGEST_PAUSE_MS: u64 = 120_000;
const HOUR_MS: u64 = 3_600_000;
const DAY_MS: u64 = 24 * HOUR_MS;
const MOST_PAGES: usize = 20;
/// Logins in 24 hours: each may leave a token that stays valid.
const MOST_LOGINS: usize = 20;
/// An upload that is slower than these bytes per second is given up, so that a lost create can be
/// settled one day.
const SLOWEST: u64 = 16_384;

/// A request, whose body is built anew for each attempt.
#[derive(Default)]
pub(crate) struct Ask<'a> {
    pub(crate) params: &'a [(&'a str, &'a str)],
    pub(crate) json: Option<&'a Value>,
    pub(crate) form: &'a [Part<'a>],
    /// That of another page.
    pub(crate) query: Option<&'a str>,
    pub(crate) spread: u32,
    /// In the place of the setting.
    pub(crate) retries: Option<u32>,
    /// Nothing is sent after this moment, because others count on that.
    pub(crate) latest: Option<u64>,
}

pub(crate) struct Ended {
    pub(crate) outcome: CallOutcome,
    /// An attempt may have arrived.
    is_lost: bool,
    pub(crate) until: Option<u64>,
    status: Option<u16>,
    pub(crate) body: Value,
}

impl Ended {
    pub(crate) fn error(self, endpoint: EndpointId) -> ClientError {
        let kind = match self.outcome {
            CallOutcome::Refused => Kind::Refused,
            CallOutcome::Unavailable => Kind::Unavailable,
            _ => Kind::Unknown,
        };
        ServiceError { status: self.status, body: self.body, ..ServiceError::new(kind, endpoint, self.until) }.into()
    }
}

/// The time for a request of this size.
pub(crate) fn limit(bytes: u64) -> u64 {
    60_000 + bytes * 1000 / SLOWEST
}

impl Client {
    /// The answer, or `Null` if the first attempt had landed.
    pub(crate) fn must(&self, endpoint: EndpointId, ask: &Ask<'_>) -> Result<Value, ClientError> {
        let ended = self.call(endpoint, ask)?;
        match ended.outcome {
            CallOutcome::Answer => Ok(ended.body),
            CallOutcome::Landed => Ok(Value::Null),
            _ => Err(ended.error(endpoint)),
        }
    }

    /// One request, with all attempts that the table allows.
    pub(crate) fn call(&self, endpoint: EndpointId, ask: &Ask<'_>) -> Result<Ended, ClientError> {
        let Inner { settings, transport, paused, sent, .. } = &*self.inner;
        let row = endpoint.endpoint().ok_or(ClientError::NotKnown)?;
        let path = row.path_with_query(ask.params).ok_or(ClientError::NotKnown)?;
        let route = ask.query.and_then(|_| path.split('?').next()).unwrap_or(&path);
        let url = [settings.url.trim_end_matches('/'), route, ask.query.unwrap_or_default()].concat();
        let mut call = Call::new(endpoint, ask.spread);
        let (mut is_lost, mut last, mut used) = (false, Received::default(), None::<String>);
        for attempt in 0_u32.. {
            let ended = |outcome, until, status| {
                let body = last.body.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
                Ok(Ended { outcome, is_lost, until, status, body })
            };
            let (until, renew) = match call.step(now()) {
                Step::Done(done) => {
                    if let (true, Some(until)) = (done.all, done.until) {
                        paused.fetch_max(until, Ordering::Relaxed);
                    }
                    return ended(done.outcome, done.until, last.status);
                }
                Step::Wait { until, all } => {
                    if all {
                        paused.fetch_max(until, Ordering::Relaxed);
                    }
                    (until, false)
                }
                Step::Send { renew } => (0, renew),
            };
            let is_open = is_lost && row.method != Method::Get;
            let stopped = if is_open { CallOutcome::Unknown } else { CallOutcome::Unavailable };
            loop {
                // Another request may lengthen the pause meanwhile.
                let until = until.max(paused.load(Ordering::Relaxed));
                if until > now() + LONGEST_PAUSE_MS {
                    return ended(CallOutcome::Unavailable, Some(until), Some(429));
                }
                if !self.wait(until) {
                    return ended(stopped, None, None);
                }
                if paused.load(Ordering::Relaxed) <= now() {
                    break;
                }
            }
            let token = if endpoint == EndpointId::Login {
                settings.master_token.clone()
            } else {
                match self.user_token(used.as_deref().filter(|_| renew)) {
                    Err(_) if is_open => return ended(stopped, None, None),
                    token => token?,
                }
            };
            if ask.latest.is_some_and(|latest| now() > latest) {
                return ended(stopped, None, None);
            }
            if attempt == 0 {
                sent.lock().unwrap_or_else(PoisonError::into_inner).push((now(), false));
            }
            last = transport.send(self.request(row.method, &url, &format!("Token {token}"), ask));
            used = Some(token);
            let at = now();
            self.inner.clock.lock().unwrap_or_else(PoisonError::into_inner).learn(&last.answer(), at);
            call.answered(&last.answer(), &(self.inner.context)(), self.limits(ask.retries), at);
            is_lost |= last.sent && !matches!(last.status, Some(401 | 429));
            // It counts from now on, so that calls which fail together do not all repeat. A pause that the
            // service asked for, and a new token, are no repeats.
            match call.step(now()) {
                Step::Done(_) => {}
                step => {
                    let is_repeat = matches!(step, Step::Wait { all: false, .. });
                    sent.lock().unwrap_or_else(PoisonError::into_inner).push((now(), is_repeat));
                }
            }
        }
        Err(ClientError::NotKnown)
    }

    fn request<'r>(&self, method: Method, url: &'r str, authorization: &'r str, ask: &Ask<'r>) -> Request<'r> {
        let boundary = || format!("casegate-{}-{:p}", now(), self);
        let form = (!ask.form.is_empty()).then(|| Body::form(ask.form, &boundary()));
        let mut body = form.or_else(|| ask.json.map(Body::json));
        if let Some(body) = &mut body {
            body.cancel.clone_from(&self.options.cancel);
            body.progress = self.options.progress.clone().filter(|_| !ask.form.is_empty());
        }
        let bytes = body.as_ref().map_or(0, Body::size);
        Request { method, url, authorization, body, limit: Duration::from_millis(limit(bytes)) }
    }

    fn is_canceled(&self) -> bool {
        self.options.cancel.as_ref().is_some_and(Cancel::is_set)
    }

    /// A 429 of another request may lengthen the pause meanwhile. Returns `false` if the call was canceled.
    fn wait(&self, until: u64) -> bool {
        loop {
            if self.is_canceled() {
                return false;
            }
            let left = until.saturating_sub(now());
            if left == 0 {
                return true;
            }
            std::thread::sleep(Duration::from_millis(left.min(50)));
        }
    }

    /// Waits for what another call does for all, such as a login, or until this call is canceled.
    pub(crate) fn shared<'m, T>(
        &self,
        mutex: &'m Mutex<T>,
        endpoint: EndpointId,
    ) -> Result<MutexGuard<'m, T>, ClientError> {
        loop {
            match mutex.try_lock() {
                Ok(guard) => return Ok(guard),
                Err(TryLockError::Poisoned(error)) => return Ok(error.into_inner()),
                Err(TryLockError::WouldBlock) if self.is_canceled() => {
                    return Err(ServiceError::new(Kind::Unavailable, endpoint, None).into());
                }
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    }

    /// Those of the last hour.
    fn limits(&self, retries: Option<u32>) -> Limits {
        let mut sent = self.inner.sent.lock().unwrap_or_else(PoisonError::into_inner);
        let since = now().saturating_sub(HOUR_MS);
        sent.retain(|(at, _)| *at > since);
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let repeats = count(sent.iter().filter(|(_, is_repeat)| *is_repeat).count());
        Limits { retries: retries.unwrap_or(self.inner.settings.retries), requests: count(sent.len()), repeats }
    }

    /// One login per store, however many requests wait for it. A token that was replaced meanwhile is not
    /// forgotten.
    fn user_token(&self, refused: Option<&str>) -> Result<String, ClientError> {
        let mut kept = self.shared(&self.inner.token, EndpointId::Login)?;
        if let Some(token) = kept.as_ref().filter(|token| Some(token.as_str()) != refused) {
            return Ok(token.clone());
        }
        *kept = None;
        let store = &self.inner.store;
        let stored = store.get("token")?;
        let token = if let Some(token) = stored.clone().filter(|token| Some(token.as_str()) != refused) {
            token
        } else {
            let token = self.log_in()?;
            let is_first = store.put("token", Some(&token), stored.as_deref())?;
            if is_first { token } else { store.get("token")?.unwrap_or(token) }
        };
        *kept = Some(token.clone());
        Ok(token)
    }

    fn log_in(&self) -> Result<String, ClientError> {
        let store = &self.inner.store;
        let counted = store.get("logins")?;
        let mut logins: Vec<u64> =
            counted.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        logins.retain(|at| *at > now().saturating_sub(DAY_MS));
        let unavailable = |until| ServiceError::new(Kind::Unavailable, EndpointId::Login, until);
        if let Some(oldest) = logins.first().filter(|_| logins.len() >= MOST_LOGINS) {
            return Err(unavailable(Some(oldest + DAY_MS)).into());
        }
        let body = json!({ "token_name": self.inner.settings.token_name });
        let ended = self.call(EndpointId::Login, &Ask { json: Some(&body), ..Ask::default() })?;
        if ended.outcome == CallOutcome::Answer || (ended.is_lost && ended.status.is_none()) {
            logins.push(now());
            store.put("logins", Some(&json!(logins).to_string()), counted.as_deref())?;
        }
        if ended.outcome != CallOutcome::Answer {
            return Err(ended.error(EndpointId::Login));
        }
        // Which member carries the token is not published; this is the stand-in's.
        let token = ended.body.get("token").and_then(Value::as_str);
        token.map(str::to_owned).ok_or_else(|| unavailable(None).into())
    }

    /// The pages of the list, up to a repeated one or the 20th. Only the query of the next address counts: another
    /// host would get the token, and behind a proxy the service may not know its own name.
    pub(crate) fn pages(&self, source: &str) -> Result<Vec<Value>, ClientError> {
        let mut pages = Vec::new();
        let mut queries: Vec<String> = Vec::new();
        while pages.len() < MOST_PAGES {
            let ask =
                Ask { params: &[("source", source)], query: queries.last().map(String::as_str), ..Ask::default() };
            let page = self.must(EndpointId::List, &ask)?;
            let next = page.get("next").and_then(Value::as_str);
            let query = next.and_then(|next| next.find('?').and_then(|at| next.get(at..)));
            let query = query.map(|query| query.split('#').next().unwrap_or_default().to_owned());
            pages.push(page);
            match query.filter(|query| !queries.contains(query)) {
                Some(query) => queries.push(query),
                None => break,
            }
        }
        Ok(pages)
    }
}
