//! Webhooks: an outbox in the database, and the sending of what it holds.
//!
//! Subscription, signing and retries are not published; all of them are the stand-in's own.
//!
//! | module | what it does |
//! |---|---|
//! | `outbox` | puts events in, in the transaction that fires them |
//! | `send` | takes out what is due, in order for each case and subscription |
//! | `post` | one attempt over HTTP |
//! | `deliveries` | what is due, and what an attempt's answer changes |
//! | `subscriptions`, `signing` | where events go, and the secrets of those that are signed |
//! | `mode` | late, twice, shuffled: to test a consumer |
//! | `log` | what became of each delivery, for the operator |

mod deliveries;
mod due;
pub(crate) mod log;
pub(crate) mod mode;
pub(crate) mod outbox;
mod post;
mod send;
pub(crate) mod signing;
pub(crate) mod subscriptions;

#[cfg(test)]
mod tests;

pub(crate) use deliveries::retry;
pub(crate) use send::send;

use crate::clock::{Clock, Instant};

/// What time it really is: the sending does not follow the operator's clock.
fn real_now() -> Instant {
    Clock::default().now()
}

/// A number below `limit`, by chance.
fn chance(limit: u64) -> u64 {
    // Without randomness pauses are as long as they may be, and nothing worse.
    getrandom::u64().map_or(limit.saturating_sub(1), |number| number.checked_rem(limit).unwrap_or_default())
}
