//! The shared state behind every request.

use crate::clock::{Clock, Instant};
use crate::config::Config;
use crate::error::ApiError;
use crate::faults::Faults;
use crate::language::{blocking, localized};
use crate::store::{Store, Upload};
use axum::body::Bytes;
use casegate::Context;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tokio::sync::{Notify, Semaphore};

pub(crate) type Shared = Arc<App>;

pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) clock: Clock,
    pub(crate) store: Store,
    /// `http://` and the address of the server, without a final slash.
    pub(crate) base_url: String,
    /// The operator's token.
    pub(crate) operator_token: String,
    /// The key that signs addresses of downloads.
    pub(crate) download_key: Vec<u8>,
    /// The permit to use the database. Waiting for it holds no thread, so that `/healthz` finds
    /// one.
    pub(crate) turn: Semaphore,
    /// Limits the operations of the library that run at the same time for `/casegate`.
    pub(crate) computing: Semaphore,
    /// The rules of faults in force.
    pub(crate) faults: Faults,
    /// Wakes the sender of webhooks.
    pub(crate) outbox: Notify,
    /// The rulebook's context of the last requested day.
    pub(crate) context_of_day: Mutex<Option<(String, Context)>>,
    /// The description of the interface, after its first request.
    pub(crate) openapi: OnceLock<Bytes>,
    /// Creates cases without a check.
    #[cfg(feature = "bench")]
    pub(crate) unchecked: bool,
}

impl App {
    pub(crate) fn now(&self) -> Instant {
        self.clock.now()
    }

    /// Returns the latest moment that the clock has shown. A reference that a case has by then is
    /// never withdrawn.
    pub(crate) fn latest(&self) -> Instant {
        self.clock.latest()
    }

    /// Returns the rulebook's context of today (UTC), in the language of the request.
    pub(crate) fn context(&self) -> Result<Context, ApiError> {
        let today = self.now().day();
        let mut known = self.context_of_day.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, context)) = known.as_ref().filter(|(day, _)| *day == today) {
            return Ok(localized(context.clone()));
        }
        let context = self.config.context(&today)?;
        *known = Some((today, context.clone()));
        Ok(localized(context))
    }

    /// Runs a change in one transaction, then wakes the sender of webhooks.
    pub(crate) async fn change<T: Send + 'static>(
        self: &Arc<Self>,
        change: impl FnOnce(&rusqlite::Transaction<'_>, &App) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.change_with_files(move |tx, app| Ok((change(tx, app)?, Vec::new()))).await
    }

    /// Runs a change that names files. The uploads that it returns are kept after the commit. Both
    /// happen together, even if the caller disconnects.
    pub(crate) async fn change_with_files<T: Send + 'static>(
        self: &Arc<Self>,
        change: impl FnOnce(&rusqlite::Transaction<'_>, &App) -> Result<(T, Vec<Upload>), ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let app = Arc::clone(self);
        let _turn = self.turn.acquire().await;
        let carry_out = move || {
            let (done, uploads) = app.store.change(|tx| change(tx, &app))?;
            uploads.into_iter().for_each(Upload::keep);
            app.outbox.notify_one();
            Ok(done)
        };
        blocking(carry_out).await?
    }

    /// Reads in one transaction.
    pub(crate) async fn read<T: Send + 'static>(
        self: &Arc<Self>,
        read: impl FnOnce(&rusqlite::Transaction<'_>, &App) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let app = Arc::clone(self);
        let _turn = self.turn.acquire().await;
        blocking(move || app.store.read(|tx| read(tx, &app))).await?
    }

    /// Checks if the data folder is usable. It waits for the current change, but for no other.
    pub(crate) async fn check(self: &Arc<Self>) -> Result<(), ApiError> {
        let app = Arc::clone(self);
        blocking(move || app.store.check()).await?
    }
}
