//! A backend that passes on the cases of the intake element with the token.
//! docs/guides/intake-element.md says how to start it.
#![expect(clippy::print_stdout, reason = "the address is the answer of this program")]

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use std::{env, error::Error, time::Duration};
use tokio::{net::TcpListener, task::spawn_blocking};
use ureq::Agent;

/// The service takes at most 100 MB of files with a case.
const MOST: usize = 110_000_000;

#[derive(Clone)]
struct Service {
    agent: Agent,
    url: String,
    token: String,
}

impl Service {
    fn send(&self, kind: &str, body: &Bytes) -> Result<Response, Box<dyn Error + Send + Sync>> {
        let request = self.agent.post(format!("{}/api/v1/partner/cases/create/", self.url));
        let request = request.header("Authorization", format!("Token {}", self.token));
        let request = request.header("Content-Type", kind).header("Accept", "application/json");
        let mut answer = request.send(&body[..])?;
        let content = answer.body_mut().read_to_vec()?;
        let (status, headers) = (answer.status(), answer.headers());
        // Neither a redirect nor a page is a receipt: the case may exist, or not.
        let is_receipt = status.is_success() && content.trim_ascii_start().starts_with(b"{");
        if status.as_u16() < 400 && !is_receipt {
            return Ok(reply(StatusCode::BAD_GATEWAY, r#"{"title":"The service does not answer as it should"}"#));
        }
        Ok(respond(status, headers, content))
    }
}

/// Passes on an answer, with the headers that the form reads.
fn respond(status: StatusCode, headers: &HeaderMap, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    for name in [header::CONTENT_TYPE, header::RETRY_AFTER] {
        if let Some(value) = headers.get(&name) {
            response.headers_mut().insert(name, value.clone());
        }
    }
    response
}

fn reply(status: StatusCode, body: &'static str) -> Response {
    let json = (header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    respond(status, &HeaderMap::from_iter([json]), body)
}

async fn forward(State(service): State<Service>, request: Request) -> Response {
    let kind =
        request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default().to_owned();
    if request.method() != Method::POST || !kind.starts_with("multipart/form-data") {
        return reply(StatusCode::NOT_FOUND, r#"{"title":"Not found"}"#);
    }
    let Ok(body) = to_bytes(request.into_body(), MOST).await else {
        return reply(StatusCode::PAYLOAD_TOO_LARGE, r#"{"title":"Too large"}"#);
    };
    match spawn_blocking(move || service.send(&kind, &body)).await {
        Ok(Ok(answer)) => answer,
        _ => reply(StatusCode::BAD_GATEWAY, r#"{"title":"The service does not answer"}"#),
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    // A POST that is redirected becomes a GET, whose answer says nothing about the case.
    let config = Agent::config_builder().http_status_as_error(false).max_redirects(0);
    let config = config.timeout_recv_response(Some(Duration::from_secs(180)));
    let service =
        Service { agent: config.build().into(), url: env::var("SERVICE_URL")?, token: env::var("USER_TOKEN")? };
    let port = env::var("PORT").map_or(Ok(3000), |port| port.parse())?;
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    println!("{}", listener.local_addr()?.port());
    axum::serve(listener, axum::Router::new().fallback(forward).with_state(service)).await?;
    Ok(())
}
