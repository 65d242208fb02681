//! The doors that are neither the partners' nor the operator's: health, and the library's operations over HTTP.

use crate::app::Shared;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use casegate::axum::Problem;
use casegate::wire::{CASE_OPERATIONS, SERVICE_OPERATIONS};
use serde::Deserialize;
use serde_json::value::RawValue;

/// `GET /healthz`: 200 once requests are answered and the database is read.
pub(crate) async fn health(State(app): State<Shared>) -> Response {
    match app.read(|tx, _| Ok(tx.query_row("SELECT 1", [], |_| Ok(()))?)).await {
        Ok(()) => (StatusCode::OK, [(header::CONTENT_TYPE, "application/json")], r#"{"status":"ok"}"#).into_response(),
        Err(fault) => fault.into_response(),
    }
}

/// What an operation is given.
#[derive(Deserialize)]
struct Call<'c> {
    /// The text that it reads, as a string, so that any text can be judged.
    input: String,
    /// The host settings: an object, or its text as a string.
    #[serde(borrow)]
    host: Option<&'c RawValue>,
}

/// `POST /casegate/{operation}`: an operation of the library, `{"input","host"}` in, its answer out, byte for byte what
/// every other face answers.
pub(crate) async fn call(Path(operation): Path<String>, body: Bytes) -> Response {
    let Some(operation) = CASE_OPERATIONS.iter().chain(SERVICE_OPERATIONS).find(|known| known.name == operation) else {
        return Problem::new(StatusCode::NOT_FOUND, "Not found").code("unknown_operation").into_response();
    };
    let Ok(Call { input, host }) = serde_json::from_slice(&body) else {
        let detail = r#"Send {"input": "the text", "host": {settings}} as JSON."#;
        return Problem::new(StatusCode::BAD_REQUEST, "Not a call").code("not_a_call").detail(detail).into_response();
    };
    let host = host.map_or("{}", RawValue::get);
    let host = serde_json::from_str::<String>(host).unwrap_or_else(|_| host.to_owned());
    // A hostile text may take a while; requests that wait for the network do not wait for it.
    match tokio::task::spawn_blocking(move || operation.call(&input, &host)).await {
        Ok(reply) => ([(header::CONTENT_TYPE, "application/json")], reply).into_response(),
        Err(_) => Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "The stand-in failed").into_response(),
    }
}
