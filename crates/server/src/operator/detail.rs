//! One case with all its details.

use super::cases::{Summary, find};
use crate::address::{Id, Query};
use crate::app::{App, Shared};
use crate::clock::Instant;
use crate::error::ApiError;
use crate::history::{self, File, FiredEvent, Input, Newest, Step};
use crate::paging::Paging;
use crate::payload;
use crate::prose;
use crate::results;
use crate::store::{ListedCase, StoredCase};
use crate::webhooks::log::{self, Logged};
use axum::Json;
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use casegate::Language;
use casegate::json::Document;
use casegate::lifecycle::{Action, CancellationBlock, Closing, actions};
use casegate::records::Offer;
use casegate::tokens::CancellationReason;
use casegate::usd::Usd;
use rusqlite::Transaction;
use serde::Serialize;
use serde_json::value::RawValue;

pub(super) fn router() -> Router<Shared> {
    Router::new()
        .route("/cases/{id}", get(show))
        .route("/cases/{id}/timeline", get(timeline))
        .route("/cases/{id}/events", get(events))
}

#[derive(Serialize)]
struct Detail {
    case: Whole,
    actions: Vec<Action>,
    cancellation: CancellationBlock,
    /// The operator's decision on canceling.
    eligibility: Option<CancellationReason>,
    fee_usd: Usd,
    #[serde(flatten)]
    history: history::Summary,
    timeline: Vec<Step>,
    /// The value of `before` for earlier steps.
    timeline_before: Option<i64>,
    files: Vec<File>,
    interactions: Vec<Input>,
    offers: Vec<Offer>,
    results: Option<Document>,
    events: Vec<EventWithDeliveries>,
    events_before: Option<i64>,
}

#[derive(Serialize)]
struct Whole {
    #[serde(flatten)]
    summary: Summary,
    payload: Box<RawValue>,
    /// `None` for another intake channel.
    token_name: Option<String>,
    open_interaction: Option<String>,
    appended: Appended,
    closing: Option<Closing>,
    published_at: Option<Instant>,
    closed_at: Option<Instant>,
}

#[derive(Serialize)]
struct Appended {
    count: u32,
    bytes: u64,
}

#[derive(Serialize)]
struct EventWithDeliveries {
    #[serde(flatten)]
    event: FiredEvent,
    deliveries: Vec<Logged>,
}

/// Returns the case with the newest entries of its history, as many as the query's `page_size`.
pub(super) async fn show(State(app): State<Shared>, id: Id, query: Query) -> Result<Response, ApiError> {
    let paging = Paging { before: None, ..Paging::of(|name| query.get(name), history::ENTRIES)? };
    let detail = app.read(move |tx, app| detail_of(tx, app, &find(tx, id.number())?, paging)).await?;
    Ok(Json(detail).into_response())
}

#[derive(Serialize)]
struct Steps {
    timeline: Vec<Step>,
    next_before: Option<i64>,
}

/// Returns a page of the timeline, the newest entry last.
pub(super) async fn timeline(State(app): State<Shared>, id: Id, query: Query) -> Result<Response, ApiError> {
    let paging = Paging::of(|name| query.get(name), history::ENTRIES)?;
    let page = app.read(move |tx, _| {
        let Newest { entries, before } = history::timeline(tx, find(tx, id.number())?.id, paging)?;
        Ok(Steps { timeline: entries, next_before: before })
    });
    Ok(Json(page.await?).into_response())
}

#[derive(Serialize)]
struct Events {
    events: Vec<EventWithDeliveries>,
    next_before: Option<i64>,
}

/// Returns a page of the events, the newest last.
pub(super) async fn events(State(app): State<Shared>, id: Id, query: Query) -> Result<Response, ApiError> {
    let paging = Paging::of(|name| query.get(name), history::ENTRIES)?;
    let page = app.read(move |tx, _| {
        let (events, next_before) = delivered(tx, find(tx, id.number())?.id, paging)?;
        Ok(Events { events, next_before })
    });
    Ok(Json(page.await?).into_response())
}

fn detail_of(tx: &Transaction<'_>, app: &App, case: &StoredCase, paging: Paging) -> Result<Detail, ApiError> {
    let steps = history::timeline(tx, case.id, paging)?;
    let (events, events_before) = delivered(tx, case.id, paging)?;
    let summary = ListedCase::of_id(tx, case.id, app.latest())?.ok_or(&prose::UNKNOWN_CASE_NUMBER)?.into();
    let life = &case.life;
    Ok(Detail {
        case: Whole {
            summary,
            payload: payload::shown(&case.payload)?,
            token_name: Some(case.token_name.clone()).filter(|name| !name.is_empty()),
            open_interaction: life.open_interaction().map(str::to_owned),
            appended: Appended { count: life.appended_files(), bytes: life.appended_bytes() },
            closing: life.closing().cloned(),
            published_at: case.published_at,
            closed_at: case.closed_at,
        },
        actions: actions(Some(life), case.eligibility, Some(case.fee), Language::English),
        cancellation: case.cancellation(),
        eligibility: case.eligibility,
        fee_usd: case.fee,
        history: history::summary(tx, case.id)?,
        timeline: steps.entries,
        timeline_before: steps.before,
        files: history::files(tx, app, case.id)?,
        interactions: history::inputs(tx, case.id)?,
        offers: results::offers(tx, case)?,
        results: results::composed(tx, app, case)?,
        events,
        events_before,
    })
}

/// Returns a page of events with their deliveries, and the value of `before` for earlier ones.
fn delivered(
    tx: &Transaction<'_>,
    case: i64,
    paging: Paging,
) -> Result<(Vec<EventWithDeliveries>, Option<i64>), ApiError> {
    let Newest { entries, before } = history::events(tx, case, paging)?;
    let with_deliveries =
        |event: FiredEvent| Ok(EventWithDeliveries { deliveries: log::of_event(tx, event.number)?, event });
    Ok((entries.into_iter().map(with_deliveries).collect::<Result<_, ApiError>>()?, before))
}
