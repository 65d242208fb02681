//! One case with everything that is known of it.

use super::cases::{Summary, find, unknown_case};
use super::given::Id;
use crate::app::{App, Shared};
use crate::clock::Instant;
use crate::fault::Fault;
use crate::results;
use crate::store::{ListedCase, StoredCase, StoredFile};
use crate::webhooks::log::{self, Logged};
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use casegate::records::Offer;
use casegate::{Action, CancellationBlock, CancellationReason, Closing, Document, Language, SyncState, Usd, actions};
use rusqlite::{Row, Transaction};
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
struct Step {
    at: Instant,
    trigger: String,
    from: Option<String>,
    to: String,
    event: Option<String>,
}

#[derive(Serialize)]
struct File {
    #[serde(flatten)]
    file: StoredFile,
    sync_state: SyncState,
}

#[derive(Serialize)]
struct Input {
    interaction_id: String,
    message: String,
    opened_at: Instant,
    reply: Option<String>,
    replied_at: Option<Instant>,
}

#[derive(Serialize)]
struct Told {
    #[serde(skip)]
    number: i64,
    event_id: String,
    r#type: String,
    synthetic: bool,
    created_at: Instant,
    body: Box<RawValue>,
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
        timeline: timeline(tx, case.id)?,
        files: files(tx, app, case.id)?,
        interactions: interactions(tx, case.id)?,
        offers: results::offers(tx, case)?,
        results: results::composed(tx, app, case)?,
        events: events(tx, case.id)?,
    })
}

/// The rows of a query of one number.
fn rows<T>(
    tx: &Transaction<'_>,
    sql: &str,
    of: i64,
    read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, Fault> {
    let mut query = tx.prepare_cached(sql)?;
    let rows = query.query_map([of], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn timeline(tx: &Transaction<'_>, case: i64) -> Result<Vec<Step>, Fault> {
    let sql = "SELECT at, trigger, state_from, state_to, event FROM timeline WHERE case_id = ?1 ORDER BY id";
    rows(tx, sql, case, |row| {
        Ok(Step { at: row.get(0)?, trigger: row.get(1)?, from: row.get(2)?, to: row.get(3)?, event: row.get(4)? })
    })
}

fn files(tx: &Transaction<'_>, app: &App, case: i64) -> Result<Vec<File>, Fault> {
    let now = app.now();
    let told = |file: StoredFile| File { sync_state: file.sync_state(&app.config, now), file };
    Ok(StoredFile::of_case(tx, case)?.into_iter().map(told).collect())
}

fn interactions(tx: &Transaction<'_>, case: i64) -> Result<Vec<Input>, Fault> {
    let sql = "SELECT interaction_id, message, opened_at, reply, replied_at FROM interactions
               WHERE case_id = ?1 ORDER BY rowid";
    rows(tx, sql, case, |row| {
        Ok(Input {
            interaction_id: row.get(0)?,
            message: row.get(1)?,
            opened_at: row.get(2)?,
            reply: row.get(3)?,
            replied_at: row.get(4)?,
        })
    })
}

fn events(tx: &Transaction<'_>, case: i64) -> Result<Vec<Told>, Fault> {
    let sql = "SELECT id, event_id, type, synthetic, created_at, body FROM events WHERE case_id = ?1 ORDER BY id";
    let read = |row: &Row<'_>| Ok((event(row)?, row.get::<_, String>(5)?));
    let events = rows(tx, sql, case, read)?.into_iter().map(|(event, body)| {
        Ok(Told { body: RawValue::from_string(body)?, deliveries: log::of_event(tx, event.number)?, ..event })
    });
    events.collect()
}

fn event(row: &Row<'_>) -> rusqlite::Result<Told> {
    Ok(Told {
        number: row.get(0)?,
        event_id: row.get(1)?,
        r#type: row.get(2)?,
        synthetic: row.get(3)?,
        created_at: row.get(4)?,
        body: RawValue::NULL.to_owned(),
        deliveries: Vec::new(),
    })
}
