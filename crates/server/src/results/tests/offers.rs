//! Tests of offers, and of accepting them.

use super::{Stand, context, is_documented};
use crate::results::{FoundPolicy, find_policies, sample, sample_policies};
use crate::store::StoredCase;
use axum::response::IntoResponse;
use casegate::Product;
use casegate::lifecycle::Trigger;
use casegate::records::Record;
use casegate::results::normalize_results;
use serde_json::{Value, json};

/// Returns the values of a product's samples that only a purchase reveals.
fn values(product: Product) -> Vec<String> {
    let found = sample_policies(product, "{}").expect("samples");
    let texts = found.iter().flat_map(|policy| {
        let names = ["insurance", "policy_number", "liability_limits"];
        let values = names.into_iter().filter_map(|name| policy.record.get(name)?.as_str()).map(str::to_owned);
        values.chain(policy.researcher_note.clone()).collect::<Vec<_>>()
    });
    let known = sample(product, "{}");
    texts.filter(|text| !known.contains(text.as_str())).collect()
}

#[test]
fn samples_are_as_documented() {
    for product in Product::ALL {
        let read = normalize_results(&sample(product, "{}"), &context());
        assert!(read.notes.is_empty() && read.typed().is_ok(), "{:?}", read.notes);
        assert!(values(product).len() >= 4);
    }
}

#[tokio::test]
async fn an_offered_value_is_reported_nowhere_before_it_is_bought() {
    for product in Product::ALL {
        let stand = Stand::new();
        let (id, offer_id) = stand.offered(product);
        let (_, offer) = stand.get(id, "/offers/").await;
        is_documented(Record::Offer, &offer);
        let outcome = [
            stand.get(id, "/results/").await.1.to_string(),
            offer.to_string(),
            stand.events(id).concat(),
            stand.pdf(id).await,
        ];
        for value in values(product) {
            let flat = |text: &str| text.split_whitespace().collect::<String>();
            assert!(!outcome.iter().any(|outcome| flat(outcome).contains(&flat(&value))), "{value}");
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
    // The other encoding of the body, because the encoding is not published.
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
    let found = sample_policies(Product::PolicyLimit, "{}").expect("samples");
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
    let mut found = sample_policies(Product::PolicyLimit, "{}").expect("samples");
    let offered = |offer: &str, found: &[FoundPolicy]| {
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
