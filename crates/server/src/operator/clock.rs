//! The operator's clock, for addresses that expire, references that arrive late, and losses that
//! grow old.

use super::json_body::{Form, JsonBody, other_form};
use crate::app::{App, Shared};
use crate::clock::{Clock, Instant};
use crate::error::ApiError;
use crate::prose;
use crate::store::{StoredCase, settings};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use chrono::DateTime;
use rusqlite::Transaction;
use serde::{Deserialize, Serialize};

pub(super) fn router() -> Router<Shared> {
    Router::new().route("/clock", get(show).put(travel))
}

#[derive(Serialize)]
struct ClockState {
    now: Instant,
    offset_ms: i64,
    /// The time of the newest creation or change of a case. If it is after `now`, the clock was set
    /// back.
    newest_case_at: Option<Instant>,
}

impl ClockState {
    fn of(tx: &Transaction<'_>, app: &App) -> Result<ClockState, ApiError> {
        Ok(ClockState { now: app.now(), offset_ms: app.clock.offset_ms(), newest_case_at: StoredCase::newest(tx)? })
    }
}

async fn show(State(app): State<Shared>) -> Result<Response, ApiError> {
    Ok(Json(app.read(ClockState::of).await?).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Travel {
    now: Option<String>,
    advance_seconds: Option<i64>,
    reset: Option<bool>,
}

impl Form for Travel {
    const FORM: &'static str = prose::FORM_OF_TRAVEL;
}

impl Travel {
    /// Returns the resulting offset of the clock.
    fn offset_ms(self, clock: &Clock, offset: i64) -> Result<i64, ApiError> {
        let now = clock.with_offset(offset);
        let advanced = self.advance_seconds.map(|seconds| offset.saturating_add(seconds.saturating_mul(1000)));
        let target = match self {
            Travel { now: Some(text), advance_seconds: None, reset: None } => {
                DateTime::parse_from_rfc3339(&text).ok().map(|moment| moment.timestamp_millis())
            }
            Travel { now: None, advance_seconds: Some(seconds), reset: None } => Some(now.plus_seconds(seconds).0),
            Travel { now: None, advance_seconds: None, reset: Some(true) } => return Ok(0),
            _ => None,
        };
        let target = target.ok_or_else(other_form::<Travel>)?;
        // An advance is added to the offset. If it were added to the moment, the time that passes
        // meanwhile would be lost.
        let offset = clock.offset_to(target).map(|to| advanced.unwrap_or(to));
        offset.ok_or_else(|| (&prose::CLOCK_OUT_OF_RANGE).into())
    }
}

async fn travel(State(app): State<Shared>, JsonBody(travel): JsonBody<Travel>) -> Result<Response, ApiError> {
    app.change(move |tx, app| {
        let offset = settings::clock_offset(tx)?;
        StoredCase::keep_keys(tx, app.latest())?;
        settings::set(tx, settings::CLOCK_OFFSET, &travel.offset_ms(&app.clock, offset)?.to_string())
    })
    .await?;
    // The clock moves after the commit, to the stored offset, so that of two simultaneous calls the
    // later one counts in both places.
    let moved = |tx: &Transaction<'_>, app: &App| {
        app.clock.move_to(settings::clock_offset(tx)?);
        ClockState::of(tx, app)
    };
    Ok(Json(app.read(moved).await?).into_response())
}
