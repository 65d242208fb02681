//! The list of cases, and the detail of a case.

use super::request_context::{Carried, RequestContext};
use crate::app::Shared;
use crate::clock::Instant;
use crate::error::ApiError;
use crate::paging::Paging;
use crate::store::{ListedCase, OWN_SOURCE, StoredCase};
use axum::Json;
use axum::response::{IntoResponse, Response};
use casegate::records::OrUnknown;
use casegate::records::{CancellationBlock, CaseDetail, CaseListItem};
use casegate::tokens::State;
use serde::Serialize;
use serde_json::Map;

/// A page of the list. The service's envelope is not published; this is ours, in the usual form.
#[derive(Serialize)]
struct Page {
    /// The address of the next page; `null` on the last page.
    next: Option<String>,
    results: Vec<CaseListItem>,
}

/// Returns the list, newest first. `before` and `page_size` are ours.
pub(super) async fn list(app: &Shared, asked: &RequestContext) -> Result<Response, ApiError> {
    asked.judge(&Carried::default())?;
    let page = Paging::of(|name| asked.query(name), app.config.page_size)?;
    // An absent or blank parameter means `api` (EP-list-source-default).
    let all = asked.query("source").is_some_and(|source| source == "all");
    let organization = asked.bearer.organization;
    let (cases, more) = app
        .read(move |tx, app| {
            let source = if all { None } else { Some(OWN_SOURCE) };
            let size = page.size.saturating_add(1);
            Ok(page.cut(ListedCase::page(tx, Some(organization), source, page.before, size, app.latest())?))
        })
        .await?;
    let next = cases.last().filter(|_| more).map(|last| {
        let source = if all { "all" } else { OWN_SOURCE };
        format!(
            "{}{}?source={source}&page_size={}&before={}",
            app.base_url,
            asked.endpoint.template(),
            page.size,
            last.id
        )
    });
    let item = |case: ListedCase| CaseListItem {
        id: case.id,
        issue_key: case.issue_key,
        created_at: case.created_at.to_string(),
        extra: Map::new(),
    };
    Ok(Json(Page { next, results: cases.into_iter().map(item).collect() }).into_response())
}

/// Returns the detail of a case.
pub(super) async fn detail(app: &Shared, asked: RequestContext) -> Result<Response, ApiError> {
    asked.judge(&Carried::default())?;
    let detail = app.read(move |tx, app| Ok(case_detail(&asked.case(tx, app)?, app.latest()))).await?;
    Ok(Json(detail).into_response())
}

/// Returns a case in the form of this interface.
pub(crate) fn case_detail(case: &StoredCase, now: Instant) -> CaseDetail {
    let block = case.cancellation();
    CaseDetail {
        id: case.id,
        issue_key: case.issue_key(now).map(str::to_owned),
        status: OrUnknown::Known(case.life.state()),
        case_type: case.product.case_type().to_owned(),
        created_at: case.created_at.to_string(),
        updated_at: case.updated_at.to_string(),
        // Remains `true` after delivery, and is never `true` for a canceled case.
        results_ready: case.completed_at().is_some()
            && matches!(case.life.state(), State::ResultsReady | State::Closed),
        cancellation: CancellationBlock {
            eligible: block.eligible,
            fee_usd: block.fee_usd.map(OrUnknown::Known),
            reason: OrUnknown::Known(block.reason),
            extra: Map::new(),
        },
        extra: Map::new(),
    }
}
