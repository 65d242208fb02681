//! Applies a trigger: the case, its timeline and its events change in one transaction.

use crate::app::App;
use crate::error::ApiError;
use crate::random::Numbered;
use crate::store::{NewCase, StoredCase};
use crate::webhooks::outbox::{self, EventDetails};
use casegate::lifecycle::{Applied, Fired, Trigger, apply};
use casegate::tokens::{EventType, State};
use rusqlite::{Transaction, params};

/// Starts a case whose JSON was accepted: inserts it, and fires `case.received`.
pub(crate) fn begin(tx: &Transaction<'_>, app: &App, is_test: bool, new: &NewCase<'_>) -> Result<StoredCase, ApiError> {
    let trigger = Trigger::Create { is_test };
    let applied = apply(None, &trigger)?;
    let number = app.random.number(tx, new.organization, Numbered::Cases)?;
    let case = StoredCase::create(tx, &app.config, number, new, &applied.case, app.now())?;
    record(tx, app, &case, None, &trigger, &applied.events, &EventDetails::default())?;
    Ok(case)
}

/// Applies a trigger and returns the fired events. If the trigger has no effect, the error is the
/// reason, and nothing has changed.
pub(crate) fn carry_out(
    tx: &Transaction<'_>,
    app: &App,
    case: &mut StoredCase,
    trigger: &Trigger,
    details: &EventDetails,
) -> Result<Vec<EventType>, ApiError> {
    let now = app.now();
    let before = case.life.state();
    let Applied { case: after, events, .. } = apply(Some(&case.life), trigger)?;
    // A repeat that changes nothing is not an update of the case (D31, D32).
    let updated_at = if after == case.life { case.updated_at } else { now };
    case.life = after;
    if matches!(trigger, Trigger::PickUp) && app.config.issue_keys.after_seconds.is_none() {
        case.assign_key();
    }
    if before != State::Closed && case.life.state() == State::Closed {
        case.closed_at = Some(now);
    }
    case.save(tx, updated_at)?;
    record(tx, app, case, Some(before), trigger, &events, details)?;
    Ok(events.iter().map(|fired| fired.event).collect())
}

fn record(
    tx: &Transaction<'_>,
    app: &App,
    case: &StoredCase,
    before: Option<State>,
    trigger: &Trigger,
    events: &[Fired],
    details: &EventDetails,
) -> Result<(), ApiError> {
    let event = events.first().map(|fired| fired.event.name());
    let mut insert = tx.prepare_cached(
        "INSERT INTO timeline (case_id, at, trigger, state_from, state_to, event) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    insert.execute(params![
        case.id,
        app.now(),
        trigger.kind().name(),
        before.map(State::name),
        case.life.state().name(),
        event
    ])?;
    for fired in events {
        outbox::fire(tx, app, case, outbox::event(app, case, fired, details)?, false)?;
    }
    Ok(())
}
