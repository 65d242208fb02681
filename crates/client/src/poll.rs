//! Polling: open questions first, within a budget of requests.

use crate::client::{Client, Options, now};
use crate::error::ClientError;
use crate::transport::Cancel;
use casegate::events::{CaseView, Source};
use casegate::tokens::State;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

pub(crate) type Render = dyn Fn(u64, &CaseView) + Send + Sync;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Lane {
    Question,
    /// A question about a case without its reference.
    Reference,
    Test,
    Daily,
}

impl Lane {
    /// Seconds between polls.
    fn steps(self) -> &'static [u32] {
        match self {
            Lane::Question => &[5, 30, 120, 600, 1800, 3600],
            Lane::Reference => &[5, 30, 60],
            Lane::Test => &[60, 120, 300, 600, 1800, 3600],
            Lane::Daily => &[86_400],
        }
    }
}

struct Poll {
    lane: Lane,
    step: usize,
    due: u64,
}

/// Polls until it is dropped, or the [`Cancel`] of its client is set. What is being asked then ends as soon as
/// a call with such a `Cancel` does.
#[derive(Debug)]
#[must_use = "the client polls until this is dropped"]
pub struct Poller {
    stop: Cancel,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Poller {
    fn drop(&mut self) {
        self.stop.cancel();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Poller {
    pub(crate) fn start(client: &Client, render: Arc<Render>) -> Poller {
        let stop = Cancel::within(client.options.cancel.clone());
        let client = client.with(Options { cancel: Some(stop.clone()), progress: None });
        let is_stopped = stop.clone();
        *client.inner.render.lock().unwrap_or_else(PoisonError::into_inner) = Some(render);
        let thread = std::thread::spawn(move || {
            // A second poller waits for nothing: the first one has the changes.
            let changes = client.inner.changes.lock().unwrap_or_else(PoisonError::into_inner).take();
            let Some(changes) = changes else { return };
            let mut polls = Polls { client, all: BTreeMap::new(), tokens: 0.0, filled: now(), turn: 0, settled: 0 };
            polls.tokens = f64::from(polls.client.inner.settings.burst);
            let stored = polls.client.case_ids().unwrap_or_default();
            for id in stored.into_iter().take_while(|_| !is_stopped.is_set()) {
                polls.asked(id);
            }
            while !is_stopped.is_set() {
                match changes.recv_timeout(Duration::from_millis(polls.tick())) {
                    Ok(id) => {
                        polls.asked(id);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            let mut place = polls.client.inner.changes.lock().unwrap_or_else(PoisonError::into_inner);
            *place = Some(changes);
        });
        Poller { stop, thread: Some(thread) }
    }
}

struct Polls {
    client: Client,
    all: BTreeMap<u64, Poll>,
    tokens: f64,
    filled: u64,
    turn: u64,
    settled: u64,
}

impl Polls {
    /// Returns the milliseconds to the next one.
    fn tick(&mut self) -> u64 {
        let settings = &self.client.inner.settings;
        let at = now();
        if at.saturating_sub(self.settled) > self.pause(60) {
            self.settled = at;
            // What is not settled now is settled later.
            let _ = self.client.settle();
        }
        #[expect(clippy::cast_precision_loss, reason = "milliseconds between two ticks")]
        let since = at.saturating_sub(self.filled) as f64;
        self.tokens = (self.tokens + since / 3_600_000.0 * f64::from(settings.per_hour)).min(f64::from(settings.burst));
        self.filled = at;
        let due = self.all.iter().filter(|(_, poll)| poll.due <= at);
        // Each fifth poll is that of the longest due, so that no lane starves another.
        let is_fifth = self.turn % 5 == 4;
        let first = due
            .min_by_key(|(_, poll)| (if is_fifth { Lane::Question } else { poll.lane }, poll.due))
            .map(|(id, _)| *id);
        let is_paused = self.client.inner.paused.load(Ordering::Relaxed) > at;
        let Some(id) = first.filter(|_| self.tokens >= 1.0 && !is_paused) else {
            let next = self.all.values().map(|poll| poll.due.saturating_sub(at)).min().unwrap_or(1000);
            return next.clamp(20, 200);
        };
        self.turn += 1;
        let Some(poll) = self.all.get(&id) else { return 20 };
        let (lane, step) = (poll.lane, (poll.step + 1).min(poll.lane.steps().len() - 1));
        let due = self.due(id, lane, step);
        self.all.insert(id, Poll { lane, step, due });
        let looked = if lane <= Lane::Reference { 0 } else { self.looked(id).unwrap_or(1) };
        let requests = looked + self.asked(id);
        self.tokens -= f64::from(requests.max(1));
        20
    }

    fn pause(&self, seconds: u32) -> u64 {
        self.client.inner.settings.paced(seconds)
    }

    /// The daily look at a case has its time of the day, so that looks are spread and a restart delays none.
    fn due(&self, id: u64, lane: Lane, step: usize) -> u64 {
        let pause = self.pause(lane.steps().get(step).copied().unwrap_or(3600));
        if lane != Lane::Daily {
            return now() + pause;
        }
        let slot = id.wrapping_mul(0x9E37_79B9_7F4A_7C15) % pause;
        let into_day = now() % pause;
        now() + if slot > into_day { slot - into_day } else { pause - into_day + slot }
    }

    /// Test cases have no events, and others lose some.
    fn looked(&self, id: u64) -> Result<u32, ClientError> {
        let (view, reference) = self.client.known(id)?;
        if view.ask.iter().any(|ask| ask.endpoint == Source::Detail) {
            return Ok(u32::from(view.issue_key.is_none()));
        }
        self.client.answered(id, &reference, Source::Detail, &view)?;
        Ok(1 + u32::from(view.issue_key.is_none()))
    }

    /// Asks what is open, and schedules the next poll.
    fn asked(&mut self, id: u64) -> u32 {
        // What is not answered is asked again by the next poll.
        let requests = self.client.ask(id).unwrap_or(1);
        let Ok(Some((follower, _))) = self.client.follower(id) else { return requests };
        let Ok(Some(view)) = self.client.view(id) else { return requests };
        let is_open = view.ask.iter().any(|ask| ask.reason.name() != "test_case");
        let lane = match (is_open, follower.is_test()) {
            (true, _) if view.issue_key.is_none() => Lane::Reference,
            (true, _) => Lane::Question,
            (false, true) => Lane::Test,
            (false, false) => Lane::Daily,
        };
        if !is_open && view.state == Some(State::Closed) {
            self.all.remove(&id);
        } else if self.all.get(&id).is_none_or(|poll| poll.lane != lane) {
            let due = self.due(id, lane, 0);
            self.all.insert(id, Poll { lane, step: 0, due });
        }
        requests
    }
}
