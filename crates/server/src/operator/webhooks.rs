//! Subscriptions, and the results of deliveries.

use super::json_body::{Form, JsonBody, Name};
use crate::address::{Id, Query};
use crate::app::Shared;
use crate::error::ApiError;
use crate::hook::Hook;
use crate::paging::Paging;
use crate::prose;
use crate::store::StoredOrganization;
use crate::webhooks::log::{self, Logged};
use crate::webhooks::subscriptions::{self, Subscription};
use crate::webhooks::{retry, signing};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use casegate::tokens::EventType;
use serde::{Deserialize, Serialize};
use serde_json::json;

pub(super) fn router() -> Router<Shared> {
    Router::new()
        .route("/subscriptions", get(list).post(subscribe))
        .route("/subscriptions/{id}", delete(end))
        .route("/subscriptions/{id}/rotate", post(rotate))
        .route("/subscriptions/{id}/rotated", post(rotated))
        .route("/deliveries", get(deliveries))
        .route("/deliveries/{id}/retry", post(again))
}

async fn list(State(app): State<Shared>) -> Result<Response, ApiError> {
    let all = app.read(|tx, _| Subscription::all(tx)).await?;
    Ok(Json(json!({ "subscriptions": all })).into_response())
}

/// A new subscription.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Subscribed {
    organization: Option<Name>,
    url: String,
    events: Option<Vec<EventType>>,
    secret: Option<Secret>,
}

/// A secret, or a flag to generate one.
#[derive(Deserialize)]
#[serde(untagged)]
enum Secret {
    Made(bool),
    Given(String),
}

impl Form for Subscribed {
    const FORM: &'static str = prose::FORM_OF_SUBSCRIPTION;
}

/// Only this answer contains the secret.
async fn subscribe(State(app): State<Shared>, JsonBody(given): JsonBody<Subscribed>) -> Result<Response, ApiError> {
    let Subscribed { organization, url, events, secret } = given;
    let (secret, must_make) = match secret {
        Some(Secret::Given(given)) => (Some(given), false),
        Some(Secret::Made(made)) => (None, made),
        None => (None, false),
    };
    let mut hook = Hook { url, events, secret };
    if let Some((member, needs)) = hook.unfit() {
        return Err(prose::BAD_SUBSCRIPTION.with(&[member, needs]).into());
    }
    let organization = organization.map(Name::text);
    let made = app.change(move |tx, app| {
        let organization = StoredOrganization::find(tx, organization.as_deref())?;
        if must_make {
            hook.secret = Some(signing::make_secret(tx, &app.random, organization.id)?);
        }
        let id = subscriptions::add(tx, organization.id, &hook, subscriptions::OPERATOR, app.now())?;
        Ok(WithSecret { subscription: find(tx, id)?, secret: hook.secret })
    });
    Ok((StatusCode::CREATED, Json(made.await?)).into_response())
}

#[derive(Serialize)]
struct WithSecret {
    #[serde(flatten)]
    subscription: Subscription,
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

/// Returns a subscription that has not ended.
fn find(tx: &rusqlite::Transaction<'_>, id: i64) -> Result<Subscription, ApiError> {
    let known = Subscription::of_id(tx, id)?.filter(|subscription| subscription.ended_at.is_none());
    known.ok_or_else(|| (&prose::UNKNOWN_SUBSCRIPTION).into())
}

async fn end(State(app): State<Shared>, id: Id) -> Result<StatusCode, ApiError> {
    app.change(move |tx, app| {
        let known = find(tx, id.number())?;
        subscriptions::end(tx, known.id, app.now(), subscriptions::ENDED)
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Adds a second secret, which signs from now on as well.
async fn rotate(State(app): State<Shared>, id: Id) -> Result<Response, ApiError> {
    let secret = app.change(move |tx, app| {
        let known = find(tx, id.number())?;
        let secret = signing::make_secret(tx, &app.random, known.organization_id)?;
        subscriptions::rotate(tx, known.id, &secret)?;
        Ok(secret)
    });
    Ok(Json(json!({ "secret": secret.await? })).into_response())
}

/// Retires the first secret, so that the second one signs alone.
async fn rotated(State(app): State<Shared>, id: Id) -> Result<Response, ApiError> {
    let done = app.change(move |tx, _| {
        let known = find(tx, id.number())?;
        if !known.rotating {
            return Err((&prose::NOT_ROTATING).into());
        }
        if known.source == subscriptions::CONFIG {
            return Err((&prose::OF_SETTINGS).into());
        }
        subscriptions::rotated(tx, known.id)?;
        find(tx, known.id)
    });
    Ok(Json(done.await?).into_response())
}

#[derive(Serialize)]
struct Page {
    deliveries: Vec<Logged>,
    /// The value of `before` for the next page; `None` on the last page.
    next_before: Option<i64>,
}

async fn deliveries(State(app): State<Shared>, query: Query) -> Result<Response, ApiError> {
    let paging = Paging::of(|name| query.get(name), app.config.page_size)?;
    let state = query.get("state").filter(|state| !state.is_empty());
    if state.as_deref().is_some_and(|state| !log::STATES.contains(&state)) {
        return Err(prose::BAD_STATE.with(&[&log::STATES.join(", ")]).into());
    }
    let page = app.read(move |tx, _| {
        let (deliveries, more) =
            paging.cut(log::page(tx, state.as_deref(), paging.before, paging.size.saturating_add(1))?);
        let next_before = deliveries.last().filter(|_| more).map(|last| last.id);
        Ok(Page { deliveries, next_before })
    });
    Ok(Json(page.await?).into_response())
}

async fn again(State(app): State<Shared>, id: Id) -> Result<Response, ApiError> {
    let delivery = app.change(move |tx, _| {
        retry(tx, id.number())?;
        log::of_id(tx, id.number())
    });
    Ok(Json(delivery.await?).into_response())
}
