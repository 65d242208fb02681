//! A proxy in front of the service that records each exchange.

use crate::record::Recorder;
use crate::record::raw::{Raw, RawBody, RawExchange};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use casegate::Date;
use casegate_http::body;
use casegate_http::connections::{self, MOST, Service};
use casegate_http::language::blocking;
use casegate_http::process::{StartError, bind, stop};
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

/// Headers about one connection, which are not forwarded. Answers arrive without a content encoding.
/// Bodies of requests are forwarded as they are, with theirs.
const NOT_FORWARDED: [HeaderName; 12] = [
    header::HOST,
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::CONTENT_ENCODING,
    header::ACCEPT_ENCODING,
    header::EXPECT,
    header::PROXY_AUTHENTICATE,
    header::PROXY_AUTHORIZATION,
    header::TE,
    header::TRAILER,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
];

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
    recorder: Mutex<Recorder>,
    write: Write,
}

/// A message without its connection.
struct Message {
    method: Method,
    target: String,
    headers: HeaderMap,
    body: Vec<u8>,
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
    let agent = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .timeout_global(Some(LONGEST_ANSWER))
        .build()
        .into();
    let forwarder = Forwarder { proxy, agent, recorder: Mutex::new(recorder), write: Box::new(write) };
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
    let target = head.uri.path_and_query().map_or("/", |target| target.as_str()).to_owned();
    let message = Message { method: head.method, target, headers: head.headers, body };
    // The client waits for the service on a thread of its own.
    let answered = blocking(move || forwarder.answer(&message)).await;
    answered.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

impl Forwarder {
    fn answer(&self, message: &Message) -> Response {
        let is_webhook = message.target.trim_end_matches('/') == WEBHOOKS.trim_end_matches('/');
        let to = match (&self.proxy.webhooks_to, is_webhook) {
            (None, true) => None,
            (Some(to), true) => Some(to.clone()),
            (_, false) => Some([&self.proxy.upstream, message.target.as_str()].concat()),
        };
        let answer = match to {
            Some(to) => self.ask(message, &to),
            None => Some((StatusCode::NO_CONTENT, HeaderMap::new(), Vec::new())),
        };
        let Some((status, headers, body)) = answer else {
            return (StatusCode::BAD_GATEWAY, "the service cannot be reached\n").into_response();
        };
        self.record(message, is_webhook, status, &body);
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = status;
        *response.headers_mut() = headers;
        response
    }

    /// Asks the service, and returns its answer unless it cannot be reached.
    fn ask(&self, message: &Message, to: &str) -> Option<(StatusCode, HeaderMap, Vec<u8>)> {
        let mut request = ureq::http::Request::builder().method(message.method.clone()).uri(to);
        let is_forwarded = |name: &HeaderName| *name == header::CONTENT_ENCODING || !NOT_FORWARDED.contains(name);
        for (name, value) in message.headers.iter().filter(|(name, _)| is_forwarded(name)) {
            request = request.header(name, value);
        }
        let answered = if message.body.is_empty() {
            self.agent.run(request.body(()).ok()?)
        } else {
            self.agent.run(request.body(message.body.as_slice()).ok()?)
        };
        let mut answer = answered.ok()?;
        let kept = answer.headers().iter().filter(|(name, _)| !NOT_FORWARDED.contains(name));
        let headers = kept.map(|(name, value)| (name.clone(), value.clone())).collect();
        let status = answer.status();
        let body = answer.body_mut().with_config().limit(MOST_BYTES as u64).read_to_vec().ok()?;
        Some((status, headers, body))
    }

    fn record(&self, message: &Message, is_webhook: bool, status: StatusCode, answer: &[u8]) {
        let Ok(day) = Date::try_from(chrono::Local::now().date_naive()) else { return };
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let raw = if is_webhook {
            Raw::Event { day, body: text(&message.body) }
        } else {
            let content_type = message.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
            let is_encoded = message.headers.contains_key(header::CONTENT_ENCODING);
            Raw::Exchange(RawExchange {
                day,
                method: message.method.to_string(),
                target: message.target.clone(),
                authorization: message.headers.contains_key(header::AUTHORIZATION),
                body: if is_encoded { RawBody::Unknown } else { RawBody::read(content_type, &message.body) },
                status: status.as_u16(),
                answer: text(answer),
            })
        };
        // Lines are written in the order in which the recorder numbers cases.
        let mut recorder = self.recorder.lock().unwrap_or_else(PoisonError::into_inner);
        (self.write)(&recorder.line(&raw).to_json());
    }
}
