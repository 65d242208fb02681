//! Due deliveries, and the effects of an attempt's answer. Until the answer is on disk, the attempt
//! counts as not made.

use super::due::{AttemptFault, Due, Flight};
use super::post::Answer;
use super::{chance, real_now, subscriptions};
use crate::clock::Instant;
use crate::config::Delivering;
use crate::error::ApiError;
use crate::prose;
use axum::http::StatusCode;
use rusqlite::{OptionalExtension, Row, Transaction, params};
use std::collections::{HashMap, HashSet};

/// The number of simultaneous attempts for one subscription. A consumer that answers gets several
/// while there are few attempts in total. One that did not answer the last attempt gets a single
/// one, and so does each when there are many. So hanging consumers delay no other.
const AT_ONCE_EACH: usize = 8;
const AT_ONCE: usize = 64;

/// Returns the due deliveries besides those in progress, and the time of the next one. `silent` has
/// the subscriptions whose consumer did not answer.
pub(super) fn due(
    tx: &Transaction<'_>,
    now: Instant,
    flights: &[Flight],
    silent: &HashSet<i64>,
) -> Result<(Vec<Due>, Option<Instant>), ApiError> {
    let mut found = Vec::new();
    let mut next: Option<Instant> = None;
    let mut subscriptions =
        tx.prepare_cached("SELECT id, url, secret, next_secret FROM subscriptions WHERE ended_at IS NULL")?;
    // Each delivery of a case waits for the previous one. The index of due deliveries hides those
    // that wait.
    let mut first = tx.prepare_cached(
        "SELECT id, case_id, shuffled, event, attempts, dropped_until, wrongly_signed_until FROM deliveries AS this
         WHERE state = 'pending' AND subscription = ?1 AND due_at <= ?2
           AND (shuffled OR NOT EXISTS (SELECT 1 FROM deliveries AS earlier
                                        WHERE earlier.state = 'pending' AND earlier.subscription = this.subscription
                                          AND earlier.case_id = this.case_id AND earlier.id < this.id))
         ORDER BY due_at, id",
    )?;
    let mut event = tx.prepare_cached("SELECT event_id, body FROM events WHERE id = ?1")?;
    let mut later = tx.prepare_cached(
        "SELECT min(due_at) FROM deliveries WHERE state = 'pending' AND subscription = ?1 AND due_at > ?2",
    )?;
    let subscriptions = subscriptions.query_map([], |row| {
        let secrets: [Option<String>; 2] = [row.get(2)?, row.get(3)?];
        Ok((row.get(0)?, row.get(1)?, secrets.into_iter().flatten().collect()))
    })?;
    let subscriptions = subscriptions.collect::<Result<Vec<(i64, String, Vec<String>)>, _>>()?;
    let share = AT_ONCE.checked_div(subscriptions.len()).unwrap_or_default().clamp(1, AT_ONCE_EACH);
    let mut made: HashMap<i64, Vec<Flight>> = HashMap::new();
    for flight in flights {
        made.entry(flight.subscription).or_default().push(*flight);
    }
    for (subscription, url, secrets) in subscriptions {
        let flights = made.remove(&subscription).unwrap_or_default();
        let share = if silent.contains(&subscription) { 1 } else { share };
        let mut free = share.saturating_sub(flights.len());
        if free == 0 {
            // The end of the attempt wakes the sender.
            continue;
        }
        let mut waiting = first.query(params![subscription, now])?;
        while free > 0 {
            let Some(row) = waiting.next()? else { break };
            let flight = flight(row, subscription)?;
            if flights.iter().any(|other| other.blocks(flight)) {
                continue;
            }
            let (event_id, body) = event.query_row([row.get::<_, i64>(3)?], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let fault = fault(row)?;
            found.push(Due { flight, url: url.clone(), secrets: secrets.clone(), event_id, body, fault });
            free -= 1;
        }
        let soonest: Option<Instant> = later.query_row(params![subscription, now], |row| row.get(0))?;
        next = next.into_iter().chain(soonest).min();
    }
    Ok((found, next))
}

fn flight(row: &Row<'_>, subscription: i64) -> rusqlite::Result<Flight> {
    Ok(Flight { delivery: row.get(0)?, subscription, case: row.get(1)?, shuffled: row.get(2)? })
}

/// Returns the fault of the next attempt.
fn fault(row: &Row<'_>) -> rusqlite::Result<AttemptFault> {
    let (attempts, dropped_until, wrongly_signed_until): (u32, u32, u32) = (row.get(4)?, row.get(5)?, row.get(6)?);
    let number = attempts.saturating_add(1);
    Ok(if number < dropped_until {
        AttemptFault::Dropped
    } else if number < wrongly_signed_until {
        AttemptFault::WronglySigned
    } else {
        AttemptFault::None
    })
}

impl Flight {
    /// Returns `true` if another delivery must wait for this one.
    fn blocks(self, other: Flight) -> bool {
        let same_case = self.subscription == other.subscription && self.case == other.case;
        self.delivery == other.delivery || same_case && !other.shuffled
    }
}

/// Stores the result of an attempt.
pub(super) fn record(
    tx: &Transaction<'_>,
    delivering: &Delivering,
    flight: Flight,
    answer: &Answer,
    now: Instant,
) -> Result<(), ApiError> {
    let is_gone = answer.status == Some(StatusCode::GONE.as_u16());
    tx.execute(
        "INSERT INTO attempts (delivery, at, status, error, duration_ms) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![
            flight.delivery,
            answer.at,
            answer.status,
            answer.error.or(is_gone.then_some(subscriptions::GONE)),
            answer.duration_ms
        ],
    )?;
    let attempts: u32 = tx.query_row(
        "UPDATE deliveries SET attempts = attempts + 1 WHERE id = ?1 RETURNING attempts",
        [flight.delivery],
        |row| row.get(0),
    )?;
    if answer.status.is_some_and(|status| (200..300).contains(&status)) {
        return set_state(tx, flight.delivery, "delivered");
    }
    if is_gone || attempts >= delivering.attempts {
        tracing::warn!(delivery = flight.delivery, case = flight.case, attempts, is_gone, "webhook given up");
        set_state(tx, flight.delivery, "failed")?;
        if is_gone {
            subscriptions::end(tx, flight.subscription, now, subscriptions::GONE)?;
        }
        return Ok(());
    }
    let pause = pause_ms(delivering, attempts).max(answer.retry_after_ms.min(delivering.longest_pause_ms.into()));
    let due_at = real_now().plus_millis(pause);
    tx.execute("UPDATE deliveries SET due_at = ?2 WHERE id = ?1", params![flight.delivery, due_at])?;
    // Deliveries that wait for it are not due before it, so they need not be examined until then.
    if !flight.shuffled {
        tx.execute(
            "UPDATE deliveries SET due_at = max(due_at, ?4)
             WHERE state = 'pending' AND subscription = ?1 AND case_id = ?2 AND id > ?3 AND NOT shuffled",
            params![flight.subscription, flight.case, flight.delivery, due_at],
        )?;
    }
    Ok(())
}

