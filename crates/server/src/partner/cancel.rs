//! Cancels a case.

use super::create::extra_of;
use super::open_body::OpenBody;
use super::request_context::{Known, RequestContext};
use crate::app::{App, Shared};
use crate::error::{ApiError, in_body};
use crate::prose;
use crate::results::is_free_tier;
use crate::store::StoredCase;
use crate::transition::carry_out;
use crate::webhooks::outbox::EventDetails;
use axum::Json;
use axum::body::Body;
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use casegate::Code;
use casegate::lifecycle::{Closing, Refusal, Trigger};
use casegate::records::OrUnknown;
use casegate::records::{CancelError, CancellationAccepted, CancellationFee};
use casegate::requests::{EndpointId, Recognition, recognise};
use casegate_axum::Problem;
use rusqlite::Transaction;
use serde_json::{Map, Value};

/// Cancels a case. Repeating a successful cancel returns the first answer (D31).
pub(super) async fn cancel(app: &Shared, asked: RequestContext, body: Body) -> Result<Response, ApiError> {
    let form = OpenBody::of(app, &asked, body).await?;
    let accepted = app.change(move |tx, app| carried_out(tx, app, &asked, &form)).await?;
    Ok((StatusCode::ACCEPTED, Json(accepted)).into_response())
}

fn carried_out(
    tx: &Transaction<'_>,
    app: &App,
    asked: &RequestContext,
    form: &OpenBody,
) -> Result<CancellationAccepted, ApiError> {
    let mut case = asked.case(tx, app)?;
    let carried = form.carried(Known::of(&case));
    let mut warnings = asked.judge(&carried)?.issues;
    // The stand-in takes every encoding, which its description says.
    warnings.retain(|issue| issue.code != Code::BodyFormatOpen);
    let trigger =
        Trigger::Cancel { reason: form.verbatim("reason"), eligibility: case.eligibility, fee_usd: Some(case.fee) };
    carry_out(tx, app, &mut case, &trigger, &EventDetails::default())?;
    // A member that nothing reads may be a mistyped reason.
    let warnings = Problem::new(StatusCode::ACCEPTED, "").issues_at(warnings, |at| in_body(at, &carried.part_names()));
    Ok(CancellationAccepted { extra: extra_of(&warnings)?, ..accepted(&case, asked.param("ref"))? })
}

/// Returns the terms at the time of the cancellation. The words of `tier` are not published; these
/// are ours.
fn accepted(case: &StoredCase, case_ref: &str) -> Result<CancellationAccepted, ApiError> {
    let Some(Closing::Cancellation { eligibility, fee_usd, .. }) = case.life.closing() else {
        return Err(Refusal::CaseClosed.into());
    };
    let (tier, description) =
        if is_free_tier(*eligibility) { ("free", prose::CANCELLED_FREE) } else { ("fee", prose::CANCELLED_FOR_A_FEE) };
    let fee = CancellationFee {
        amount_usd: fee_usd.map(OrUnknown::Known),
        description: Some(description.to_owned()),
        extra: Map::new(),
    };
    Ok(CancellationAccepted {
        case_ref: case_ref.to_owned(),
        status: "cancellation_accepted".to_owned(),
        tier: tier.to_owned(),
        fee: Some(fee),
        extra: Map::new(),
    })
}

/// Returns `true` if a request is for this endpoint.
pub(super) fn is_cancel(method: &Method, uri: &Uri) -> bool {
    let path = uri.path_and_query().map_or_else(|| uri.path(), |path| path.as_str());
    matches!(recognise(method.as_str(), path), Recognition::Known(found) if found.endpoint.id == EndpointId::Cancel)
}

/// Errors of this endpoint have a body of their own (`CE-body`), including those that every
/// endpoint has.
pub(super) fn refused(fault: ApiError) -> Response {
    let problem = Problem::from(fault);
    let answer = serde_json::to_value(&problem).unwrap_or_default();
    let text = |name: &str| answer.get(name).and_then(Value::as_str).map(str::to_owned);
    let title = text("title").unwrap_or_default();
    let error = text("code").unwrap_or_else(|| title.clone());
    let error = CancelError { error, detail: text("detail").unwrap_or(title), extra: Map::new() };
    (problem.status(), Json(error)).into_response()
}
