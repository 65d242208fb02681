//! Sends due deliveries from the outbox.

use super::deliveries::{catch_up, due, record};
use super::due::{AttemptFault, Due, Flight};
use super::{post, real_now};
use crate::app::Shared;
use crate::clock::Instant;
use crate::connections::END;
use crate::error::ApiError;
use casegate_axum::Problem;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::task::{Id, JoinError, JoinSet};
use ureq::Agent;

/// The pause after the database failed. Attempts that were not recorded are repeated, but not at
/// once.
const AFTER_A_FAILURE: Duration = Duration::from_secs(1);

/// The longest sleep, because the computer's clock may be set.
const LONGEST_SLEEP: Duration = Duration::from_secs(60);

/// Attempts in progress, and the state of consumers.
struct Sending {
    agent: Agent,
    attempts: JoinSet<Result<bool, ApiError>>,
    flights: HashMap<Id, Flight>,
    /// The subscriptions whose consumer did not answer the last attempt.
    silent: HashSet<i64>,
    /// The last time that the outbox was examined, in real time.
    looked_at: Instant,
}

/// Sends due deliveries until `stop` is dropped. Then attempts in progress are finished. If a
/// consumer takes too long, the next start repeats the attempt.
pub(crate) async fn send(app: Shared, mut stop: oneshot::Receiver<()>) {
    let mut sending = Sending {
        agent: post::agent(app.config.delivering.timeout_ms),
        attempts: JoinSet::new(),
        flights: HashMap::new(),
        silent: HashSet::new(),
        // At the start it is unknown if the clock was set meanwhile.
        looked_at: Instant(i64::MAX),
    };
    loop {
        let wakes = match sending.begin(&app).await {
            Ok(next) => next.map_or(LONGEST_SLEEP, until),
            Err(fault) => failed(fault).await,
        };
        tokio::select! {
            _ = &mut stop => break,
            () = app.outbox.notified() => {}
            () = tokio::time::sleep(wakes) => {}
            Some(done) = sending.attempts.join_next_with_id() => {
                if let Err(fault) = sending.ended(done) {
                    failed(fault).await;
                }
            }
        }
    }
    let rest = async {
        while let Some(done) = sending.attempts.join_next_with_id().await {
            let _ = sending.ended(done).map_err(Problem::from);
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

/// Reports a failure, and waits a little.
async fn failed(fault: ApiError) -> Duration {
    // Logs the failure.
    let _ = Problem::from(fault);
    tokio::time::sleep(AFTER_A_FAILURE).await;
    Duration::ZERO
}

impl Sending {
    /// Starts the due attempts, and returns the time of the next ones.
    async fn begin(&mut self, app: &Shared) -> Result<Option<Instant>, ApiError> {
        let now = real_now();
        if now < std::mem::replace(&mut self.looked_at, now) {
            app.change(|tx, app| catch_up(tx, &app.config.delivering, app.faults.longest_delay_ms(), real_now()))
                .await?;
        }
        let made: Vec<Flight> = self.flights.values().copied().collect();
        let silent = self.silent.clone();
        let (found, next) = app.read(move |tx, _| due(tx, real_now(), &made, &silent)).await?;
        for due in found {
            let flight = due.flight;
            let begun = self.attempts.spawn(attempt(Arc::clone(app), self.agent.clone(), due));
            self.flights.insert(begun.id(), flight);
        }
        Ok(next)
    }

    fn ended(&mut self, done: Result<(Id, Result<bool, ApiError>), JoinError>) -> Result<(), ApiError> {
        let (id, recorded) = match done {
            Ok(done) => done,
            Err(error) => (error.id(), Err(error.into())),
        };
        let flight = self.flights.remove(&id);
        let has_answered = recorded?;
        if let Some(Flight { subscription, .. }) = flight {
            if has_answered {
                self.silent.remove(&subscription);
            } else {
                self.silent.insert(subscription);
            }
        }
        Ok(())
    }
}

/// The stack of a thread that waits for an answer.
const STACK_BYTES: usize = 512 << 10;

/// Makes an attempt and stores its result. Returns `true` if the consumer answered. A separate
/// thread waits, so that hanging consumers occupy no thread for requests, and do not hold the
/// database.
async fn attempt(app: Shared, agent: Agent, due: Due) -> Result<bool, ApiError> {
    let flight = due.flight;
    if due.fault == AttemptFault::Dropped {
        let answer = post::Answer::dropped();
        app.change(move |tx, app| record(tx, &app.config.delivering, flight, &answer, app.now())).await?;
        return Ok(true);
    }
    let (tell, outcome) = oneshot::channel();
    let ask = move || tell.send(post::attempt(&agent, &due)).unwrap_or_default();
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
    thread.spawn(ask).map_err(|error| ApiError::Broken("a thread", error.to_string().into()))?;
    let answer = outcome.await.map_err(|error| ApiError::Broken("an attempt", Box::new(error)))?;
    let has_answered = answer.status.is_some();
    app.change(move |tx, app| record(tx, &app.config.delivering, flight, &answer, app.now())).await?;
    Ok(has_answered)
}
