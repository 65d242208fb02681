//! The service that the backend sees: the stand-in, the proxy before it, and the receiver of its
//! webhooks.

use crate::backend::{Running as RunningBackend, end};
use crate::client::{self, content_type};
use crate::error::CertifyError;
use crate::listener::listen;
use crate::proxy::Proxy;
use crate::record::Record;
use crate::relay::{Post, Relay};
use casegate_http::forward::send;
use casegate_server::{Client, Config, Server};
use serde_json::{Map, Value, json};
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use ureq::http::{HeaderValue, Method, header};

/// The master token of the firm, as in the example backend's settings.
pub(crate) const MASTER_TOKEN: &str = "example-master-token";
/// The secret of webhooks, as in the example backend's settings.
pub(crate) const WEBHOOK_SECRET: &str = "whsec_ZXhhbXBsZS1zZWNyZXQtb2YtMjQtYnl0";
const OPERATOR_TOKEN: &str = "certify-operator-token";

/// The longest wait for the stand-in.
const SERVICE_TIMEOUT: Duration = Duration::from_secs(60);

/// A running service.
pub(crate) struct Service {
    runtime: Runtime,
    data: TempDir,
    agent: ureq::Agent,
    running: Option<Running>,
    upstream: Arc<Mutex<String>>,
    webhook_url: String,
    pub(crate) record: Arc<Record>,
    pub(crate) relay: Arc<Relay>,
    /// The address for the backend.
    pub(crate) base_url: String,
}

struct Running {
    settings: Map<String, Value>,
    stop: oneshot::Sender<()>,
    done: JoinHandle<()>,
}

impl Service {
    /// Starts the service. Webhooks go to the address.
    pub(crate) fn start(port: u16, webhook: &str, patience: Duration) -> Result<Service, CertifyError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let (record, upstream) = (Arc::<Record>::default(), Arc::default());
        let proxy = Arc::new(Proxy {
            record: Arc::clone(&record),
            upstream: Arc::clone(&upstream),
            master_token: MASTER_TOKEN,
            agent: client::agent(SERVICE_TIMEOUT),
        });
        let sender = Post { url: webhook.to_owned(), agent: client::agent(patience) };
        let relay = Arc::new(Relay::new(Arc::clone(&record), sender));
        let passing = Arc::clone(&relay);
        let (address, webhooks) = runtime.block_on(async {
            let address = listen(loopback(port), move |head, body| {
                let proxy = Arc::clone(&proxy);
                async move { proxy.handle(head, body).await }
            });
            let webhooks = listen(loopback(0), move |head, body| {
                let relay = Arc::clone(&passing);
                async move { relay.handle(head, body).await }
            });
            Ok::<_, std::io::Error>((address.await?, webhooks.await?))
        })?;
        let mut service = Service {
            runtime,
            data: tempfile::tempdir()?,
            agent: client::agent(SERVICE_TIMEOUT),
            running: None,
            upstream,
            webhook_url: format!("http://{webhooks}/"),
            record,
            relay,
            base_url: format!("http://{address}"),
        };
        service.configure(&Map::new())?;
        Ok(service)
    }

    /// Ends this process together with the backend that runs, if it is interrupted: the backend is in
    /// a group of its own, which a terminal does not reach.
    pub(crate) fn end_with(&self, running: RunningBackend) {
        self.runtime.spawn(async move {
            match casegate_http::process::stop() {
                Ok(stop) => stop.await,
                Err(_) => std::future::pending().await,
            }
            end(&running);
            std::process::exit(2);
        });
    }

    /// Applies settings of the stand-in. Its data stays.
    pub(crate) fn configure(&mut self, settings: &Map<String, Value>) -> Result<(), CertifyError> {
        if self.running.as_ref().is_some_and(|running| running.settings == *settings) {
            return Ok(());
        }
        if let Some(Running { stop, done, .. }) = self.running.take() {
            drop(stop);
            // The folder is free afterwards.
            let _ = self.runtime.block_on(done);
        }
        let mut config = json!({
            "organizations": [{
                "name": "Example Law",
                "master_token": MASTER_TOKEN,
                "webhooks": [{ "url": self.webhook_url, "secret": WEBHOOK_SECRET }],
            }],
            "operator_token": OPERATOR_TOKEN,
            // Scenarios act on a case at once; one is about references that come late.
            "issue_keys": { "after_seconds": 0 },
            "delivering": { "attempts": 200, "first_pause_ms": 200, "longest_pause_ms": 500, "timeout_ms": 15_000 },
        });
        if let Some(config) = config.as_object_mut() {
            config.extend(settings.clone());
        }
        let wrong = |error: &dyn std::fmt::Display| CertifyError::Service(error.to_string());
        let config = Config::from_json(&config.to_string()).map_err(|error| wrong(&error))?;
        let folder = self.data.path().join("service");
        let server =
            self.runtime.block_on(Server::bind(config, &folder, loopback(0))).map_err(|error| wrong(&error))?;
        let mut upstream = self.upstream.lock().unwrap_or_else(PoisonError::into_inner);
        upstream.clone_from(&server.ready().base_url);
        let (stop, stopped) = oneshot::channel::<()>();
        let done = self.runtime.spawn(server.run(async {
            // The sender is dropped at the end.
            let _ = stopped.await;
        }));
        self.running = Some(Running { settings: settings.clone(), stop, done });
        Ok(())
    }

    /// A folder that is deleted at the end.
    pub(crate) fn folder(&self) -> &Path {
        self.data.path()
    }

    /// Returns a folder for the backend's data, which is empty at first.
    pub(crate) fn backend_folder(&self) -> Result<PathBuf, CertifyError> {
        let folder = self.data.path().join("backend");
        fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    /// Calls the operator's API.
    pub(crate) fn operate(&self, method: &str, path: &str, body: &Value) -> Result<Value, CertifyError> {
        let upstream = self.upstream.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let client = Client::new(&upstream, OPERATOR_TOKEN);
        client.operate(method, path, body).map_err(|error| CertifyError::Service(format!("{method} {path}: {error}")))
    }

    /// Revokes a user token, as its owner would. Returns `true` if the stand-in knew it.
    pub(crate) fn revoke(&self, authorization: &str) -> bool {
        let upstream = self.upstream.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut headers = content_type("application/json");
        if let Ok(value) = HeaderValue::from_str(authorization) {
            headers.insert(header::AUTHORIZATION, value);
        }
        let answer = send(&self.agent, &Method::POST, &format!("{upstream}/api/auth/logout/"), &headers, &[]);
        answer.is_some_and(|answer| answer.status.is_success())
    }
}

fn loopback(port: u16) -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], port))
}
