//! `casegate listen`: shows webhooks as they come, and the case as the caller may view it by them.

use crate::connections::{self, Service};
use crate::hook::is_secret;
use crate::serve::{ServeError, stop};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode};
use casegate::events::{CaseView, Delivery, Fact, Follower, read_event};
use casegate::{Context, Date};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::net::TcpListener;

/// What a listener heard.
#[derive(Debug)]
#[non_exhaustive]
pub enum Heard {
    /// An event.
    Event {
        /// The event.
        delivery: Box<Delivery>,
        /// Whether it came before; deliveries are at least once.
        again: bool,
        /// What all events of the case tell together.
        view: Box<CaseView>,
        /// The body as it came.
        body: String,
    },
    /// A body that is none of the seven events.
    NoEvent,
    /// A delivery whose signature is missing or wrong; it was answered with 401.
    NotSigned,
}

/// How a listener answers.
#[derive(Debug, Clone)]
pub struct Listening {
    /// The secret `whsec_…` by which deliveries are signed; none are verified without it.
    pub secret: Option<String>,
    /// The status that an event is answered with: another than 2xx shows how retries come.
    pub status: u16,
}

type Tell = Box<dyn Fn(Heard) + Send + Sync>;

struct Listener {
    verifier: Option<standardwebhooks::Webhook>,
    status: StatusCode,
    cases: Mutex<BTreeMap<Option<u64>, Follower>>,
    tell: Tell,
}

/// How long an event may be.
const MOST_BYTES: usize = 1 << 20;

/// Listens for webhooks until this process is told to stop.
///
/// # Errors
///
/// [`ServeError`]: the address cannot be listened on, or the secret or the status is none.
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
        let socket = TcpListener::bind(address).await.map_err(|error| ServeError::Address { address, error })?;
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
    // Told in the order in which the cases learn.
    let mut cases = listener.cases.lock().unwrap_or_else(PoisonError::into_inner);
    let follower = cases.entry(delivery.case_id).or_insert_with(|| Follower::new(false));
    let again = follower.ingest(Fact::event(&delivery)).outcome == casegate::events::IngestOutcome::Known;
    let view = Box::new(follower.view(None));
    (listener.tell)(Heard::Event { delivery: Box::new(delivery), again, view, body });
    listener.status
}

fn read(body: &str) -> Option<Delivery> {
    // Reading an event needs no day.
    let context = Context::new(Date::parse("2026-01-01")?);
    read_event(body, &context).event
}
