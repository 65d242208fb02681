//! Tests of results through the partner's endpoints, with an application on its own folder and
//! without a network.

mod cancels;
mod offers;
mod published;

use super::{find_policies, pdf, publish, sample, sample_policies};
use crate::app::{App, Shared};
use crate::clock::Clock;
use crate::config::Config;
use crate::error::ApiError;
use crate::random::Random;
use crate::store::{Bearer, NewCase, OWN_SOURCE, Store, StoredCase};
use crate::transition::{begin, carry_out};
use crate::webhooks::outbox::EventDetails;
use crate::{downloads, partner};
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use casegate::context::Credential;
use casegate::lifecycle::Trigger;
use casegate::records::{Record, read_record};
use casegate::tokens::EventType;
use casegate::{Context, Product};
use http_body_util::BodyExt;
use rusqlite::Transaction;
use serde_json::Value;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::Notify;

struct Stand {
    app: Shared,
    token: String,
    folder: std::path::PathBuf,
}

impl Drop for Stand {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Stand {
    fn new() -> Stand {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("casegate-results-{}-{number}", std::process::id()));
        let store = Store::open(&folder, true).expect("a store");
        let clock = Clock::default();
        let token = store.change(|tx| {
            tx.execute("INSERT INTO organizations (id, name) VALUES (1, 'Example Law')", [])?;
            Bearer::issue(tx, &Random::System, 1, Credential::User, "office", clock.now())
        });
        let snapshots = crate::snapshots::Snapshots::begin(&store).expect("a snapshot");
        let app = App {
            config: Config::from_json(r#"{ "issue_keys": { "after_seconds": 0 } }"#).expect("settings"),
            clock,
            random: Random::System,
            store,
            base_url: "http://127.0.0.1:1".to_owned(),
            operator_token: "operator".to_owned(),
            download_key: b"key".to_vec(),
            faults: crate::faults::Faults::default(),
            snapshots: Mutex::new(snapshots),
            rewinds: std::sync::atomic::AtomicU64::new(0),
            outbox: Notify::new(),
            context_of_day: Mutex::new(None),
            openapi: std::sync::OnceLock::new(),
            turn: tokio::sync::Semaphore::new(1),
            computing: tokio::sync::Semaphore::new(1),
        };
        Stand { app: Arc::new(app), token: token.expect("a token"), folder }
    }

    fn create(&self, product: Product, is_test: bool) -> i64 {
        let new = NewCase { organization: 1, product, source: OWN_SOURCE, payload: "{}", token_name: "office" };
        self.app.store.change(|tx| begin(tx, &self.app, is_test, &new)).expect("a case").id
    }

    /// Runs a change on a case.
    fn with<T>(
        &self,
        id: i64,
        change: impl FnOnce(&Transaction<'_>, &App, &mut StoredCase) -> Result<T, ApiError>,
    ) -> T {
        let done = self.app.store.change(|tx| {
            let mut case = StoredCase::of_id(tx, id)?.expect("a case");
            change(tx, &self.app, &mut case)
        });
        done.expect("it is done")
    }

    fn pull(&self, id: i64, trigger: &Trigger) {
        self.with(id, |tx, app, case| carry_out(tx, app, case, trigger, &EventDetails::default()));
    }

    fn publish(&self, id: i64, results: &str) -> Vec<EventType> {
        self.with(id, |tx, app, case| publish(tx, app, case, results)).events
    }

    /// Creates a case with sample results and an offer.
    fn offered(&self, product: Product) -> (i64, String) {
        let id = self.create(product, false);
        self.pull(id, &Trigger::PickUp);
        self.publish(id, &sample(product, "{}"));
        let found = sample_policies(product, "{}").expect("samples");
        let (offer, events) = self.with(id, |tx, app, case| find_policies(tx, app, case, None, &found));
        assert_eq!(events, [EventType::AdditionalPoliciesFound]);
        (id, offer)
    }

    fn events(&self, id: i64) -> Vec<String> {
        self.with(id, |tx, _, case| {
            let mut query = tx.prepare("SELECT body FROM events WHERE case_id = ?1 ORDER BY id")?;
            let bodies = query.query_map([case.id], |row| row.get(0))?;
            Ok(bodies.collect::<Result<_, _>>()?)
        })
    }

    fn results_events(&self, id: i64) -> usize {
        self.events(id).iter().filter(|body| body.contains("case.results_ready")).count()
    }

    async fn call(&self, method: &str, id: i64, rest: &str, content_type: &str, body: &str) -> (u16, Value) {
        let request = Request::builder()
            .method(method)
            .uri(format!("/api/v1/partner/cases/CASE-{id}{rest}"))
            .header("Authorization", format!("Token {}", self.token))
            .header("Content-Type", content_type)
            .body(Body::from(body.to_owned()));
        let answer = partner::handle(State(Arc::clone(&self.app)), request.expect("a request")).await;
        let (status, _, body) = read(answer).await;
        (status, serde_json::from_slice(&body).expect("JSON"))
    }

    async fn get(&self, id: i64, rest: &str) -> (u16, Value) {
        self.call("GET", id, rest, "", "").await
    }

    async fn post(&self, id: i64, rest: &str, body: &Value) -> (u16, Value) {
        self.call("POST", id, rest, "application/json", &body.to_string()).await
    }

    /// Returns the text of the PDF at the address from the results endpoint.
    async fn pdf(&self, id: i64) -> String {
        let (_, record) = self.get(id, "/results/?result_format=pdf").await;
        let (status, headers, body) = self.fetch(record["results_url"].as_str().expect("an address")).await;
        assert_eq!(status, 200);
        assert_eq!(headers["content-type"], "application/pdf");
        assert_eq!(headers["cache-control"], "private, no-store");
        pdf::tests::text_of(&body)
    }

    async fn fetch(&self, address: &str) -> (u16, axum::http::HeaderMap, Vec<u8>) {
        let uri: Uri = address.parse().expect("an address");
        let case = uri.path().rsplit('/').next().expect("a case").to_owned();
        let answer = downloads::results(State(Arc::clone(&self.app)), Ok(Path(case)), uri).await;
        read(answer.unwrap_or_else(IntoResponse::into_response)).await
    }
}

async fn read(answer: Response) -> (u16, axum::http::HeaderMap, Vec<u8>) {
    let (head, body) = answer.into_parts();
    (head.status.as_u16(), head.headers, body.collect().await.expect("a body").to_bytes().to_vec())
}

fn context() -> Context {
    Context::from_json(r#"{ "today": "2026-03-01" }"#).expect("settings")
}

#[track_caller]
fn is_documented(record: Record, value: &Value) {
    let notes = read_record(record, &value.to_string(), &context()).notes;
    assert!(notes.is_empty(), "{notes:?}");
}
