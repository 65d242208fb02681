//! What a caller asks of cases: the list, and how one stands.

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

/// A page of the list. The envelope is not published; this one is ours, and the usual one.
#[derive(Serialize)]
struct Page {
    /// Where the next page is; `null` on the last.
    next: Option<String>,
    results: Vec<CaseListItem>,
}

/// The list, newest first. `before` and `page_size` are ours.
pub(super) async fn list(app: &Shared, asked: &RequestContext) -> Result<Response, ApiError> {
    asked.judge(&Carried::default())?;
    let page = Paging::of(|name| asked.query(name), app.config.page_size)?;
    // Absent or blank it is as `api` (EP-list-source-default).
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

/// How a case stands.
pub(super) async fn detail(app: &Shared, asked: RequestContext) -> Result<Response, ApiError> {
    asked.judge(&Carried::default())?;
    let detail = app.read(move |tx, app| Ok(case_detail(&asked.case(tx, app)?, app.latest()))).await?;
    Ok(Json(detail).into_response())
}

/// A case as this interface tells of it.
pub(crate) fn case_detail(case: &StoredCase, now: Instant) -> CaseDetail {
    let block = case.cancellation();
    CaseDetail {
        id: case.id,
        issue_key: case.issue_key(now).map(str::to_owned),
        status: OrUnknown::Known(case.life.state()),
        case_type: case.product.case_type().to_owned(),
        created_at: case.created_at.to_string(),
        updated_at: case.updated_at.to_string(),
        // Also once the results are delivered; never for a cancelled case.
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
