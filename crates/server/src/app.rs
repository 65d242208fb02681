//! The shared state behind every request.

use crate::clock::{Clock, Instant};
use crate::config::Config;
use crate::error::ApiError;
use crate::faults::{self, Faults};
use crate::random::{Owner, Random};
use crate::snapshots::Snapshots;
use crate::store::{Store, Upload, settings};
use axum::body::Bytes;
use casegate::Context;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tokio::sync::{Notify, Semaphore};
use uuid::Uuid;

pub(crate) type Shared = Arc<App>;

pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) clock: Clock,
    pub(crate) random: Random,
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
    pub(crate) snapshots: Mutex<Snapshots>,
    /// The number of rewinds. What an earlier life of the database began is not recorded in a later
    /// one.
    pub(crate) rewinds: AtomicU64,
    /// Wakes the sender of webhooks.
    pub(crate) outbox: Notify,
    /// The rulebook's context of the last requested day.
    pub(crate) context_of_day: Mutex<Option<(String, Context)>>,
    /// The description of the interface, after its first request.
    pub(crate) openapi: OnceLock<Bytes>,
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

    /// Returns the rulebook's context of today (UTC).
    pub(crate) fn context(&self) -> Result<Context, ApiError> {
        let today = self.now().day();
        let mut known = self.context_of_day.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, context)) = known.as_ref().filter(|(day, _)| *day == today) {
            return Ok(context.clone());
        }
        let context = self.config.context(&today)?;
        *known = Some((today, context.clone()));
        Ok(context)
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
        tokio::task::spawn_blocking(carry_out).await?
    }

    /// Returns the id of a new file of an organization.
    pub(crate) async fn file_id(self: &Arc<Self>, organization: i64) -> Result<Uuid, ApiError> {
        if matches!(self.random, Random::System) {
            return Ok(Uuid::new_v4());
        }
        self.change(move |tx, app| app.random.uuid(tx, Owner::Organization(organization))).await
    }

    /// Reads in one transaction.
    pub(crate) async fn read<T: Send + 'static>(
        self: &Arc<Self>,
        read: impl FnOnce(&rusqlite::Transaction<'_>, &App) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let app = Arc::clone(self);
        let _turn = self.turn.acquire().await;
        tokio::task::spawn_blocking(move || app.store.read(|tx| read(tx, &app))).await?
    }

    /// Uses the snapshots while nothing else uses the database.
    pub(crate) async fn with_snapshots<T: Send + 'static>(
        self: &Arc<Self>,
        with: impl FnOnce(&mut Snapshots, &App) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let app = Arc::clone(self);
        let _turn = self.turn.acquire().await;
        tokio::task::spawn_blocking(move || {
            with(&mut app.snapshots.lock().unwrap_or_else(PoisonError::into_inner), &app)
        })
        .await?
    }

    /// Returns to a snapshot, or without a name to the start: the cases, tokens, clock, rules of
    /// faults and deliveries of that moment.
    pub(crate) async fn rewind(self: &Arc<Self>, name: Option<String>) -> Result<(), ApiError> {
        self.with_snapshots(move |snapshots, app| {
            app.store.restore(snapshots.find(name.as_deref())?)?;
            app.rewinds.fetch_add(1, Ordering::Relaxed);
            let (offset_ms, rules) = app.store.read(|tx| Ok((settings::clock_offset(tx)?, faults::get(tx)?)))?;
            app.clock.move_to(offset_ms);
            app.faults.set(rules, None);
            app.outbox.notify_one();
            Ok(())
        })
        .await
    }

    /// Checks if the data folder is usable. It waits for the current change, but for no other.
    pub(crate) async fn check(self: &Arc<Self>) -> Result<(), ApiError> {
        let app = Arc::clone(self);
        tokio::task::spawn_blocking(move || app.store.check()).await?
    }
}
