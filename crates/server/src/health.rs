//! The health of the server.

use crate::app::Shared;
use crate::prose;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

/// `GET /healthz`: 200 if requests are answered, and the data folder can be read and written.
pub(crate) async fn health(State(app): State<Shared>) -> Response {
    match app.check().await {
        Ok(()) => (StatusCode::OK, [(header::CONTENT_TYPE, "application/json")], r#"{"status":"ok"}"#).into_response(),
        Err(fault) => fault.into_response(),
    }
}

/// Answers requests beyond the limit on connections.
pub(crate) async fn busy() -> Response {
    ([(header::RETRY_AFTER, "1"), (header::CONNECTION, "close")], prose::BUSY.problem()).into_response()
}
