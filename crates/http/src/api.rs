//! `casegate api`: the library's operations over HTTP, without a database, files or tokens.
//!
//! `POST /v1/{operation}` takes the input as its body. The answer has the same bytes as those of
//! all other bindings, also for a refused case. Requests that are no calls, such as those with an
//! invalid context, get a problem document.

mod contexts;

use crate::connections::{self, Service};
use crate::process::{self, StartError, observed};
use crate::telemetry::{self, Log};
use crate::{body, prose};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use casegate::config::ContextError;
use casegate::export::{CONTEXT_HEADER, http_openapi_json, http_path};
use casegate::wire::{CASE_OPERATIONS, Operation, SERVICE_OPERATIONS};
use casegate_axum::Problem;
use contexts::Contexts;
use serde_json::{Map, Value};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// The settings of a server.
#[derive(Debug, Clone)]
pub struct Config {
    /// The settings of the rulebook's context. Without `today`, each request is judged on its own
    /// day, by the clock and the time zone of this machine.
    pub context: Map<String, Value>,
    /// The greatest length of a body.
    pub body_bytes: usize,
    /// The number of open connections. Beyond them only `/healthz` answers.
    pub connections: u32,
}

impl Config {
    /// The default of `body_bytes`: bodies beyond the default limit of a context still get a
    /// report.
    pub const BODY_BYTES: usize = 2 << 20;
    /// The default of `connections`.
    pub const CONNECTIONS: u32 = connections::MOST;
}

/// The reason why a server does not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApiError {
    /// The context is invalid.
    #[error(transparent)]
    Context(#[from] ContextError),
    /// The address or the system does not allow it.
    #[error(transparent)]
    Start(#[from] StartError),
}

impl From<std::io::Error> for ApiError {
    fn from(error: std::io::Error) -> ApiError {
        StartError::from(error).into()
    }
}

/// The longest time without progress of a body or an answer.
const IDLE: Duration = Duration::from_secs(20);

/// The longest wait for threads that are still working at the end.
const PATIENCE: Duration = Duration::from_secs(1);

/// Longer inputs are answered on a thread of their own, so that the threads of the connections
/// answer short ones meanwhile.
const SHORT: usize = 64 << 10;

struct Api {
    contexts: Contexts,
    body_bytes: usize,
    /// Limits the long inputs that are answered at the same time.
    computing: Semaphore,
}

/// Serves until the process receives a stop signal (Ctrl-C, or SIGTERM). Then requests in progress
/// may take some more seconds. `ready` gets the address, without a final slash.
///
/// # Errors
///
/// [`ApiError`] if the context or the address cannot be used.
pub fn serve(config: Config, address: SocketAddr, log: Log, ready: impl FnOnce(&str)) -> Result<(), ApiError> {
    let connections = config.connections;
    let router = router(config)?;
    telemetry::begin(log);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let listener = process::bind(address).await?;
        // Installed before the server reports that it is ready, so that it can be stopped from then
        // on.
        let stop = process::stop()?;
        ready(&format!("http://{}", listener.local_addr()?));
        connections::serve(listener, Service::new(router, busy(), connections, IDLE), stop).await;
        Ok(())
    });
    runtime.shutdown_timeout(PATIENCE);
    served
}

/// Returns the answers beyond the limit on connections.
fn busy() -> Router {
    observed(Router::new().route("/healthz", get(process::healthy)).fallback(process::busy))
}

fn router(config: Config) -> Result<Router, ApiError> {
    let contexts = Contexts::new(config.context)?;
    let computing = Semaphore::new(std::thread::available_parallelism()?.get());
    let description = Bytes::from(http_openapi_json());
    let openapi = move || async move { ([(header::CONTENT_TYPE, "application/json")], description) };
    let mut router = Router::new().route("/healthz", get(process::healthy)).route("/openapi.json", get(openapi));
    for operation in CASE_OPERATIONS.iter().chain(SERVICE_OPERATIONS) {
        let call = move |State(api): State<Arc<Api>>, request: Request| call(operation, api, request);
        router = router.route(&http_path(operation), post(call));
    }
    let router = router
        .method_not_allowed_fallback(process::other_method)
        .fallback(|| async { prose::UNKNOWN_PATH.problem() })
        .with_state(Arc::new(Api { contexts, body_bytes: config.body_bytes, computing }));
    Ok(observed(router))
}

async fn call(operation: &'static Operation, api: Arc<Api>, request: Request) -> Response {
    match answer(operation, &api, request).await {
        Ok(reply) => ([(header::CONTENT_TYPE, "application/json")], reply).into_response(),
        Err(problem) => problem.into_response(),
    }
}

async fn answer(operation: &'static Operation, api: &Api, request: Request) -> Result<String, Problem> {
    let (head, body) = request.into_parts();
    let mut given = head.headers.get_all(CONTEXT_HEADER).iter();
    let (settings, second) = (given.next(), given.next());
    if second.is_some() {
        return Err(invalid("a request has at most one context"));
    }
    let settings = settings.map(axum::http::HeaderValue::as_bytes).unwrap_or_default();
    let context = api.contexts.of(settings).map_err(|error| invalid(&error.to_string()))?;
    if let Err(problem) = body::plain(&head.headers) {
        body::linger(body);
        return Err(problem);
    }
    let declared = head.headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    let body = body::read(body, declared, api.body_bytes).await?;
    if body.len() <= SHORT {
        return Ok(operation.call_bytes(&body, &context));
    }
    let _turn = api.computing.acquire().await;
    let answered = spawn_blocking(move || operation.call_bytes(&body, &context)).await;
    answered.map_err(|_| prose::INTERNAL_ERROR.problem())
}

/// Returns the answer to an invalid context.
fn invalid(why: &str) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, prose::NO_CONTEXT).code("context_unreadable").detail(why)
}
