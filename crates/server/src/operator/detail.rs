//! One case with everything that is known of it.

use super::cases::{Summary, find};
use crate::address::Id;
use crate::app::{App, Shared};
use crate::clock::Instant;
use crate::fault::{Fault, unknown_case};
use crate::history::{self, File, FiredEvent, Input, Step};
use crate::results;
use crate::store::{ListedCase, StoredCase};
use crate::webhooks::log::{self, Logged};
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use casegate::records::Offer;
use casegate::{Action, CancellationBlock, CancellationReason, Closing, Document, Language, Usd, actions};
use rusqlite::Transaction;
use serde::Serialize;
use serde_json::value::RawValue;

#[derive(Serialize)]
struct Detail {
    case: Whole,
    actions: Vec<Action>,
    cancellation: CancellationBlock,
    /// What the operator says of cancelling.
    eligibility: Option<CancellationReason>,
    fee_usd: Usd,
    timeline: Vec<Step>,
    files: Vec<File>,
    interactions: Vec<Input>,
    offers: Vec<Offer>,
    results: Option<Document>,
    events: Vec<Told>,
}

#[derive(Serialize)]
struct Whole {
    #[serde(flatten)]
    summary: Summary,
    payload: Box<RawValue>,
    /// None where it came through another channel.
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
struct Told {
    #[serde(flatten)]
    event: FiredEvent,
    deliveries: Vec<Logged>,
}

pub(super) async fn tell(State(app): State<Shared>, id: Id) -> Result<Response, Fault> {
    let detail = app.read(move |tx, app| told(tx, app, &find(tx, id.number())?)).await?;
    Ok(Json(detail).into_response())
}

fn told(tx: &Transaction<'_>, app: &App, case: &StoredCase) -> Result<Detail, Fault> {
    let summary = ListedCase::of_id(tx, case.id, app.now())?.ok_or_else(unknown_case)?.into();
    let life = &case.life;
    Ok(Detail {
        case: Whole {
            summary,
            payload: RawValue::from_string(case.payload.clone())?,
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
        timeline: history::timeline(tx, case.id)?,
        files: history::files(tx, app, case.id)?,
        interactions: history::inputs(tx, case.id)?,
        offers: results::offers(tx, case)?,
        results: results::composed(tx, app, case)?,
        events: events(tx, case.id)?,
    })
}

fn events(tx: &Transaction<'_>, case: i64) -> Result<Vec<Told>, Fault> {
    let events = history::events(tx, case)?.into_iter();
    events.map(|event| Ok(Told { deliveries: log::of_event(tx, event.number)?, event })).collect()
}
