//! Help for callers who try the interface: an event of any type, and sample results for a test case
//! (D33).

use super::actions::{Done, Nothing, act};
use super::json_body::{Form, JsonBody};
use crate::address::Id;
use crate::app::{App, Shared};
use crate::downloads;
use crate::error::ApiError;
use crate::prose;
use crate::random::Owner;
use crate::results;
use crate::store::{StoredCase, StoredFile};
use crate::transition::carry_out;
use crate::webhooks::outbox;
use crate::webhooks::outbox::EventDetails;
use axum::Json;
use axum::Router;
use axum::extract::State;
use axum::routing::post;
use casegate::events::{Event, EventError, Teaser, URL_HOURS};
use casegate::lifecycle::{Closing, Trigger};
use casegate::tokens::{EventType, Label, State as Status};
use rusqlite::{OptionalExtension, Transaction};
use serde::{Deserialize, Serialize};

pub(super) fn router() -> Router<Shared> {
    Router::new()
        .route("/cases/{id}/synthetic_event", post(fire))
        .route("/cases/{id}/sample_results", post(sample_results))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wish {
    r#type: EventType,
}

impl Form for Wish {
    const FORM: &'static str = prose::FORM_OF_SYNTHETIC;
}

#[derive(Serialize)]
pub(super) struct Sent {
    event_id: String,
}

/// Fires an event without changing the case.
pub(super) async fn fire(
    State(app): State<Shared>,
    id: Id,
    JsonBody(wish): JsonBody<Wish>,
) -> Result<Json<Sent>, ApiError> {
    act(&app, &id, move |tx, app, case| {
        let event = event(tx, app, case, wish.r#type)?;
        Ok(Sent { event_id: outbox::fire(tx, app, case, event, true)? })
    })
    .await
}

/// Creates an event with the case's own values, or else with sample values.
fn event(tx: &Transaction<'_>, app: &App, case: &StoredCase, kind: EventType) -> Result<Event, ApiError> {
    // Drawn even if it is not needed, so that the closures cannot fail.
    let id = app.random.uuid(tx, Owner::Organization(case.organization))?.to_string();
    let some_id = || id;
    Ok(match kind {
        EventType::Received => Event::received(),
        EventType::InProgress => Event::in_progress(),
        EventType::FilesUpdated => {
            let file = StoredFile::of_case(tx, case.id)?.pop();
            let label = file.as_ref().and_then(|file| Label::from_name(&file.label)).unwrap_or(Label::Other);
            Event::files_updated(&file.map_or_else(some_id, |file| file.id), label)?
        }
        EventType::ActionRequired => {
            let sql = "SELECT message, interaction_id FROM interactions WHERE case_id = ?1 ORDER BY rowid DESC LIMIT 1";
            let last = tx.query_row(sql, [case.id], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
            let (message, interaction): (String, String) =
                last.unwrap_or_else(|| ("Sample: which vehicle did the defendant drive?".to_owned(), some_id()));
            Event::action_required(&message, &interaction)?
        }
        EventType::AdditionalPoliciesFound => {
            let (offer, teasers) = offer(tx, case)?;
            Event::additional_policies_found(&offer.unwrap_or_else(some_id), teasers)?
        }
        EventType::ResultsReady => Event::results_ready(&downloads::address(app, case.id, URL_HOURS))?,
        EventType::Closed => {
            let words = match case.life.closing() {
                Some(Closing::Cancellation { reason, .. }) => reason.as_deref(),
                Some(Closing::Delivery { note }) => note.as_deref(),
                None => None,
            };
            // The sample is the specification's own example.
            Event::closed(words.unwrap_or("results_delivered"))?
        }
    })
}

/// Returns the id and the teasers of the latest offer, or those of the samples, which have no ids.
fn offer(tx: &Transaction<'_>, case: &StoredCase) -> Result<(Option<String>, Vec<Teaser>), ApiError> {
    let text = |price: &dyn std::fmt::Display| price.to_string();
    if let Some(offer) = results::offers(tx, case)?.pop() {
        let teasers = offer.additional_policies.iter().map(|policy| {
            let price = policy.price_usd.known().map(|price| text(&price)).unwrap_or_default();
            Teaser::new(u64::try_from(policy.upgrade_id).ok(), &policy.r#type, &price)
        });
        return Ok((Some(offer.offer_id), teasers.collect::<Result<_, EventError>>()?));
    }
    let samples = results::sample_policies(case.product, &case.payload)?;
    let teasers = samples.iter().map(|policy| Teaser::new(None, &policy.r#type, &text(&policy.price_usd)));
    Ok((None, teasers.collect::<Result<_, EventError>>()?))
}

/// Publishes the sample results on a test case.
pub(super) async fn sample_results(
    State(app): State<Shared>,
    id: Id,
    JsonBody(Nothing {}): JsonBody<Nothing>,
) -> Result<Json<Done>, ApiError> {
    act(&app, &id, move |tx, app, case| {
        if !case.life.is_test() {
            return Err((&prose::NO_TEST_CASE).into());
        }
        if case.life.state() == Status::Received {
            carry_out(tx, app, case, &Trigger::PickUp, &EventDetails::default())?;
        }
        let sample = results::sample(case.product, &case.payload);
        let events = results::publish(tx, app, case, &sample)?.events;
        Ok(Done::new(case, events))
    })
    .await
}
