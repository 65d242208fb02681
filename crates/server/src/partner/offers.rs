//! Offers of additional policies, and their acceptance.

use super::open_body::OpenBody;
use super::request_context::{Carried, Known, RequestContext};
use crate::app::{App, Shared};
use crate::error::ApiError;
use crate::prose;
use crate::results;
use axum::Json;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use casegate::json::{Document, Members};
use casegate::lifecycle::{Refusal, Trigger, TriggerType};
use casegate::records::Offer;
use rusqlite::Transaction;

/// Returns the latest offer. The answer without an offer is not published; 404 is ours.
pub(super) async fn offers(app: &Shared, asked: RequestContext) -> Result<Response, ApiError> {
    asked.judge(&Carried::default())?;
    let latest = app.read(move |tx, app| Ok(results::offers(tx, &asked.case(tx, app)?)?.pop())).await?;
    let offer = latest.ok_or(&prose::NO_OFFER)?;
    Ok(Json(offer).into_response())
}

/// Accepts policies of an offer. The answer is not published; ours is the resulting offer.
pub(super) async fn accept(app: &Shared, asked: RequestContext, body: Body) -> Result<Response, ApiError> {
    let form = OpenBody::of(app, &asked, body).await?;
    let offer = app.change(move |tx, app| accepted(tx, app, &asked, &form)).await?;
    Ok(Json(offer).into_response())
}

fn accepted(tx: &Transaction<'_>, app: &App, asked: &RequestContext, form: &OpenBody) -> Result<Offer, ApiError> {
    let mut case = asked.case(tx, app)?;
    let offers = results::offers(tx, &case)?.iter().map(serde_json::to_value).collect::<Result<_, _>>()?;
    asked.judge(&form.carried(Known { offers: Some(offers), ..Known::of(&case) }))?;
    let (offer_id, selected) = selection(form)?;
    results::accept(tx, app, &mut case, &offer_id, &selected, &asked.bearer.name)
}

/// Returns the selection, read like a trigger of the library. A form has a part for each id.
fn selection(form: &OpenBody) -> Result<(String, Vec<i64>), ApiError> {
    let ids = form.all("selected_upgrade_ids").into_iter().flat_map(|ids| match ids {
        Document::List(list) => list,
        Document::Text(text) => vec![Document::Number(text)],
        other => vec![other],
    });
    let members: Members = [
        ("type".to_owned(), Document::from(TriggerType::AcceptOffers.name())),
        ("offer_id".to_owned(), form.text("offer_id").map_or(Document::Null, Document::Text)),
        ("selected_upgrade_ids".to_owned(), Document::List(ids.collect())),
    ]
    .into_iter()
    .collect();
    match Trigger::read(&Document::Object(members))? {
        Trigger::AcceptOffers { offer_id, selected_upgrade_ids, .. } => Ok((offer_id, selected_upgrade_ids)),
        _ => Err(Refusal::MalformedTrigger.into()),
    }
}
