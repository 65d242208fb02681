//! Start and stop of the server.

use crate::app::{App, Shared};
use crate::clock::Clock;
use crate::config::{Config, ConfigError, Organization};
use crate::error::ApiError;
use crate::faults::{self, FaultRule, Faults};
use crate::hook::Hook;
use crate::random::Random;
use crate::snapshots::Snapshots;
use crate::store::{Store, StoredCase, StoredOrganization, settings, tokens};
use crate::telemetry::{self, Log};
use crate::{connections, demo, downloads, health, openapi, operations, operator, partner, prose, webhooks};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use casegate_http::process::{StartError, bind, observed, other_method, stop};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{Notify, Semaphore, oneshot};

/// The reason why a stand-in does not start, or has stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The settings are invalid.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The data folder is unusable.
    #[error("{0}")]
    Data(String),
    /// The server cannot listen on the address, or cannot run here.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The demo returns its tokens to everyone who reaches it.
    #[error("the demo is served to this machine only: take an address such as 127.0.0.1")]
    DemoAddress,
    /// The secret of `casegate listen` is not one of Standard Webhooks.
    #[error("the secret must be {}", prose::A_SECRET)]
    Secret,
    /// The status of `casegate listen` does not end a request.
    #[error("the status must be from 200 to 599")]
    Status,
}

impl From<std::io::Error> for ServeError {
    fn from(error: std::io::Error) -> ServeError {
        StartError::from(error).into()
    }
}

/// A stand-in that listens on an address.
pub struct Server {
    app: Shared,
    listener: TcpListener,
    ready: Ready,
}

/// Information for the one who started the server.
#[derive(Debug, Clone)]
pub struct Ready {
    /// `http://` and the address, without a final slash.
    pub base_url: String,
    /// The generated master tokens, by the name of the organization.
    pub master_tokens: Vec<(String, String)>,
    /// The operator's token.
    pub operator_token: String,
}

/// The longest wait for threads that are still working at the end.
const PATIENCE: Duration = Duration::from_secs(1);

/// The organization of a start without settings.
const EXAMPLE: &str = "Example Law";

impl Server {
    /// Opens the data folder and listens on the address.
    ///
    /// # Errors
    ///
    /// [`ServeError`] if the settings, the folder or the address cannot be used.
    pub async fn bind(config: Config, data: &Path, address: SocketAddr) -> Result<Server, ServeError> {
        let config = config.checked()?;
        if config.demo.is_some() && !address.ip().is_loopback() {
            return Err(ServeError::DemoAddress);
        }
        let unusable = |error: &dyn std::fmt::Display| ServeError::Data(error.to_string());
        let store = Store::open(data, config.durable).map_err(|error| unusable(&error))?;
        let listener = bind(address).await?;
        let base_url = format!("http://{}", listener.local_addr()?);
        let (random, stands_at) = (Random::new(config.seed), config.stands_at());
        let started = store.change(|tx| start(tx, &config, &random));
        let Started { offset_ms, download_key, operator_token, master_tokens, faults } = started
            .map_err(|_| unusable(&"the database cannot be written, or does not hold what this version wrote"))?;
        store.tidy().map_err(|_| unusable(&"the folder of files cannot be read or written"))?;
        let snapshots = Snapshots::begin(&store).map_err(|_| unusable(&"the database cannot be copied"))?;
        let ready = Ready { base_url: base_url.clone(), master_tokens, operator_token: operator_token.clone() };
        let app = App {
            config,
            clock: Clock::new(stands_at, offset_ms),
            random,
            store,
            base_url,
            operator_token,
            download_key: download_key.into_bytes(),
            turn: Semaphore::new(1),
            computing: Semaphore::new(std::thread::available_parallelism()?.get()),
            faults: Faults::new(faults),
            snapshots: Mutex::new(snapshots),
            rewinds: AtomicU64::new(0),
            outbox: Notify::new(),
            context_of_day: Mutex::new(None),
            openapi: OnceLock::new(),
        };
        Ok(Server { app: Arc::new(app), listener, ready })
    }

    /// Returns information for the one who started the server.
    pub fn ready(&self) -> &Ready {
        &self.ready
    }

