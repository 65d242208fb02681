//! Organizations and their tokens, and information about the stand-in.

use super::json_body::{Form, JsonBody};
use crate::address::Id;
use crate::app::Shared;
use crate::clock::Instant;
use crate::config::Legacy;
use crate::error::ApiError;
use crate::faults::CountedRule;
use crate::prose;
use crate::store::{Bearer, StoredCase, StoredOrganization, tokens};
use crate::webhooks::subscriptions;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use serde_json::json;

pub(super) fn router() -> Router<Shared> {
    Router::new()
        .route("/overview", get(overview))
        .route("/organizations", post(create))
        .route("/tokens", get(list))
        .route("/tokens/{id}", delete(revoke))
}

#[derive(Serialize)]
struct Overview {
    now: Instant,
    clock_offset_ms: i64,
    newest_case_at: Option<Instant>,
    base_url: String,
    legacy: Legacy,
    organizations: Vec<StoredOrganization>,
    faults: Vec<CountedRule>,
}

async fn overview(State(app): State<Shared>) -> Result<Response, ApiError> {
    let overview = app.read(|tx, app| {
        Ok(Overview {
            now: app.now(),
            clock_offset_ms: app.clock.offset_ms(),
            newest_case_at: StoredCase::newest(tx)?,
            base_url: app.base_url.clone(),
            legacy: app.config.legacy,
            organizations: StoredOrganization::all(tx)?,
            faults: app.faults.all(None),
        })
    });
    Ok(Json(overview.await?).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewOrganization {
    name: String,
}

impl Form for NewOrganization {
    const FORM: &'static str = prose::FORM_OF_ORGANIZATION;
}

/// The greatest length of a name in bytes.
const NAME_BYTES: usize = 200;

/// Creates an organization. Its master token is returned only here, because the database stores its
/// hash.
async fn create(State(app): State<Shared>, JsonBody(new): JsonBody<NewOrganization>) -> Result<Response, ApiError> {
    let name = new.name.trim().to_owned();
    if name.is_empty() || name.len() > NAME_BYTES {
        return Err(prose::BAD_NAME.with(&[&NAME_BYTES.to_string()]).into());
    }
    let made = app.change(move |tx, app| {
        let id = StoredOrganization::create(tx, &name)?.ok_or(&prose::ORGANIZATION_EXISTS)?;
        subscriptions::establish(tx, id, &app.config.webhooks, app.now())?;
        let master_token = tokens::issue_master(tx, &app.random, id, &name, app.now())?;
        Ok(json!({ "id": id, "master_token": master_token }))
    });
    Ok((StatusCode::CREATED, Json(made.await?)).into_response())
}

async fn list(State(app): State<Shared>) -> Result<Response, ApiError> {
    Ok(Json(app.read(|tx, _| tokens::all(tx)).await?).into_response())
}

/// Revokes a token. Revoking again changes nothing.
async fn revoke(State(app): State<Shared>, id: Id) -> Result<Response, ApiError> {
    let id = id.number();
    if app.change(move |tx, app| Bearer::revoke(tx, id, app.now())).await? {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    Err((&prose::UNKNOWN_TOKEN).into())
}
