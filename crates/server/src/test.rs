//! The stand-in inside a test of Rust.
//!
//! It runs in the test's process, on a free port, with its data in a temporary folder.
//!
//! ```
//! use casegate::requests::EndpointId;
//! use casegate_server::test::StandIn;
//! use casegate_server::{FaultKind, FaultRule, Takes};
//!
//! let stand_in = StandIn::start()?;
//! let firm = stand_in.organization("Test Law")?;
//! // The first create is carried out, and the client does not learn it.
//! let lost = FaultRule::on_endpoint(EndpointId::Create, FaultKind::DoneUnanswered).taking(Takes::Nth(1));
//! stand_in.faults(&[lost])?;
//! let before = stand_in.snapshot()?;
//! // … the code under test talks to `stand_in.base_url()` with `firm.master_token` …
//! let token = stand_in.login(&firm.master_token)?;
//! stand_in.advance_clock(86_400)?;
//! stand_in.rewind(&before)?;
//! assert_eq!(stand_in.now()?, "2026-03-01T12:00:00.000Z");
//! # assert!(!token.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::client::{Client, ClientError};
use crate::config::Config;
use crate::faults::FaultRule;
use crate::serve::{Ready, ServeError, Server};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::thread::JoinHandle;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

/// A running stand-in. It stops, and its data is deleted, when it is dropped.
#[derive(Debug)]
pub struct StandIn {
    ready: Ready,
    client: Client,
    /// Deleted after the database is closed.
    _folder: Folder,
    stop: Option<oneshot::Sender<()>>,
    serving: Option<JoinHandle<()>>,
}

/// A temporary folder, which is deleted when it is dropped.
#[derive(Debug)]
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A law firm of a stand-in.
#[derive(Debug, Clone, Deserialize)]
pub struct Firm {
    /// The number.
    pub id: i64,
    /// The master token.
    pub master_token: String,
}

/// A stand-in cannot be started, or refuses a request.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StandInError {
    /// It does not start.
    #[error(transparent)]
    Start(#[from] ServeError),
    /// The system provides no threads or folders.
    #[error("the stand-in cannot run here: {0}")]
    System(#[from] std::io::Error),
    /// It does not answer, or refuses a request.
    #[error(transparent)]
    Client(#[from] ClientError),
}

impl StandIn {
    /// Starts a stand-in with the seed 1, so that every run of a test gets the same answers.
    ///
    /// # Errors
    ///
    /// [`StandInError`].
    pub fn start() -> Result<StandIn, StandInError> {
        StandIn::with(Config { seed: Some(1), ..Config::default() })
    }

    /// Starts a stand-in with settings. Its data ends with it, so `durable` does not apply.
    ///
    /// # Errors
    ///
    /// [`StandInError`].
    pub fn with(config: Config) -> Result<StandIn, StandInError> {
        let folder = Folder(std::env::temp_dir().join(format!("casegate-stand-in-{}", uuid::Uuid::new_v4())));
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let config = Config { durable: false, ..config };
        let server = runtime.block_on(Server::bind(config, &folder.0, address))?;
        let ready = server.ready().clone();
        let (stop, stopped) = oneshot::channel();
        let serving = std::thread::Builder::new().spawn(move || run(&runtime, server, stopped))?;
        let client = Client::new(&ready.base_url, &ready.operator_token);
        Ok(StandIn { ready, client, _folder: folder, stop: Some(stop), serving: Some(serving) })
    }

    /// Returns `http://` and the address, without a final slash.
    pub fn base_url(&self) -> &str {
        &self.ready.base_url
    }

    /// Returns the generated master token of the first organization; empty if the settings gave it.
    pub fn master_token(&self) -> &str {
        self.ready.master_tokens.first().map_or("", |(_, token)| token)
    }

    /// Returns the operator's token.
    pub fn operator_token(&self) -> &str {
        &self.ready.operator_token
    }

    /// Creates an organization. Tests that run at the same time take one each.
    ///
    /// # Errors
    ///
    /// [`StandInError`], for example if an organization has this name.
    pub fn organization(&self, name: &str) -> Result<Firm, StandInError> {
        self.operate("POST", "/organizations", &json!({ "name": name }))
    }

    /// Returns a user token for a master token.
    ///
    /// # Errors
    ///
    /// [`StandInError`].
    pub fn login(&self, master_token: &str) -> Result<String, StandInError> {
        #[derive(Deserialize)]
        struct Login {
            token: String,
        }
        let body = json!({ "token_name": "tests@example.com" });
        let Login { token } = self.client.json("POST", "/api/auth/login/", master_token, &body)?;
        Ok(token)
    }

    /// Returns the client of this stand-in, which calls the rest of the operator's API.
    pub fn client(&self) -> &Client {
        &self.client
    }

    fn operate<T: DeserializeOwned>(&self, method: &str, path: &str, body: &Value) -> Result<T, StandInError> {
        Ok(self.client.operate(method, path, body)?)
    }

    /// Sets the rules of faults.
    ///
    /// # Errors
    ///
    /// [`StandInError`].
    pub fn faults(&self, rules: &[FaultRule]) -> Result<(), StandInError> {
        self.operate::<Value>("PUT", "/faults", &json!({ "faults": rules })).map(|_| ())
    }

    /// Returns the moment that the clock shows, in RFC 3339.
    ///
    /// # Errors
    ///
    /// [`StandInError`].
    pub fn now(&self) -> Result<String, StandInError> {
        Ok(self.operate::<ClockState>("GET", "/clock", &Value::Null)?.now)
    }

    /// Advances the clock, and returns the moment that it shows.
    ///
    /// # Errors
    ///
    /// [`StandInError`].
    pub fn advance_clock(&self, seconds: i64) -> Result<String, StandInError> {
        Ok(self.operate::<ClockState>("PUT", "/clock", &json!({ "advance_seconds": seconds }))?.now)
    }

    /// Takes a snapshot, and returns its name.
    ///
    /// # Errors
    ///
    /// [`StandInError`].
    pub fn snapshot(&self) -> Result<String, StandInError> {
        #[derive(Deserialize)]
        struct Taken {
            name: String,
        }
        let Taken { name } = self.operate("POST", "/snapshots", &json!({}))?;
        Ok(name)
    }

    /// Returns to a snapshot.
    ///
    /// # Errors
    ///
    /// [`StandInError`].
    pub fn rewind(&self, name: &str) -> Result<(), StandInError> {
        self.operate::<Value>("POST", &format!("/snapshots/{name}/rewind"), &Value::Null).map(|_| ())
    }

    /// Returns to the state at the start.
    ///
    /// # Errors
    ///
    /// [`StandInError`].
    pub fn reset(&self) -> Result<(), StandInError> {
        self.operate::<Value>("POST", "/reset", &Value::Null).map(|_| ())
    }
}

#[derive(Deserialize)]
struct ClockState {
    now: String,
}

fn run(runtime: &Runtime, server: Server, stopped: oneshot::Receiver<()>) {
    runtime.block_on(server.run(async { stopped.await.unwrap_or_default() }));
}

impl Drop for StandIn {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(serving) = self.serving.take() {
            let _ = serving.join();
        }
    }
}
