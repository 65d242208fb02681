//! The receiver of the stand-in's webhooks: passes them on to the backend, holds them back, or loses
//! them.

use crate::listener::{Answer, AnswerBody};
use crate::record::{Delivered, Record};
use crate::scenario::Delivering;
use casegate_http::forward::send;
use http_body_util::{BodyExt, Empty};
use hyper::body::Bytes;
use hyper::http::request::Parts;
use hyper::{HeaderMap, Method, Response, StatusCode};
use serde_json::Value;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::runtime::Handle;

/// Passes webhooks on.
pub(crate) struct Relay {
    pub(crate) record: Arc<Record>,
    pub(crate) post: Post,
    state: Mutex<State>,
}

/// Sends webhooks to the backend.
#[derive(Clone)]
pub(crate) struct Post {
    pub(crate) url: String,
    pub(crate) agent: ureq::Agent,
}

struct State {
    mode: Delivering,
    held: Vec<Webhook>,
}

/// A webhook with its headers.
#[derive(Debug, Clone)]
pub(crate) struct Webhook {
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Post {
    /// Delivers a webhook, and returns the status of the answer.
    pub(crate) fn deliver(&self, webhook: &Webhook, record: &Record) -> Option<u16> {
        let answer = send(&self.agent, &Method::POST, &self.url, &webhook.headers, &webhook.body);
        record.show("the answer to a webhook".to_owned(), answer.as_ref());
        answer.map(|answer| answer.status.as_u16())
    }
}

/// Returns the type of an event.
pub(crate) fn event_type(body: &[u8]) -> String {
    let event: Option<Value> = serde_json::from_slice(body).ok();
    let name =
        event.as_ref().and_then(|event| event.get("event").or_else(|| event.get("type"))).and_then(Value::as_str);
    name.unwrap_or("no event").to_owned()
}

impl Relay {
    pub(crate) fn new(record: Arc<Record>, post: Post) -> Relay {
        Relay { record, post, state: Mutex::new(State { mode: Delivering::PassOn, held: Vec::new() }) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set_mode(&self, mode: Delivering) {
        self.state().mode = mode;
    }

    /// Forgets the webhooks that are held back, and passes on from now on.
    pub(crate) fn reset(&self) {
        *self.state() = State { mode: Delivering::PassOn, held: Vec::new() };
    }

    pub(crate) fn held(&self) -> usize {
        self.state().held.len()
    }

    /// Returns the webhooks that are held back. Later ones are passed on.
    pub(crate) fn release(&self) -> Vec<Webhook> {
        let mut state = self.state();
        state.mode = Delivering::PassOn;
        std::mem::take(&mut state.held)
    }

    /// Receives a webhook. The stand-in gets the answer of the backend.
    pub(crate) async fn handle(&self, head: Parts, body: Bytes) -> Answer {
        let webhook = Webhook { headers: head.headers, body: body.to_vec() };
        {
            let mut state = self.state();
            match state.mode {
                Delivering::PassOn => {}
                Delivering::Hold => {
                    state.held.push(webhook);
                    return Ok(empty(StatusCode::OK));
                }
                Delivering::Lose => return Ok(empty(StatusCode::OK)),
            }
        }
        let at = Instant::now();
        let (post, sent, record) = (self.post.clone(), webhook.clone(), Arc::clone(&self.record));
        let status = Handle::current().spawn_blocking(move || post.deliver(&sent, &record)).await.ok().flatten();
        self.record.delivered(Delivered::genuine(&webhook, at, status));
        let status = status.and_then(|status| StatusCode::from_u16(status).ok());
        Ok(empty(status.unwrap_or(StatusCode::BAD_GATEWAY)))
    }
}

impl Delivered {
    /// A delivery of an event as the service fired it.
    pub(crate) fn genuine(webhook: &Webhook, at: Instant, status: Option<u16>) -> Delivered {
        Delivered {
            at,
            name: None,
            event: event_type(&webhook.body),
            is_genuine: true,
            body: String::from_utf8_lossy(&webhook.body).into_owned(),
            status,
        }
    }
}

fn empty(status: StatusCode) -> Response<AnswerBody> {
    let mut response = Response::new(Empty::new().map_err(|never| match never {}).boxed());
    *response.status_mut() = status;
    response
}
