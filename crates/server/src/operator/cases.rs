//! The list of cases, and the creation of a case through another intake channel than the
//! specification's.

use super::json_body::{Form, JsonBody, Name};
use crate::address::{Id, Query};
use crate::app::Shared;
use crate::clock::Instant;
use crate::error::{ApiError, refused_case};
use crate::paging::Paging;
use crate::prose;
use crate::store::{ListedCase, NewCase, OWN_SOURCE, StoredCase, StoredOrganization};
use crate::transition;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use casegate::context::Credential;
use casegate::json::Document;
use casegate::tokens::State as Status;
use casegate::{Product, check_case};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use rusqlite::{OptionalExtension, Transaction};
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;

pub(super) fn router() -> Router<Shared> {
    Router::new().route("/cases", get(list).post(submit)).route("/files/{id}", get(file))
}

/// Returns the case with a number.
pub(super) fn find(tx: &Transaction<'_>, id: i64) -> Result<StoredCase, ApiError> {
    StoredCase::of_id(tx, id)?.ok_or_else(|| (&prose::UNKNOWN_CASE_NUMBER).into())
}

/// A case in a list.
#[derive(Serialize)]
pub(super) struct Summary {
    id: i64,
    issue_key: Option<String>,
    /// The organization's name.
    organization: String,
    product: Product,
    source: String,
    state: Status,
    is_test: bool,
    created_at: Instant,
    updated_at: Instant,
}

impl From<ListedCase> for Summary {
    fn from(case: ListedCase) -> Summary {
        let ListedCase { id, organization, product, source, state, is_test, issue_key, created_at, updated_at } = case;
        Summary { id, issue_key, organization, product, source, state, is_test, created_at, updated_at }
    }
}

/// A case in the list, with the name by which people know it.
#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    case: Summary,
    plaintiff_name: Option<String>,
    /// `true` if a cancellation closed the case.
    is_cancelled: bool,
}

fn listed(tx: &Transaction<'_>, case: ListedCase) -> Result<Listed, ApiError> {
    // The payload was accepted, so it can be read.
    let whole = find(tx, case.id)?;
    let payload = Document::read(&whole.payload).unwrap_or(Document::Null);
    let plaintiff_name = payload.get("plaintiff_name").and_then(Document::as_str).map(|name| name.trim().to_owned());
    Ok(Listed { case: Summary::from(case), plaintiff_name, is_cancelled: whole.is_cancelled() })
}

#[derive(Serialize)]
struct Page {
    cases: Vec<Listed>,
    /// The value of `before` for the next page; `None` on the last page.
    next_before: Option<i64>,
}

async fn list(State(app): State<Shared>, query: Query) -> Result<Response, ApiError> {
    let paging = Paging::of(|name| query.get(name), app.config.page_size)?;
    let page = app.read(move |tx, app| {
        let organization = query.get("organization").filter(|given| !given.is_empty());
        let organization = match organization {
            Some(given) => Some(StoredOrganization::find(tx, Some(&given))?.id),
            None => None,
        };
        let size = paging.size.saturating_add(1);
        let (cases, more) = paging.cut(ListedCase::page(tx, organization, None, paging.before, size, app.latest())?);
        Ok(Page {
            next_before: cases.last().filter(|_| more).map(|case| case.id),
            cases: cases.into_iter().map(|case| listed(tx, case)).collect::<Result<_, _>>()?,
        })
    });
    Ok(Json(page.await?).into_response())
}

/// A case that did not come through the specification's endpoints.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Submitted {
    organization: Option<Name>,
    source: Option<String>,
    case: Box<RawValue>,
}

impl Form for Submitted {
    const FORM: &'static str = prose::FORM_OF_SUBMISSION;
}

/// The intake channel of a case that names none.
const PORTAL: &str = "portal";

async fn submit(State(app): State<Shared>, JsonBody(submitted): JsonBody<Submitted>) -> Result<Response, ApiError> {
    let Submitted { organization, source, case } = submitted;
    let source = source.unwrap_or_else(|| PORTAL.to_owned());
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if source == OWN_SOURCE || source.is_empty() || !source.bytes().all(is_word) {
        return Err((&prose::BAD_SOURCE).into());
    }
    let given = organization.map(Name::text);
    let made = app.change(move |tx, app| {
        let organization = StoredOrganization::find(tx, given.as_deref())?;
        let mut context = app.context()?.credential(Credential::User);
        if organization.financing_enrolled {
            context = context.financing_enrolled(true);
        }
        let report = check_case(case.get(), &context);
        let product = match report.facts.case_type {
            Some(product) if report.ok => product,
            _ => return Err(refused_case(report, Some("case")).into()),
        };
        // Other channels have no token.
        let new =
            NewCase { organization: organization.id, product, source: &source, payload: case.get(), token_name: "" };
        let case = transition::begin(tx, app, report.facts.test, &new)?;
        Ok(json!({ "id": case.id, "issue_key": case.issue_key(app.latest()) }))
    });
    Ok((StatusCode::CREATED, Json(made.await?)).into_response())
}

/// Serves the bytes of a file.
async fn file(State(app): State<Shared>, Id(id): Id) -> Result<Response, ApiError> {
    let (id, filename) = app
        .read(move |tx, _| {
            let sql = "SELECT filename FROM files WHERE id = ?1";
            let filename: Option<String> = tx.query_row(sql, [&id], |row| row.get(0)).optional()?;
            let filename = filename.ok_or(&prose::UNKNOWN_FILE)?;
            Ok((id, filename))
        })
        .await?;
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    // Uploaded files are not trusted: they are downloaded, and never shown as pages of this
    // address.
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if let Ok(value) =
        HeaderValue::try_from(format!("attachment; filename*=UTF-8''{}", utf8_percent_encode(&filename, ESCAPED)))
    {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    let bytes = tokio::task::spawn_blocking(move || app.store.file_bytes(&id)).await??;
    Ok((headers, bytes).into_response())
}

/// What a value in a header escapes (RFC 8187).
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_');
