//! `casegate listen`: shows webhooks as they arrive, with the resulting state of the case.

use crate::connections::{self, Service};
use crate::hook::is_secret;
use crate::serve::ServeError;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode};
use casegate::events::{CaseView, Delivery, Fact, Follower, read_event};
use casegate::{Context, Date};
use casegate_http::process::{bind, stop};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// A request that a listener received.
#[derive(Debug)]
#[non_exhaustive]
pub enum Heard {
    /// An event.
    Event {
        /// The event.
        delivery: Box<Delivery>,
        /// `true` if the event arrived before; events are delivered at least once.
        again: bool,
        /// The state of the case from all its events.
        view: Box<CaseView>,
        /// The body, as received.
        body: String,
    },
    /// The body is not one of the seven events.
    NoEvent,
    /// The signature of a delivery is missing or wrong; the answer was 401.
    NotSigned,
}

/// The settings of a listener.
#[derive(Debug, Clone)]
pub struct Listening {
    /// The secret `whsec_…` that signs deliveries. Without it, no signature is verified.
    pub secret: Option<String>,
    /// The status of answers. One other than 2xx shows retries.
    pub status: u16,
}

type Tell = Box<dyn Fn(Heard) + Send + Sync>;

struct Listener {
    verifier: Option<standardwebhooks::Webhook>,
    status: StatusCode,
    cases: Mutex<BTreeMap<Option<u64>, Follower>>,
    tell: Tell,
}

/// The greatest length of an event.
const MOST_BYTES: usize = 1 << 20;

/// Listens for webhooks until the process receives a stop signal.
///
/// # Errors
///
/// [`ServeError`] if the address cannot be listened on, or the secret or the status is invalid.
pub fn listen(
    listening: &Listening,
    address: SocketAddr,
    ready: impl FnOnce(&str),
    tell: impl Fn(Heard) + Send + Sync + 'static,
) -> Result<(), ServeError> {
    let verifier = listening.secret.as_deref().map(verifier).transpose()?;
    let ends = (200..600).contains(&listening.status);
    let status = StatusCode::from_u16(listening.status).ok().filter(|_| ends).ok_or(ServeError::Status)?;
    let listener = Listener { verifier, status, cases: Mutex::default(), tell: Box::new(tell) };
    let router = Router::new().fallback(hear).layer(DefaultBodyLimit::max(MOST_BYTES)).with_state(Arc::new(listener));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let stop = stop()?;
        let socket = bind(address).await?;
        ready(&format!("http://{}/", socket.local_addr()?));
        let service = Service::new(router.clone(), router, connections::MOST, connections::HEAD);
        connections::serve(socket, service, stop).await;
        Ok(())
    })
}

fn verifier(secret: &str) -> Result<standardwebhooks::Webhook, ServeError> {
    let verifier = standardwebhooks::Webhook::new(secret).ok().filter(|_| is_secret(secret));
    verifier.ok_or(ServeError::Secret)
}

async fn hear(State(listener): State<Arc<Listener>>, headers: HeaderMap, body: Bytes) -> StatusCode {
    if listener.verifier.as_ref().is_some_and(|verifier| verifier.verify(&body, &headers).is_err()) {
        (listener.tell)(Heard::NotSigned);
        return StatusCode::UNAUTHORIZED;
    }
    let body = String::from_utf8_lossy(&body).into_owned();
    let Some(delivery) = read(&body) else {
        (listener.tell)(Heard::NoEvent);
        return StatusCode::BAD_REQUEST;
    };
    // Events are shown in the order in which they are ingested.
    let mut cases = listener.cases.lock().unwrap_or_else(PoisonError::into_inner);
    let follower = cases.entry(delivery.case_id).or_insert_with(|| Follower::new(false));
    let again = follower.ingest(Fact::event(&delivery)).outcome == casegate::events::IngestOutcome::Known;
    let view = Box::new(follower.view(None));
    (listener.tell)(Heard::Event { delivery: Box::new(delivery), again, view, body });
    listener.status
}

fn read(body: &str) -> Option<Delivery> {
    // Reading an event does not depend on the day.
    let context = Context::new(Date::parse("2026-01-01")?);
    read_event(body, &context).event
}
