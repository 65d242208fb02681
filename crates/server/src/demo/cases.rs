//! The firm's own cases, as its backend would return them to its pages. Changes go through the
//! partner's or the operator's API.

use super::account;
use crate::address::{Id, Query};
use crate::app::{App, Shared};
use crate::clock::Instant;
use crate::error::ApiError;
use crate::history::{self, File, FiredEvent, Input, Step};
use crate::paging::Paging;
use crate::partner;
use crate::payload;
use crate::prose;
use crate::results;
use crate::store::{ListedCase, StoredCase};
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use casegate::Language;
use casegate::json::Document;
use casegate::lifecycle::{Action, Closing, actions};
use casegate::records::{CaseDetail, Offer};
use casegate::tokens::{State as Status, SyncState};
use rusqlite::Transaction;
use serde::Serialize;
use serde_json::value::RawValue;

/// A case in the list.
#[derive(Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "they are members of JSON, of which any combination may occur")]
struct Listed {
    id: i64,
    issue_key: Option<String>,
    case_type: &'static str,
    status: Status,
    /// `true` if a cancellation closed the case.
    is_cancelled: bool,
    is_test: bool,
    created_at: Instant,
    updated_at: Instant,
    plaintiff_name: Option<String>,
    /// The person or business whose insurance is researched.
    subject: Option<String>,
    /// The person, also beside a business.
    person: Option<String>,
    office_case_number: Option<String>,
    /// The name of the matter.
    summary: Option<String>,
    /// `true` if a request for input is open.
    waits_for_you: bool,
    /// `true` if a request for input was answered. The case is `received` once more afterwards.
    is_answered: bool,
}

#[derive(Serialize)]
struct Page {
    cases: Vec<Listed>,
    /// The value of `before` for the next page; `None` on the last page.
    next_before: Option<i64>,
}

/// `GET /demo/api/cases`: all cases of every intake channel, newest first.
pub(super) async fn list(State(app): State<Shared>, query: Query) -> Result<Response, ApiError> {
    let paging = Paging::of(|name| query.get(name), app.config.page_size)?;
    let page = app.read(move |tx, app| {
        let organization = Some(account::organization(tx)?.id);
        let size = paging.size.saturating_add(1);
        let (cases, more) = paging.cut(ListedCase::page(tx, organization, None, paging.before, size, app.latest())?);
        Ok(Page {
            next_before: cases.last().filter(|_| more).map(|case| case.id),
            cases: cases.into_iter().map(|case| listed(tx, case)).collect::<Result<_, _>>()?,
        })
    });
    Ok(Json(page.await?).into_response())
}

fn listed(tx: &Transaction<'_>, case: ListedCase) -> Result<Listed, ApiError> {
    let whole = StoredCase::of_id(tx, case.id)?.ok_or(&prose::UNKNOWN_CASE_NUMBER)?;
    // The payload was accepted, so it can be read.
    let payload = Document::read(&whole.payload).unwrap_or(Document::Null);
    Ok(Listed {
        id: case.id,
        issue_key: case.issue_key,
        case_type: case.product.case_type(),
        status: case.state,
        is_cancelled: whole.is_cancelled(),
        is_test: case.is_test,
        created_at: case.created_at,
        updated_at: case.updated_at,
        plaintiff_name: payload::given(&payload, "plaintiff_name"),
        subject: payload::business(&payload).or_else(|| payload::person(&payload)),
        person: payload::person(&payload),
        office_case_number: payload::given(&payload, "office_case_number"),
        summary: payload::given(&payload, "summary"),
        waits_for_you: whole.life.open_interaction().is_some(),
        is_answered: history::is_answered(tx, case.id)?,
    })
}

/// A case as the firm may see it, without values that it has not bought.
#[derive(Serialize)]
struct Detail {
    case: CaseDetail,
    is_test: bool,
    payload: Box<RawValue>,
    actions: Vec<Action>,
    inputs: Vec<Input>,
    files: Vec<File>,
    offers: Vec<Offer>,
    events: Vec<FiredEvent>,
    /// The newest entries; the summary covers the older ones.
    timeline: Vec<Step>,
    #[serde(flatten)]
    history: history::Summary,
    published_at: Option<Instant>,
    closed_at: Option<Instant>,
    closing: Option<Closing>,
    version: i64,
}

/// `GET /demo/api/cases/{id}`: messages are in the `language` of the query, or in English.
pub(super) async fn show(State(app): State<Shared>, id: Id, query: Query) -> Result<Response, ApiError> {
    let language = query.get("language").and_then(|tag| Language::from_tag(&tag)).unwrap_or(Language::English);
    let detail = app.read(move |tx, app| {
        let organization = account::organization(tx)?.id;
        let case = StoredCase::of_id(tx, id.number())?.filter(|case| case.organization == organization);
        detail_of(tx, app, &case.ok_or(&prose::UNKNOWN_CASE_NUMBER)?, language)
    });
    Ok(Json(detail.await?).into_response())
}

fn detail_of(tx: &Transaction<'_>, app: &App, case: &StoredCase, language: Language) -> Result<Detail, ApiError> {
    let newest = Paging { before: None, size: history::ENTRIES };
    let detail = Detail {
        case: partner::case_detail(case, app.latest()),
        is_test: case.life.is_test(),
        payload: payload::shown(&case.payload)?,
        actions: actions(Some(&case.life), case.eligibility, Some(case.fee), language),
        inputs: history::inputs(tx, case.id)?,
        files: history::files(tx, app, case.id)?,
        offers: results::offers(tx, case)?,
        events: history::events(tx, case.id, newest)?.entries,
        timeline: history::timeline(tx, case.id, newest)?.entries,
        history: history::summary(tx, case.id)?,
        published_at: case.published_at,
        closed_at: case.closed_at,
        closing: case.life.closing().cloned(),
        version: 0,
    };
    Ok(Detail { version: version(case, &detail), ..detail })
}

/// Returns a number that grows with every change of the case: the counts only grow, and other
/// changes move `updated_at`. If the operator sets the clock back, it may fall, but it still
/// changes.
fn version(case: &StoredCase, shown: &Detail) -> i64 {
    // Changes that happen with time only: the tracker has a file, and the case has its reference.
    let synced = shown.files.iter().filter(|file| file.sync_state == SyncState::Synced).count();
    let counts = [shown.inputs.len(), shown.files.len(), synced];
    let count = counts.into_iter().sum::<usize>() + usize::from(shown.case.issue_key.is_some());
    let count = i64::try_from(count).unwrap_or(i64::MAX).saturating_add(shown.history.steps + shown.history.events);
    case.updated_at.0.saturating_add(count)
}
