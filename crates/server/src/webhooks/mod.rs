//! Webhooks: an outbox in the database, and its sender.
//!
//! The service's subscriptions, signatures and retries are not published; all of them are the
//! stand-in's own.
//!
//! | module | content |
//! |---|---|
//! | `outbox` | inserts events, in the transaction that fires them |
//! | `send` | sends due deliveries, in order for each case and subscription |
//! | `post` | one attempt over HTTP |
//! | `deliveries` | due deliveries, and the effects of an attempt's answer |
//! | `subscriptions`, `signing` | the receivers, and the secrets that sign |
//! | `log` | the log of deliveries, for the operator |

mod deliveries;
mod due;
pub(crate) mod log;
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

/// Returns the real time, because the sender ignores the operator's clock.
fn real_now() -> Instant {
    Clock::default().now()
}

/// Returns a random number below `limit`.
fn chance(limit: u64) -> u64 {
    // Without randomness pauses have their greatest length, which is harmless.
    getrandom::u64().map_or(limit.saturating_sub(1), |number| number.checked_rem(limit).unwrap_or_default())
}
