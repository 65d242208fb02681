//! A proxy in front of the service that records each exchange.

use crate::record::Recorder;
use crate::record::raw::{Raw, RawBody, RawExchange};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use casegate::Date;
use casegate_http::body;
use casegate_http::connections::{self, MOST, Service};
use casegate_http::forward::send;
use casegate_http::process::{StartError, bind, is_loopback, stop};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use ureq::Agent;

/// The path at which the proxy receives webhooks.
pub const WEBHOOKS: &str = "/casegate-webhooks/";

/// The greatest length of a body in either direction: the files of a create request, and room for
/// the rest.
const MOST_BYTES: usize = 256 << 20;

/// The longest time for an answer of the service.
const LONGEST_ANSWER: Duration = Duration::from_secs(300);

/// The settings of a proxy.
#[derive(Debug, Clone)]
pub struct Proxy {
    /// The base address of the service, without a final slash.
    pub upstream: String,
    /// The address to which webhooks are forwarded. Without it, they are answered with 204.
    pub webhooks_to: Option<String>,
}

/// The reason why the proxy does not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProxyError {
    /// The proxy cannot listen.
    #[error(transparent)]
    Start(#[from] StartError),
}

impl From<std::io::Error> for ProxyError {
    fn from(error: std::io::Error) -> ProxyError {
        StartError::from(error).into()
    }
}

type Write = Box<dyn Fn(&str) + Send + Sync>;

struct Forwarder {
    proxy: Proxy,
    agent: Agent,
    /// For addresses of this machine, which a proxy of the environment cannot reach.
    direct: Agent,
    recorder: Mutex<Recorder>,
    write: Write,
}

/// Forwards requests until the process receives a stop signal. `ready` gets the address, without a
/// final slash. `write` gets each line of the recording.
///
/// # Errors
///
/// [`ProxyError`] if the address cannot be listened on.
pub fn serve(
    proxy: Proxy,
    recorder: Recorder,
    address: SocketAddr,
    ready: impl FnOnce(&str),
    write: impl Fn(&str) + Send + Sync + 'static,
) -> Result<(), ProxyError> {
    let config =
        || Agent::config_builder().http_status_as_error(false).max_redirects(0).timeout_global(Some(LONGEST_ANSWER));
    let (agent, direct) = (config().build().into(), config().proxy(None).build().into());
    let forwarder = Forwarder { proxy, agent, direct, recorder: Mutex::new(recorder), write: Box::new(write) };
    let router = Router::new().fallback(forward).with_state(Arc::new(forwarder));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let stop = stop()?;
        let socket = bind(address).await?;
        ready(&format!("http://{}", socket.local_addr()?));
        connections::serve(socket, Service::new(router.clone(), router, MOST, LONGEST_ANSWER), stop).await;
        Ok(())
    })
}

async fn forward(State(forwarder): State<Arc<Forwarder>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let declared = head.headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    let body = match body::read(body, declared, MOST_BYTES).await {
        Ok(body) => body,
        Err(problem) => return problem.into_response(),
    };
    // The client waits for the service on a thread of its own. The exchange is recorded even if it goes away.
    let answered = tokio::task::spawn_blocking(move || forwarder.answer(&head, &body)).await;
    answered.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

/// Returns the path and the query.
fn target(head: &Parts) -> &str {
    head.uri.path_and_query().map_or("/", |target| target.as_str())
}

impl Forwarder {
    fn answer(&self, head: &Parts, body: &[u8]) -> Response {
        let target = target(head);
        let is_webhook = target.trim_end_matches('/') == WEBHOOKS.trim_end_matches('/');
        let to = match (&self.proxy.webhooks_to, is_webhook) {
            (None, true) => None,
            (Some(to), true) => Some(to.clone()),
            (_, false) => Some([&self.proxy.upstream, target].concat()),
        };
        let (status, headers, answer) = match to {
            None => (StatusCode::NO_CONTENT, HeaderMap::new(), Vec::new()),
            Some(to) => {
                let agent = if is_loopback(&to) { &self.direct } else { &self.agent };
                let answer = send(agent, &head.method, &to, &head.headers, body);
                let Some(answer) = answer.filter(|answer| answer.is_whole) else {
                    return (StatusCode::BAD_GATEWAY, "the service cannot be reached\n").into_response();
                };
                (answer.status, answer.lasting_headers(), answer.body)
            }
        };
        self.record(head, body, is_webhook, status, &answer);
        let mut response = Response::new(Body::from(answer));
        *response.status_mut() = status;
        *response.headers_mut() = headers;
        response
    }

    fn record(&self, head: &Parts, body: &[u8], is_webhook: bool, status: StatusCode, answer: &[u8]) {
        let Ok(day) = Date::try_from(chrono::Local::now().date_naive()) else { return };
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let raw = if is_webhook {
            Raw::Event { day, body: text(body) }
        } else {
            let content_type = head.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
            let is_encoded = head.headers.contains_key(header::CONTENT_ENCODING);
            Raw::Exchange(RawExchange {
                day,
                method: head.method.to_string(),
                target: target(head).to_owned(),
                authorization: head.headers.contains_key(header::AUTHORIZATION),
                credential: head.headers.get(header::AUTHORIZATION).map(|value| text(value.as_bytes())),
                body: if is_encoded { RawBody::Unknown } else { RawBody::read(content_type, body) },
                status: status.as_u16(),
                answer: Some(text(answer)),
            })
        };
        // Lines are written in the order in which the recorder numbers cases.
        let mut recorder = self.recorder.lock().unwrap_or_else(PoisonError::into_inner);
        (self.write)(&recorder.line(&raw).to_json());
    }
}
