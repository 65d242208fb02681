//! Webhooks: an outbox in the database, and the sending of what it holds.
//!
//! Subscription, signing and retries are not published; all of them are the stand-in's own.

pub(crate) mod outbox;
pub(crate) mod subscriptions;

use crate::app::Shared;

/// Sends what is due, for as long as the stand-in runs.
pub(crate) async fn send(app: Shared) {
    app.outbox.notified().await;
}
