//! Tests of published results, and of their PDF.

use super::{Stand, context, is_documented};
use crate::downloads;
use crate::results::{composed, publish, sample};
use crate::store::StoredCase;
use axum::response::IntoResponse;
use casegate::Product;
use casegate::json::Document;
use casegate::lifecycle::Trigger;
use casegate::records::Record;
use casegate::results::normalize_results;
use casegate::tokens::EventType;
use serde_json::json;

#[tokio::test]
async fn results_fire_when_they_differ_only() {
    let stand = Stand::new();
    let id = stand.create(Product::PolicyLimit, false);
    assert_eq!(stand.get(id, "/results/").await, (404, stand.get(id, "/results/").await.1));
    assert_eq!(stand.get(id, "/results/").await.1["code"], "results_not_ready");
    stand.pull(id, &Trigger::PickUp);
    assert_eq!(stand.publish(id, &sample(Product::PolicyLimit, "{}")), [EventType::ResultsReady]);
    let (status, first) = stand.get(id, "/results/?result_format=json").await;
    is_documented(Record::Results, &first);
    assert_eq!((status, &first["status"]), (200, &json!("results_ready")));
    assert_eq!(stand.publish(id, &sample(Product::PolicyLimit, "{}")), []);
    assert_eq!(stand.get(id, "/results/").await.1, first, "also the moment stays");
    assert_eq!(stand.publish(id, r#"{ "case_type": "policy_limit_search" }"#), [EventType::ResultsReady]);
    assert_eq!(stand.results_events(id), 2);
    assert_eq!(stand.get(id, "/results/?result_format=doc").await.1["code"], "unknown_result_format");
    stand.pull(id, &Trigger::ConfirmDelivery { note: None });
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
async fn an_address_is_of_one_case_and_expires() {
    let stand = Stand::new();
    let (id, _) = stand.offered(Product::PolicyLimit);
    let (_, record) = stand.get(id, "/results/?result_format=pdf").await;
    is_documented(Record::ResultsPdf, &record);
    let address = record["results_url"].as_str().expect("an address").to_owned();
    let (status, headers, body) = stand.fetch(&address).await;
    assert_eq!((status, &body[..5]), (200, &b"%PDF-"[..]));
    let disposition = headers["content-disposition"].to_str().expect("text");
    assert_eq!(disposition, format!("inline; filename=\"CASE-{id}-results.pdf\""));
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
    assert_eq!(stand.publish(id, &sample(Product::PolicyLimit, "{}")), []);
    assert!(stand.pdf(id).await.contains("TEST CASE"));
    assert_eq!(stand.events(id), Vec::<String>::new());
}

#[test]
fn composing_is_normalized_and_digests_tell_what_differs() {
    let stand = Stand::new();
    let (id, _) = stand.offered(Product::PolicyLimit);
    let results = stand.with(id, |tx, app, case| composed(tx, app, case)).expect("results");
    let again = normalize_results(&results.to_string(), &context());
    assert_eq!((again.normalized, again.notes.len()), (results.clone(), 0));
    assert_eq!(
        stand.publish(id, &sample(Product::PolicyLimit, "{}")),
        [EventType::ResultsReady],
        "an offer came since"
    );
    let list = results.get("additional_policies").and_then(Document::as_list).expect("a list");
    assert_eq!(list.len(), 3);
}
