//! The list of cases, and the detail of a case.

use super::request_context::{Carried, RequestContext};
use crate::app::Shared;
use crate::clock::Instant;
use crate::config::{ListEnvelope, ListOrder, ListTimes};
use crate::error::ApiError;
use crate::paging::Paging;
use crate::store::{ListedCase, OWN_SOURCE, StoredCase};
use axum::Json;
use axum::response::{IntoResponse, Response};
use casegate::records::OrUnknown;
use casegate::records::{CancellationBlock, CaseDetail, CaseListItem};
use casegate::tokens::State;
use serde_json::{Map, json};

/// Returns the list in the form of the settings, by default newest first. `before` and `page_size` are ours.
pub(super) async fn list(app: &Shared, asked: &RequestContext) -> Result<Response, ApiError> {
    asked.judge(&Carried::default())?;
    let page = Paging::of(|name| asked.query(name), app.config.page_size)?;
    // An absent or blank parameter means `api` (EP-list-source-default).
    let all = asked.query("source").is_some_and(|source| source == "all");
    let organization = Some(asked.bearer.organization);
    let form = app.config.list;
    let (cases, more, count) = app
        .read(move |tx, app| {
            let source = if all { None } else { Some(OWN_SOURCE) };
            let read = |before, size| ListedCase::page(tx, organization, source, before, size, app.latest());
            if form.order == ListOrder::Newest && form.envelope != ListEnvelope::Count {
                let (cases, more) = page.cut(read(page.before, page.size.saturating_add(1))?);
                return Ok((cases, more, 0));
            }
            let mut cases = read(None, u32::MAX)?;
            let count = cases.len();
            match form.order {
                ListOrder::Newest => {}
                ListOrder::Oldest => cases.reverse(),
                ListOrder::Shuffled => cases.sort_by_key(|case| shuffled(case.id, app.config.seed)),
            }
            let place = page.before.map(|before| cases.iter().position(|case| case.id == before));
            let begin = place.map_or(0, |place| place.map_or(count, |place| place + 1));
            let (cases, more) = page.cut(cases.split_off(begin));
            Ok((cases, more, count))
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
    let time = |text: String| match form.times {
        ListTimes::Zone => text,
        ListTimes::NoZone => text.trim_end_matches('Z').to_owned(),
    };
    let item = |case: ListedCase| CaseListItem {
        id: case.id,
        issue_key: case.issue_key,
        created_at: time(case.created_at.to_string()),
        extra: Map::new(),
    };
    let results: Vec<CaseListItem> = cases.into_iter().map(item).collect();
    let body = match form.envelope {
        ListEnvelope::Next => json!({ "next": next, "results": results }),
        ListEnvelope::Count => json!({ "count": count, "next": next, "previous": null, "results": results }),
        ListEnvelope::NoNext => json!({ "results": results }),
        ListEnvelope::Array => json!(results),
    };
    Ok(Json(body).into_response())
}

/// The place of a case in an order that its number does not tell.
fn shuffled(id: i64, seed: Option<u64>) -> u64 {
    let mixed = (id.unsigned_abs() ^ seed.unwrap_or_default()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ (mixed >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93)
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
