//! The outbox. Events are inserted in the transaction that fires them.

use super::{chance, real_now};
use crate::app::App;
use crate::downloads;
use crate::error::ApiError;
use crate::store::{StoredCase, StoredOrganization};
use casegate::events::{Delivery, Event, Moment, Teaser, URL_HOURS};
use casegate::lifecycle::Fired;
use casegate::tokens::{EventType, Label};
use rusqlite::{Transaction, params};
use uuid::Uuid;

/// Returns the event of a trigger, with its payload.
pub(crate) fn event(app: &App, case: &StoredCase, fired: &Fired, details: &EventDetails) -> Result<Event, ApiError> {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    Ok(match fired.event {
        EventType::Received => Event::received(),
        EventType::FilesUpdated => Event::files_updated(&text(&details.file_id), fired.label.unwrap_or(Label::Other))?,
        EventType::InProgress => Event::in_progress(),
        EventType::ActionRequired => Event::action_required(&text(&fired.message), &text(&fired.interaction_id))?,
        EventType::AdditionalPoliciesFound => {
            Event::additional_policies_found(&text(&fired.offer_id), details.teasers.clone())?
        }
        EventType::ResultsReady => Event::results_ready(&downloads::address(app, case.id, URL_HOURS))?,
        EventType::Closed => Event::closed(&text(&fired.reason))?,
    })
}

/// Inserts an event for every subscription of the case's organization to its type.
pub(crate) fn fire(
    tx: &Transaction<'_>,
    app: &App,
    case: &StoredCase,
    event: Event,
    synthetic: bool,
) -> Result<String, ApiError> {
    let now = app.now();
    let kind = event.event_type();
    let event_id = Uuid::new_v4().to_string();
    let mut delivery = Delivery::new(event).event_id(event_id.as_str()).case_id(case.id.unsigned_abs());
    if let Some(key) = case.issue_key(app.latest()).filter(|_| kind != EventType::Received) {
        delivery = delivery.issue_key(key)?;
    }
    if let Some(moment) = Moment::parse(&now.to_string()) {
        delivery = delivery.occurred_at(moment);
    }
    tx.execute(
        "INSERT INTO events (event_id, case_id, type, body, synthetic, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![event_id, case.id, kind.name(), serde_json::to_string(&delivery)?, synthetic, now],
    )?;
    let event_row = tx.last_insert_rowid();
    let mut takers = tx.prepare_cached(
        "SELECT id FROM subscriptions
         WHERE organization = ?1 AND ended_at IS NULL
           AND (events IS NULL OR EXISTS (SELECT 1 FROM json_each(subscriptions.events) WHERE value = ?2))
         ORDER BY id",
    )?;
    let takers = takers.query_map(params![case.organization, kind.name()], |row| row.get(0))?;
    let takers = takers.collect::<Result<Vec<i64>, _>>()?;
    if takers.is_empty() {
        return Ok(event_id);
    }
    let organization = StoredOrganization::name_of(tx, case.organization)?;
    let faults = app.faults.of_event(kind, &organization);
    let mut insert = tx.prepare_cached(
        "INSERT INTO deliveries (event, subscription, case_id, shuffled, due_at, dropped_until, wrongly_signed_until)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    for taker in takers {
        for _ in 0..faults.copies() {
            let due_at = real_now().plus_millis(faults.delay_ms(chance));
            insert.execute(params![
                event_row,
                taker,
                case.id,
                faults.shuffled,
                due_at,
                faults.dropped_until,
                faults.wrongly_signed_until
            ])?;
        }
    }
    Ok(event_id)
}

/// The parts of an event's payload that are not in the trigger.
#[derive(Debug, Default)]
pub(crate) struct EventDetails {
    /// For `case.files_updated`.
    pub(crate) file_id: Option<String>,
    /// For `case.additional_policies_found`.
    pub(crate) teasers: Vec<Teaser>,
}
