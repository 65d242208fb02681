//! Results through the partner's doors: an application on a folder of its own, asked without a network.

use super::{composed, find_policies, publish, sample, sample_policies};
use crate::app::{App, Shared};
use crate::clock::Clock;
use crate::config::Config;
use crate::fault::Fault;
use crate::life::{Told, begin, carry_out};
use crate::store::{Bearer, NewCase, Store, StoredCase};
use crate::{downloads, partner};
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use casegate::{
    CancellationReason, Credential, Document, EventType, Host, Product, Record, Trigger, Usd, normalize_results,
    read_record,
};
use http_body_util::BodyExt;
use rusqlite::Transaction;
use serde_json::{Value, json};
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
        let store = Store::open(&folder).expect("a store");
        let clock = Clock::moved_by(0);
        let token = store.change(|tx| {
            tx.execute("INSERT INTO organizations (id, name) VALUES (1, 'Example Law')", [])?;
            Bearer::issue(tx, 1, Credential::User, "office", clock.now())
        });
        let app = App {
            config: Config::default(),
            clock,
            store,
            base_url: "http://127.0.0.1:1".to_owned(),
            operator_token: "operator".to_owned(),
            download_key: b"key".to_vec(),
            outbox: Notify::new(),
            host_of_day: Mutex::new(None),
        };
        Stand { app: Arc::new(app), token: token.expect("a token"), folder }
    }

    fn create(&self, product: Product, is_test: bool) -> i64 {
        let new = NewCase { organization: 1, product, source: "api", payload: "{}", token_name: "office" };
        self.app.store.change(|tx| begin(tx, &self.app, is_test, &new)).expect("a case").id
    }

    /// Does something with a case.
    fn with<T>(&self, id: i64, change: impl FnOnce(&Transaction<'_>, &App, &mut StoredCase) -> Result<T, Fault>) -> T {
        let done = self.app.store.change(|tx| {
            let mut case = StoredCase::of_id(tx, id)?.expect("a case");
            change(tx, &self.app, &mut case)
        });
        done.expect("it is done")
    }

    fn pull(&self, id: i64, trigger: &Trigger) {
        self.with(id, |tx, app, case| carry_out(tx, app, case, trigger, &Told::default()));
    }

    fn publish(&self, id: i64, results: &str) -> Vec<EventType> {
        self.with(id, |tx, app, case| publish(tx, app, case, results))
    }

    /// A case with the sample's results, and an offer.
    fn offered(&self, product: Product) -> (i64, String) {
        let id = self.create(product, false);
        self.pull(id, &Trigger::PickUp);
        self.publish(id, sample(product));
        let found = sample_policies(product).expect("samples");
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

    /// The text of the PDF at the address that the results endpoint gives.
    async fn pdf(&self, id: i64) -> String {
        let (_, record) = self.get(id, "/results/?result_format=pdf").await;
        let (status, headers, body) = self.fetch(record["results_url"].as_str().expect("an address")).await;
        assert_eq!(status, 200);
        assert_eq!(headers["content-type"], "application/pdf");
        assert_eq!(headers["cache-control"], "private, no-store");
        super::pdf::text_of(&body)
    }

    async fn fetch(&self, address: &str) -> (u16, axum::http::HeaderMap, Vec<u8>) {
        let uri: Uri = address.parse().expect("an address");
        let case = uri.path().rsplit('/').next().expect("a case").to_owned();
        let answer = downloads::results(State(Arc::clone(&self.app)), Path(case), uri).await;
        read(answer.unwrap_or_else(IntoResponse::into_response)).await
    }
}

async fn read(answer: Response) -> (u16, axum::http::HeaderMap, Vec<u8>) {
    let (head, body) = answer.into_parts();
    (head.status.as_u16(), head.headers, body.collect().await.expect("a body").to_bytes().to_vec())
}

fn host() -> Host {
    Host::from_json(r#"{ "today": "2026-03-01" }"#).expect("settings")
}

#[track_caller]
fn is_documented(record: Record, value: &Value) {
    let notes = read_record(record, &value.to_string(), &host()).notes;
    assert!(notes.is_empty(), "{notes:?}");
}

/// What only a purchase reveals of a product's samples.
fn values(product: Product) -> Vec<String> {
    let found = sample_policies(product).expect("samples");
    let texts = found.iter().flat_map(|policy| {
        let names = ["insurance", "policy_number", "liability_limits"];
        let values = names.into_iter().filter_map(|name| policy.record.get(name)?.as_str()).map(str::to_owned);
        values.chain(policy.researcher_note.clone()).collect::<Vec<_>>()
    });
    let known = sample(product);
    texts.filter(|text| !known.contains(text.as_str())).collect()
}

#[test]
fn samples_are_as_documented() {
    for product in Product::ALL {
        let read = normalize_results(sample(product), &host());
        assert!(read.notes.is_empty() && read.typed().is_ok(), "{:?}", read.notes);
        assert!(values(product).len() >= 4);
    }
}

#[tokio::test]
async fn results_fire_when_they_differ_only() {
    let stand = Stand::new();
    let id = stand.create(Product::PolicyLimit, false);
    assert_eq!(stand.get(id, "/results/").await, (404, stand.get(id, "/results/").await.1));
    assert_eq!(stand.get(id, "/results/").await.1["code"], "results_not_ready");
    stand.pull(id, &Trigger::PickUp);
    assert_eq!(stand.publish(id, sample(Product::PolicyLimit)), [EventType::ResultsReady]);
    let (status, first) = stand.get(id, "/results/?result_format=json").await;
    is_documented(Record::Results, &first);
    assert_eq!((status, &first["status"]), (200, &json!("results_ready")));
    assert_eq!(stand.publish(id, sample(Product::PolicyLimit)), []);
    assert_eq!(stand.get(id, "/results/").await.1, first, "also the moment stays");
    assert_eq!(stand.publish(id, r#"{ "case_type": "policy_limit_search" }"#), [EventType::ResultsReady]);
    assert_eq!(stand.results_events(id), 2);
    assert_eq!(stand.get(id, "/results/?result_format=doc").await.1["code"], "unknown_result_format");
    stand.pull(id, &Trigger::ConfirmDelivery);
    let (_, delivered) = stand.get(id, "/results/").await;
    assert_eq!((&delivered["status"], &delivered["results_data"]["results"]), (&json!("closed"), &json!([])));
}

#[tokio::test]
async fn results_that_cannot_be_read_are_refused() {
    let stand = Stand::new();
    let id = stand.create(Product::PolicyLimit, false);
    stand.pull(id, &Trigger::PickUp);
    for text in ["", "[]", "{", "\"x\""] {
        let done = stand.app.store.change(|tx| {
            let mut case = StoredCase::of_id(tx, id)?.expect("a case");
            publish(tx, &stand.app, &mut case, text)
        });
        assert_eq!(done.expect_err("refused").into_response().status(), 400, "{text}");
    }
    assert_eq!(stand.get(id, "/results/").await.0, 404);
}

#[tokio::test]
async fn an_offered_value_is_told_nowhere_before_it_is_bought() {
    for product in Product::ALL {
        let stand = Stand::new();
        let (id, offer_id) = stand.offered(product);
        let (_, offer) = stand.get(id, "/offers/").await;
        is_documented(Record::Offer, &offer);
        let told = [
            stand.get(id, "/results/").await.1.to_string(),
            offer.to_string(),
            stand.events(id).concat(),
            stand.pdf(id).await,
        ];
        for value in values(product) {
            let flat = |text: &str| text.split_whitespace().collect::<String>();
            assert!(!told.iter().any(|told| flat(told).contains(&flat(&value))), "{value}");
        }
        let ids: Vec<i64> = upgrade_ids(&offer);
        let (status, accepted) = accept(&stand, id, &offer_id, &ids).await;
        assert_eq!(status, 200);
        is_documented(Record::Offer, &accepted);
        let (results, pdf) = (stand.get(id, "/results/").await.1.to_string(), stand.pdf(id).await);
        for value in values(product) {
            let flat = |text: &str| text.split_whitespace().collect::<String>();
            assert!(results.contains(&value) && flat(&pdf).contains(&flat(&value)), "{value}");
        }
    }
}

fn upgrade_ids(offer: &Value) -> Vec<i64> {
    let upgrades = offer["additional_policies"].as_array().expect("upgrades");
    upgrades.iter().map(|upgrade| upgrade["upgrade_id"].as_i64().expect("an id")).collect()
}

async fn accept(stand: &Stand, id: i64, offer_id: &str, ids: &[i64]) -> (u16, Value) {
    stand.post(id, "/offers/accept/", &json!({ "offer_id": offer_id, "selected_upgrade_ids": ids })).await
}

#[tokio::test]
async fn accepting_again_changes_and_fires_nothing() {
    let stand = Stand::new();
    let (id, offer_id) = stand.offered(Product::PolicyExistence);
    let ids = upgrade_ids(&stand.get(id, "/offers/").await.1);
    let fired = stand.results_events(id);
    let (_, first) = accept(&stand, id, &offer_id, &ids[..1]).await;
    let statuses = |offer: &Value| -> Vec<Value> {
        offer["additional_policies"].as_array().expect("upgrades").iter().map(|it| it["status"].clone()).collect()
    };
    assert_eq!(statuses(&first), ["selected", "created"]);
    assert_eq!(stand.results_events(id), fired + 1);
    let results = stand.get(id, "/results/").await.1;
    assert_eq!(results["results_data"]["additional_policies"][1]["status"], "accepted");
    assert_eq!(results["results_data"]["additional_policies"][2].as_object().map(serde_json::Map::len), Some(6));
    // The other format of the body, as its format is not published.
    let parts = format!(
        "--b\r\nContent-Disposition: form-data; name=\"offer_id\"\r\n\r\n{offer_id}\r\n--b\r\nContent-Disposition: \
         form-data; name=\"selected_upgrade_ids\"\r\n\r\n{}\r\n--b--\r\n",
        ids[0]
    );
    let again = stand.call("POST", id, "/offers/accept/", "multipart/form-data; boundary=b", &parts).await;
    assert_eq!(again, (200, first));
    assert_eq!((stand.results_events(id), stand.get(id, "/results/").await.1), (fired + 1, results));
    let consents = |stand: &Stand| -> Vec<String> {
        stand.with(id, |tx, _, _| {
            let mut query = tx.prepare("SELECT upgrade_ids || token_name FROM consents ORDER BY id")?;
            let rows = query.query_map([], |row| row.get(0))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    };
    assert_eq!(consents(&stand), [format!("[{}]office", ids[0])]);
    accept(&stand, id, &offer_id, &ids).await;
    assert_eq!(consents(&stand).last(), Some(&format!("[{}]office", ids[1])), "only what is new");
}

#[tokio::test]
async fn a_selection_that_was_not_offered_is_refused() {
    let stand = Stand::new();
    let (id, offer_id) = stand.offered(Product::PolicyLimit);
    let ids = upgrade_ids(&stand.get(id, "/offers/").await.1);
    let before = stand.get(id, "/results/").await;
    for (offer, ids, code) in [
        (offer_id.as_str(), vec![ids[0], 999], "unknown_upgrade"),
        (&offer_id, vec![], "empty_selection"),
        ("another", ids.clone(), "unknown_offer"),
        ("", ids, "required"),
    ] {
        let (status, problem) = accept(&stand, id, offer, &ids).await;
        assert_eq!((status, &problem["code"]), (400, &json!(code)));
    }
    assert_eq!(stand.get(id, "/results/").await, before);
    let without = stand.create(Product::PolicyLimit, false);
    assert_eq!(stand.get(without, "/offers/").await.1["code"], "no_offer");
    stand.pull(without, &Trigger::PickUp);
    let found = sample_policies(Product::PolicyLimit).expect("samples");
    let offer = stand.with(without, |tx, app, case| find_policies(tx, app, case, Some("o-1".into()), &found));
    assert_eq!(offer.0, "o-1");
    let ids = upgrade_ids(&stand.get(without, "/offers/").await.1);
    assert_eq!(accept(&stand, without, "o-1", &ids).await.0, 409, "before there are results");
}

#[test]
fn an_offer_that_cannot_be_is_refused() {
    let stand = Stand::new();
    let id = stand.create(Product::PolicyLimit, false);
    stand.pull(id, &Trigger::PickUp);
    let mut found = sample_policies(Product::PolicyLimit).expect("samples");
    let offered = |offer: &str, found: &[super::FoundPolicy]| {
        let done = stand.app.store.change(|tx| {
            let mut case = StoredCase::of_id(tx, id)?.expect("a case");
            find_policies(tx, &stand.app, &mut case, Some(offer.to_owned()), found)
        });
        done.map_or_else(|fault| fault.into_response().status().as_u16(), |_| 200)
    };
    assert_eq!((offered("o-1", &found), offered("o-1", &found)), (200, 400), "reused");
    assert_eq!((offered(" ", &found), offered("o-2", &[])), (400, 400));
    found[0].r#type = " ".to_owned();
    assert_eq!(offered("o-3", &found), 400);
}

#[tokio::test]
async fn a_case_is_cancelled_as_its_eligibility_says() {
    use CancellationReason::{CancellationPending, CaseProcessing, DispatchedFeeApplies, NotYetDispatched};
    let stand = Stand::new();
    let needs = Trigger::NeedInput { interaction_id: "i".into(), message: "?".into() };
    let publish = Trigger::PublishResults { digest: "d".into() };
    let states: [(&[Trigger], Result<&str, &str>); 5] = [
        (&[], Ok("0.00")),
        (&[Trigger::PickUp], Ok("150.00")),
        (&[Trigger::PickUp, needs], Ok("150.00")),
        (&[Trigger::PickUp, publish.clone()], Err("research_complete")),
        (&[Trigger::PickUp, publish, Trigger::ConfirmDelivery], Err("case_closed")),
    ];
    let overrides = [
        (None, None),
        (Some(NotYetDispatched), Some(Ok("0.00"))),
        (Some(DispatchedFeeApplies), Some(Ok("80.50"))),
        (Some(CancellationPending), Some(Err("cancellation_pending"))),
        (Some(CaseProcessing), Some(Err("case_processing"))),
    ];
    for (path, default) in &states {
        for (eligibility, named) in overrides {
            let id = stand.create(Product::PolicyLimit, false);
            path.iter().for_each(|trigger| stand.pull(id, trigger));
            let is_closed = path.last() == Some(&Trigger::ConfirmDelivery);
            let expected = named.filter(|_| !is_closed).unwrap_or(*default);
            stand.with(id, |tx, app, case| {
                case.eligibility = eligibility;
                if eligibility.is_some() {
                    case.fee = Usd::from_cents(8_050);
                }
                case.save(tx, app.now())
            });
            let (status, answer) = stand.post(id, "/cancel/", &json!({ "reason": "Settled" })).await;
            match expected {
                Ok(fee) => {
                    assert_eq!((status, &answer["fee"]["amount_usd"]), (202, &json!(fee)));
                    is_documented(Record::CancellationAccepted, &answer);
                    let (_, results) = stand.get(id, "/results/").await;
                    is_documented(Record::Results, &results);
                    let block = &results["results_data"]["cancellation"];
                    let told = if fee == "0.00" { Value::Null } else { json!(fee) };
                    assert_eq!((&block["fee_usd"], &block["reason"]), (&told, &json!("Settled")));
                    assert_eq!(results["results_data"]["results"], json!([]));
                    let read = normalize_results(&results["results_data"].to_string(), &host());
                    assert!(read.notes.is_empty(), "{:?}", read.notes);
                }
                Err(error) => {
                    assert_eq!((status, &answer["error"]), (409, &json!(error)));
                    is_documented(Record::CancelError, &answer);
                }
            }
        }
    }
}

#[tokio::test]
async fn a_reason_is_kept_verbatim_and_a_second_cancel_answers_as_the_first() {
    let stand = Stand::new();
    let id = stand.create(Product::PolicyExistence, false);
    let reason = "  Vergleich geschlossen – \"Ärztin\" 保険 \u{1f600}\n";
    let first = stand.post(id, "/cancel/", &json!({ "reason": reason })).await;
    assert_eq!((first.0, &first.1["tier"], &first.1["case_ref"]), (202, &json!("free"), &json!(format!("CASE-{id}"))));
    stand.with(id, |tx, app, case| {
        case.fee = Usd::from_cents(1);
        case.save(tx, app.now())
    });
    assert_eq!(stand.post(id, "/cancel/", &json!({ "reason": "another" })).await, first);
    assert_eq!(stand.call("POST", id, "/cancel/", "", "").await, first);
    let closed: Vec<Value> = stand.events(id).iter().map(|body| serde_json::from_str(body).expect("JSON")).collect();
    let closed: Vec<&Value> = closed.iter().filter(|body| body["event"] == "case.closed").collect();
    assert_eq!(closed.len(), 1);
    assert_eq!(closed[0]["reason"], reason);
    assert_eq!(stand.get(id, "/results/").await.1["results_data"]["cancellation"]["reason"], reason);
    let text = stand.pdf(id).await;
    assert!(text.contains("Vergleich geschlossen – \"Ärztin\" ?? ?"), "{text}");
}

#[tokio::test]
async fn every_refusal_of_a_cancel_has_its_own_body() {
    let stand = Stand::new();
    let id = stand.create(Product::PolicyLimit, false);
    let mut answers = vec![
        (404, stand.post(999, "/cancel/", &json!({})).await),
        (400, stand.post(id, "/cancel/", &json!({ "reason": 7 })).await),
        (400, stand.post(id, "/cancel/", &json!([])).await),
        (400, stand.call("POST", id, "/cancel/", "application/json", "{").await),
        (400, stand.call("POST", id, "/cancel/", "multipart/form-data", "x").await),
    ];
    let other = Stand { app: Arc::clone(&stand.app), token: "unknown".into(), folder: std::path::PathBuf::new() };
    answers.push((401, other.post(id, "/cancel/", &json!({})).await));
    for (expected, (status, answer)) in answers {
        assert_eq!(status, expected, "{answer}");
        is_documented(Record::CancelError, &answer);
    }
    assert_eq!(stand.post(id, "/cancel/", &json!({ "reason": " " })).await.0, 202);
    assert!(stand.events(id).last().expect("an event").contains(r#""reason":"cancelled""#), "blank is none");
}

#[tokio::test]
async fn an_address_is_of_one_case_and_expires() {
    let stand = Stand::new();
    let (id, _) = stand.offered(Product::PolicyLimit);
    let (_, record) = stand.get(id, "/results/?result_format=pdf").await;
    is_documented(Record::ResultsPdf, &record);
    let address = record["results_url"].as_str().expect("an address").to_owned();
    let (status, headers, body) = stand.fetch(&address).await;
    assert_eq!((status, &body[..5]), (200, &b"%PDF-"[..]));
    let disposition = headers["content-disposition"].to_str().expect("text");
    assert_eq!(disposition, format!("attachment; filename=\"CASE-{id}-results.pdf\""));
    let other = stand.create(Product::PolicyLimit, false);
    for changed in [
        address.replace(&format!("/{id}?"), &format!("/{other}?")),
        address.replace("expires=1", "expires=2"),
        address.replace("signature=", "signature=0"),
        address.replace(&format!("/{id}?"), "/x?"),
        address.split('?').next().unwrap_or_default().to_owned(),
    ] {
        assert_eq!(stand.fetch(&changed).await.0, 403, "{changed}");
    }
    stand.app.clock.move_to(3_601_000);
    assert_eq!(stand.fetch(&address).await.0, 410);
    let unpublished = downloads::address(&stand.app, other, 1);
    assert_eq!(stand.fetch(&unpublished).await.0, 404);
}

#[tokio::test]
async fn a_test_case_is_marked_and_fires_nothing() {
    let stand = Stand::new();
    let id = stand.create(Product::PolicyLimit, true);
    stand.pull(id, &Trigger::PickUp);
    assert_eq!(stand.publish(id, sample(Product::PolicyLimit)), []);
    assert!(stand.pdf(id).await.contains("TEST CASE"));
    assert_eq!(stand.events(id), Vec::<String>::new());
}

#[test]
fn composing_is_normalized_and_digests_tell_what_differs() {
    let stand = Stand::new();
    let (id, _) = stand.offered(Product::PolicyLimit);
    let results = stand.with(id, |tx, app, case| composed(tx, app, case)).expect("results");
    let again = normalize_results(&results.to_string(), &host());
    assert_eq!((again.normalized, again.notes.len()), (results.clone(), 0));
    assert_eq!(stand.publish(id, sample(Product::PolicyLimit)), [EventType::ResultsReady], "an offer came since");
    let list = results.get("additional_policies").and_then(Document::as_list).expect("a list");
    assert_eq!(list.len(), 3);
}
