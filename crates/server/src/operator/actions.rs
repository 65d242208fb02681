//! The actions of staff on a case. Each is a trigger of the library, applied in one change.

use super::cases::find;
use super::json_body::{Form, JsonBody, other_form};
use crate::address::Id;
use crate::app::{App, Shared};
use crate::error::{ApiError, life_status};
use crate::prose;
use crate::random::Owner;
use crate::results::{self, FoundPolicy};
use crate::store::StoredCase;
use crate::transition::carry_out;
use crate::webhooks::outbox::EventDetails;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{post, put};
use axum::{Json, Router};
use casegate::Issue;
use casegate::Language;
use casegate::lifecycle::{Actor, CancellationBlock, Trigger, actions};
use casegate::tokens::{CancellationReason, EventType, State as Status};
use casegate::usd::Usd;
use casegate_axum::Problem;
use rusqlite::{Transaction, params};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

pub(super) fn router() -> Router<Shared> {
    Router::new()
        .route("/cases/{id}/pick_up", post(pick_up))
        .route("/cases/{id}/need_input", post(need_input))
        .route("/cases/{id}/publish_results", post(publish_results))
        .route("/cases/{id}/find_policies", post(find_policies))
        .route("/cases/{id}/confirm_delivery", post(confirm_delivery))
        .route("/cases/{id}/cancellation", put(hold))
}

/// The result of an action.
#[derive(Serialize)]
pub(super) struct Done {
    state: Status,
    /// The types of the fired events.
    events: Vec<EventType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interaction_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offer_id: Option<String>,
    /// The library's notes on published results.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<Issue>,
}

impl Done {
    pub(super) fn new(case: &StoredCase, events: Vec<EventType>) -> Done {
        Done { state: case.life.state(), events, interaction_id: None, offer_id: None, notes: Vec::new() }
    }
}

/// Applies an action to a case.
pub(super) async fn act<T: Send + 'static>(
    app: &Shared,
    id: &Id,
    action: impl FnOnce(&Transaction<'_>, &App, &mut StoredCase) -> Result<T, ApiError> + Send + 'static,
) -> Result<Json<T>, ApiError> {
    let id = id.number();
    let done = app.change(move |tx, app| {
        let mut case = find(tx, id)?;
        action(tx, app, &mut case).map_err(|error| with_possible(error, &case))
    });
    done.await.map(Json)
}

/// Adds the actions that are possible to the answer of one that the state of the case prevents.
fn with_possible(error: ApiError, case: &StoredCase) -> ApiError {
    let ApiError::Life(refusal) = error else { return error };
    if life_status(refusal) != StatusCode::CONFLICT {
        return error;
    }
    let possible: Vec<&str> = actions(Some(&case.life), case.eligibility, Some(case.fee), Language::English)
        .iter()
        .filter(|action| action.allowed && action.by == Actor::Service)
        .map(|action| action.trigger.name())
        .collect();
    let possible = match &possible[..] {
        [] => prose::NOTHING_POSSIBLE.to_owned(),
        names => prose::POSSIBLE_NOW.replace("{}", &names.join(", ")),
    };
    let detail = [refusal.to_string(), possible].join(" ");
    Problem::from(ApiError::Life(refusal)).detail(detail).into()
}

/// An empty body.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

impl Form for Nothing {
    const FORM: &'static str = prose::FORM_OF_NOTHING;
}