/// Applies even if the delivery was given up during the attempt, because it has arrived.
fn set_state(tx: &Transaction<'_>, delivery: i64, state: &str) -> Result<(), ApiError> {
    tx.execute("UPDATE deliveries SET state = ?2 WHERE id = ?1", params![delivery, state])?;
    Ok(())
}

/// Returns the pause after a number of attempts. It doubles each time, and is reduced by up to a
/// half at random, so that returning consumers do not receive everything at once.
pub(super) fn pause_ms(delivering: &Delivering, attempts: u32) -> i64 {
    let doublings = attempts.saturating_sub(1).min(32);
    let pause = (u64::from(delivering.first_pause_ms) << doublings).min(delivering.longest_pause_ms.into());
    i64::try_from(pause - chance(pause / 2 + 1)).unwrap_or(i64::MAX)
}

/// Makes deliveries due now that are due later than the longest pause, because the computer's clock
/// was set back meanwhile.
pub(super) fn catch_up(
    tx: &Transaction<'_>,
    delivering: &Delivering,
    longest_delay_ms: i64,
    now: Instant,
) -> Result<(), ApiError> {
    let latest = now.plus_millis(longest_delay_ms).plus_millis(delivering.longest_pause_ms.into());
    tx.execute("UPDATE deliveries SET due_at = ?1 WHERE state = 'pending' AND due_at > ?2", params![now, latest])?;
    Ok(())
}

/// Makes a delivery due now, whatever its state; its attempts are counted from zero.
pub(crate) fn retry(tx: &Transaction<'_>, delivery: i64) -> Result<(), ApiError> {
    let known: Option<(i64, i64, bool, bool)> = tx
        .query_row(
            "SELECT subscription, deliveries.case_id, shuffled, ended_at IS NOT NULL
             FROM deliveries JOIN subscriptions ON subscriptions.id = subscription WHERE deliveries.id = ?1",
            [delivery],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
        )
        .optional()?;
    let Some((subscription, case, shuffled, has_ended)) = known else {
        return Err((&prose::UNKNOWN_DELIVERY).into());
    };
    if has_ended {
        return Err((&prose::ENDED).into());
    }
    let now = real_now();
    tx.execute(
        "UPDATE deliveries SET state = 'pending', attempts = 0, due_at = ?2 WHERE id = ?1",
        params![delivery, now],
    )?;
    // Deliveries that wait for it were postponed by the same time.
    if !shuffled {
        tx.execute(
            "UPDATE deliveries SET due_at = min(due_at, ?4)
             WHERE state = 'pending' AND subscription = ?1 AND case_id = ?2 AND id > ?3 AND NOT shuffled",
            params![subscription, case, delivery, now],
        )?;
    }
    Ok(())
}
