//! Reset, snapshots, and the return to one.

use super::json_body::{Form, JsonBody};
use crate::address::Id;
use crate::app::Shared;
use crate::error::ApiError;
use crate::prose;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::json;

pub(super) fn router() -> Router<Shared> {
    Router::new()
        .route("/reset", post(reset))
        .route("/snapshots", get(list).post(take))
        .route("/snapshots/{id}", delete(forget))
        .route("/snapshots/{id}/rewind", post(rewind))
}

/// Returns to the state at the start of the process.
async fn reset(State(app): State<Shared>) -> Result<StatusCode, ApiError> {
    app.rewind(None).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn rewind(State(app): State<Shared>, Id(name): Id) -> Result<StatusCode, ApiError> {
    app.rewind(Some(name)).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewSnapshot {
    name: Option<String>,
}

impl Form for NewSnapshot {
    const FORM: &'static str = prose::FORM_OF_SNAPSHOT;
}

async fn take(State(app): State<Shared>, JsonBody(new): JsonBody<NewSnapshot>) -> Result<Response, ApiError> {
    let taken = app.with_snapshots(move |snapshots, app| snapshots.take(&app.store, new.name, app.now()));
    Ok((StatusCode::CREATED, Json(taken.await?)).into_response())
}

async fn list(State(app): State<Shared>) -> Result<Response, ApiError> {
    let all = app.with_snapshots(|snapshots, _| Ok(snapshots.all())).await?;
    Ok(Json(json!({ "snapshots": all })).into_response())
}

async fn forget(State(app): State<Shared>, Id(name): Id) -> Result<StatusCode, ApiError> {
    app.with_snapshots(move |snapshots, _| snapshots.delete(&name)).await?;
    Ok(StatusCode::NO_CONTENT)
}
