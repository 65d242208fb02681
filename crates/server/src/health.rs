//! The health of the server.

use crate::app::Shared;
use axum::extract::State;
use axum::response::{IntoResponse, Response};

/// `GET /healthz`: 200 if requests are answered, and the data folder can be read and written.
pub(crate) async fn health(State(app): State<Shared>) -> Response {
    match app.check().await {
        Ok(()) => casegate_http::process::healthy().await,
        Err(fault) => fault.into_response(),
    }
}
