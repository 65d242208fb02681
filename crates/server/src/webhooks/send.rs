//! Takes out of the outbox what is due.

use super::deliveries::{Due, Flight, due, record};
use super::{post, real_now};
use crate::app::Shared;
use crate::clock::Instant;
use crate::connections::END;
use crate::fault::Fault;
use casegate::axum::Problem;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::task::{Id, JoinError, JoinSet};
use ureq::Agent;

/// How long nothing is sent after the database failed: what was sent and not recorded is sent again, not at once.
const AFTER_A_FAILURE: Duration = Duration::from_secs(1);

/// The longest sleep; a computer's clock may be set.
const LONGEST_SLEEP: Duration = Duration::from_secs(60);

/// Sends what is due until `stop` is dropped; then attempts that were begun are finished, or are made again by the next
/// start where a consumer takes too long.
pub(crate) async fn send(app: Shared, mut stop: oneshot::Receiver<()>) {
    let agent = post::agent(app.config.delivering.timeout_ms);
    let mut flights = HashMap::new();
    let mut attempts = JoinSet::new();
    loop {
        let wakes = match begin(&app, &agent, &mut attempts, &mut flights).await {
            Ok(next) => next.map_or(LONGEST_SLEEP, until),
            Err(fault) => failed(fault).await,
        };
        tokio::select! {
            _ = &mut stop => break,
            () = app.outbox.notified() => {}
            () = tokio::time::sleep(wakes) => {}
            Some(done) = attempts.join_next_with_id() => {
                if let Err(fault) = ended(done, &mut flights) {
                    failed(fault).await;
                }
            }
        }
    }
    let rest = async {
        while let Some(done) = attempts.join_next_with_id().await {
            let _ = ended(done, &mut flights).map_err(Problem::from);
        }
    };
    if tokio::time::timeout(END, rest).await.is_err() {
        tracing::warn!("stopped before every webhook was answered");
    }
}

fn until(next: Instant) -> Duration {
    let millis = u64::try_from(next.0.saturating_sub(real_now().0)).unwrap_or_default();
    Duration::from_millis(millis).min(LONGEST_SLEEP)
}

/// Says that something broke, and waits a little.
async fn failed(fault: Fault) -> Duration {
    // Logs it.
    let _ = Problem::from(fault);
    tokio::time::sleep(AFTER_A_FAILURE).await;
    Duration::ZERO
}

/// Begins the attempts that are due, and gives when others will be.
async fn begin(
    app: &Shared,
    agent: &Agent,
    attempts: &mut JoinSet<Result<(), Fault>>,
    flights: &mut HashMap<Id, Flight>,
) -> Result<Option<Instant>, Fault> {
    let made: Vec<Flight> = flights.values().copied().collect();
    let (found, next) = app.read(move |tx, _| due(tx, real_now(), &made)).await?;
    for due in found {
        let (app, agent, flight) = (Arc::clone(app), agent.clone(), due.flight);
        let begun = attempts.spawn_blocking(move || attempt(&app, &agent, &due));
        flights.insert(begun.id(), flight);
    }
    Ok(next)
}

/// The database is not held while an answer is waited for.
fn attempt(app: &Shared, agent: &Agent, due: &Due) -> Result<(), Fault> {
    let answer = post::attempt(agent, due);
    app.store.change(|tx| record(tx, &app.config.delivering, due.flight, &answer, app.now()))
}

fn ended(done: Result<(Id, Result<(), Fault>), JoinError>, flights: &mut HashMap<Id, Flight>) -> Result<(), Fault> {
    let (id, recorded) = match done {
        Ok(done) => done,
        Err(error) => (error.id(), Err(error.into())),
    };
    flights.remove(&id);
    recorded
}
