//! Starting and stopping.

use crate::app::{App, Shared};
use crate::clock::Clock;
use crate::config::{Config, Organization};
use crate::fault::Fault;
use crate::store::{Store, settings, tokens};
use crate::{doors, downloads, openapi, operator, partner, webhooks};
use axum::Router;
use axum::routing::{get, post};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use tokio::sync::{Notify, oneshot};

/// Why a stand-in does not start, or stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The data folder cannot be used.
    #[error("{0}")]
    Data(String),
    /// The address cannot be listened on.
    #[error("the address {address} cannot be listened on: {error}")]
    Address {
        /// The address.
        address: SocketAddr,
        /// Why.
        error: std::io::Error,
    },
    /// It stopped while it served.
    #[error("the stand-in stopped: {0}")]
    Stopped(#[from] std::io::Error),
}

/// A stand-in that listens.
pub struct Server {
    app: Shared,
    listener: TcpListener,
    ready: Ready,
}

/// What whoever started it needs to know.
#[derive(Debug, Clone)]
pub struct Ready {
    /// `http://` and the address, without a slash at the end.
    pub base_url: String,
    /// The master tokens that were made here, by the name of the organization.
    pub master_tokens: Vec<(String, String)>,
    /// The operator's token.
    pub operator_token: String,
}

/// The organization of a start without settings.
const EXAMPLE: &str = "Example Law";

impl Server {
    /// Opens the data folder and listens.
    ///
    /// # Errors
    ///
    /// [`ServeError`] tells whether the folder or the address cannot be used.
    pub async fn bind(config: Config, data: &Path, address: SocketAddr) -> Result<Server, ServeError> {
        let unusable = |error: &dyn std::fmt::Display| ServeError::Data(error.to_string());
        let store = Store::open(data).map_err(|error| unusable(&error))?;
        let listener = TcpListener::bind(address).await;
        let listener = listener.map_err(|error| ServeError::Address { address, error })?;
        let base_url = format!("http://{}", listener.local_addr()?);
        let started = store.change(|tx| start(tx, &config));
        let Started { offset_ms, download_key, operator_token, master_tokens } =
            started.map_err(|_| unusable(&"the database does not hold what this version wrote"))?;
        store.sweep().map_err(|_| unusable(&"the folder of files cannot be read"))?;
        let ready = Ready { base_url: base_url.clone(), master_tokens, operator_token: operator_token.clone() };
        let app = App {
            config,
            clock: Clock::moved_by(offset_ms),
            store,
            base_url,
            operator_token,
            download_key: download_key.into_bytes(),
            outbox: Notify::new(),
            host_of_day: Mutex::new(None),
        };
        Ok(Server { app: Arc::new(app), listener, ready })
    }

    /// What whoever started it needs to know.
    pub fn ready(&self) -> &Ready {
        &self.ready
    }

    /// Serves until `stop` is done; then what was begun is finished.
    ///
    /// # Errors
    ///
    /// [`ServeError::Stopped`].
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        let Server { app, listener, .. } = self;
        let (keep_sending, stop_sending) = oneshot::channel();
        let sending = tokio::spawn(webhooks::send(Arc::clone(&app), stop_sending));
        let router = router(app);
        let served = axum::serve(listener, router).with_graceful_shutdown(stop).await;
        drop(keep_sending);
        // Attempts that were begun are finished.
        sending.await.ok();
        Ok(served?)
    }
}

/// Starts a stand-in, tells when it is ready, and serves until this process is told to stop (Ctrl-C, or SIGTERM).
///
/// # Errors
///
/// [`ServeError`].
pub fn serve(config: Config, data: &Path, address: SocketAddr, ready: impl FnOnce(&Ready)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = Server::bind(config, data, address).await?;
        ready(server.ready());
        server.run(stop()).await
    })
}

async fn stop() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminated) = signal(SignalKind::terminate()) else {
            interrupted.await.ok();
            return;
        };
        tokio::select! {
            _ = interrupted => {}
            _ = terminated.recv() => {}
        }
    }
    #[cfg(not(unix))]
    interrupted.await.ok();
}

fn router(app: Shared) -> Router {
    Router::new()
        .route("/healthz", get(doors::health))
        .route(downloads::PATH, get(downloads::results))
        .route("/casegate/{operation}", post(doors::call))
        .route(openapi::PATH, get(openapi::served))
        .nest("/operator", operator::router(&app))
        .fallback(partner::handle)
        .with_state(app)
}

struct Started {
    offset_ms: i64,
    download_key: String,
    operator_token: String,
    master_tokens: Vec<(String, String)>,
}

/// Brings the settings into the database, and gives what it keeps.
fn start(tx: &rusqlite::Transaction<'_>, config: &Config) -> Result<Started, Fault> {
    let offset_ms = settings::get(tx, settings::CLOCK_OFFSET)?.and_then(|text| text.parse().ok()).unwrap_or_default();
    let now = Clock::moved_by(offset_ms).now();
    let example = [Organization {
        name: EXAMPLE.to_owned(),
        master_token: None,
        financing_enrolled: false,
        webhooks: Vec::new(),
    }];
    let organizations = if config.organizations.is_empty() { &example[..] } else { &config.organizations };
    webhooks::mode::DeliveryMode::establish(tx, &config.delivering)?;
    let mut master_tokens = Vec::new();
    for organization in organizations {
        let (id, made) = tokens::establish(tx, organization, now)?;
        master_tokens.extend(made.map(|token| (organization.name.clone(), token)));
        webhooks::subscriptions::establish(tx, id, &organization.webhooks, now)?;
    }
    let operator_token = match &config.operator_token {
        Some(given) => given.clone(),
        None => settings::secret(tx, "operator_token")?,
    };
    Ok(Started { offset_ms, download_key: settings::secret(tx, "download_key")?, operator_token, master_tokens })
}