    /// Serves until `stop` is done. Then requests in progress may take some more seconds.
    pub async fn run(self, stop: impl Future<Output = ()> + Send) {
        let Server { app, listener, .. } = self;
        let (keep_sending, stop_sending) = oneshot::channel();
        let sending = tokio::spawn(webhooks::send(Arc::clone(&app), stop_sending));
        let wait = Duration::from_secs(app.config.body_idle_seconds.into());
        let (most, busy) = (app.config.connections, busy(Arc::clone(&app)));
        let service = connections::Service::new(router(app), busy, most, wait);
        connections::serve(listener, service, stop).await;
        drop(keep_sending);
        // Attempts in progress are finished.
        sending.await.ok();
    }
}

/// Starts a stand-in, reports when it is ready, and serves until the process receives a stop signal
/// (Ctrl-C, or SIGTERM).
///
/// # Errors
///
/// [`ServeError`].
pub fn serve(
    config: Config,
    data: &Path,
    address: SocketAddr,
    log: Log,
    ready: impl FnOnce(&Ready),
) -> Result<(), ServeError> {
    telemetry::begin(log);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let server = Server::bind(config, data, address).await?;
        // Installed before the server reports that it is ready, so that it can be stopped from then
        // on.
        let stop = stop()?;
        ready(server.ready());
        server.run(stop).await;
        Ok(())
    });
    // Remaining work ends as by a kill, which loses nothing.
    runtime.shutdown_timeout(PATIENCE);
    served
}

/// Returns the answers beyond the limit on connections.
fn busy(app: Shared) -> Router {
    observed(
        Router::new().route("/healthz", get(health::health)).fallback(casegate_http::process::busy).with_state(app),
    )
}

fn router(app: Shared) -> Router {
    let call = post(operations::call).layer(DefaultBodyLimit::max(operations::CALL_BYTES));
    let site = if app.config.demo.is_some() { demo::router() } else { Router::new() };
    let router = Router::new()
        .merge(site)
        .route("/healthz", get(health::health))
        .route(downloads::PATH, get(downloads::results).head(downloads::other_method))
        .route("/casegate/{operation}", call)
        .route("/operator/", get(operator::page::index))
        .route(openapi::PATH, get(openapi::served))
        .nest("/operator", operator::router(&app))
        .method_not_allowed_fallback(other_method)
        .fallback(partner::handle)
        .with_state(app);
    observed(router)
}

struct Started {
    offset_ms: i64,
    download_key: String,
    operator_token: String,
    master_tokens: Vec<(String, String)>,
    faults: Vec<FaultRule>,
}

/// Applies the settings to the database, and returns the stored values.
fn start(tx: &rusqlite::Transaction<'_>, config: &Config, random: &Random) -> Result<Started, ApiError> {
    let offset_ms = settings::clock_offset(tx)?;
    let now = Clock::new(config.stands_at(), offset_ms).now();
    // The computer's clock may have been set back since.
    StoredCase::keep_keys(tx, StoredCase::newest(tx)?.unwrap_or(now))?;
    let example = [Organization {
        name: EXAMPLE.to_owned(),
        master_token: None,
        financing_enrolled: false,
        webhooks: Vec::new(),
    }];
    let organizations = if config.organizations.is_empty() { &example[..] } else { &config.organizations };
    let faults = faults::establish(tx, config.faults.as_deref())?;
    let mut master_tokens = Vec::new();
    for organization in organizations {
        let made = tokens::establish(tx, random, organization, now)?;
        master_tokens.extend(made.map(|token| (organization.name.clone(), token)));
    }
    // Includes organizations that the settings do not name.
    for known in StoredOrganization::all(tx)? {
        let own = organizations.iter().find(|organization| organization.name == known.name);
        let own = own.map_or(&[][..], |organization| &organization.webhooks);
        let hooks: Vec<Hook> = own.iter().chain(&config.webhooks).cloned().collect();
        webhooks::subscriptions::establish(tx, known.id, &hooks, now)?;
    }
    let operator_token = match &config.operator_token {
        Some(given) => given.clone(),
        None => settings::secret(tx, random, "operator_token")?,
    };
    Ok(Started {
        offset_ms,
        download_key: settings::secret(tx, random, "download_key")?,
        operator_token,
        master_tokens,
        faults,
    })
}