async fn pick_up(
    State(app): State<Shared>,
    id: Id,
    JsonBody(Nothing {}): JsonBody<Nothing>,
) -> Result<Json<Done>, ApiError> {
    plain(&app, &id, Trigger::PickUp).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfirmDelivery {
    note: Option<String>,
}

impl Form for ConfirmDelivery {
    const FORM: &'static str = prose::FORM_OF_DELIVERY;
}

async fn confirm_delivery(
    State(app): State<Shared>,
    id: Id,
    JsonBody(given): JsonBody<ConfirmDelivery>,
) -> Result<Json<Done>, ApiError> {
    plain(&app, &id, Trigger::ConfirmDelivery { note: given.note }).await
}

async fn plain(app: &Shared, id: &Id, trigger: Trigger) -> Result<Json<Done>, ApiError> {
    act(app, id, move |tx, app, case| {
        let events = carry_out(tx, app, case, &trigger, &EventDetails::default())?;
        Ok(Done::new(case, events))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NeedInput {
    message: String,
    interaction_id: Option<String>,
}

impl Form for NeedInput {
    const FORM: &'static str = prose::FORM_OF_REQUEST;
}

async fn need_input(
    State(app): State<Shared>,
    id: Id,
    JsonBody(given): JsonBody<NeedInput>,
) -> Result<Json<Done>, ApiError> {
    // The event would have no content. The library leaves that to its caller.
    if given.message.trim().is_empty() {
        return Err((&prose::EMPTY_MESSAGE).into());
    }
    act(&app, &id, move |tx, app, case| {
        let NeedInput { message, interaction_id } = given;
        let interaction_id = match interaction_id {
            Some(given) => given,
            None => app.random.uuid(tx, Owner::Organization(case.organization))?.to_string(),
        };
        let trigger = Trigger::NeedInput { interaction_id: interaction_id.clone(), message: message.clone() };
        let events = carry_out(tx, app, case, &trigger, &EventDetails::default())?;
        tx.execute(
            "INSERT INTO interactions (case_id, interaction_id, message, opened_at) VALUES (?1, ?2, ?3, ?4)",
            params![case.id, interaction_id, message, app.now()],
        )?;
        Ok(Done { interaction_id: Some(interaction_id), ..Done::new(case, events) })
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishResults {
    results_data: Option<Box<RawValue>>,
}

impl Form for PublishResults {
    const FORM: &'static str = prose::FORM_OF_RESULTS;
}

async fn publish_results(
    State(app): State<Shared>,
    id: Id,
    JsonBody(given): JsonBody<PublishResults>,
) -> Result<Json<Done>, ApiError> {
    if given.results_data.as_ref().is_some_and(|data| !data.get().starts_with('{')) {
        return Err(other_form::<PublishResults>());
    }
    act(&app, &id, move |tx, app, case| {
        let sample = || results::sample(case.product, &case.payload);
        let data = given.results_data.as_ref().map_or_else(sample, |data| data.get().to_owned());
        let results::Published { events, notes } = results::publish(tx, app, case, &data)?;
        Ok(Done { notes, ..Done::new(case, events) })
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FindPolicies {
    offer_id: Option<String>,
    additional_policies: Option<Vec<FoundPolicy>>,
}

impl Form for FindPolicies {
    const FORM: &'static str = prose::FORM_OF_POLICIES;
}

async fn find_policies(
    State(app): State<Shared>,
    id: Id,
    JsonBody(given): JsonBody<FindPolicies>,
) -> Result<Json<Done>, ApiError> {
    act(&app, &id, move |tx, app, case| {
        let policies = match given.additional_policies {
            Some(policies) => policies,
            None => results::sample_policies(case.product, &case.payload)?,
        };
        let (offer_id, events) = results::find_policies(tx, app, case, given.offer_id, &policies)?;
        Ok(Done { offer_id: Some(offer_id), ..Done::new(case, events) })
    })
    .await
}

/// The state of a cancellation: a hold, another fee, or with `null` the library's default (D34).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hold {
    // Required even if it is `null`, so that a forgotten member lifts no hold.
    #[serde(deserialize_with = "Option::deserialize")]
    eligibility: Option<CancellationReason>,
    fee_usd: Option<Usd>,
}

impl Form for Hold {
    const FORM: &'static str = prose::FORM_OF_ELIGIBILITY;
}

#[derive(Serialize)]
struct Held {
    cancellation: CancellationBlock,
    eligibility: Option<CancellationReason>,
    fee_usd: Usd,
}

async fn hold(State(app): State<Shared>, id: Id, JsonBody(given): JsonBody<Hold>) -> Result<Json<Held>, ApiError> {
    act(&app, &id, move |tx, app, case| {
        case.eligibility = given.eligibility;
        case.fee = given.fee_usd.unwrap_or(case.fee);
        case.save(tx, app.now())?;
        Ok(Held { cancellation: case.cancellation(), eligibility: case.eligibility, fee_usd: case.fee })
    })
    .await
}
