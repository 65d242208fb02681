//! Tests of canceling.

use super::{Stand, context, is_documented};
use casegate::Product;
use casegate::lifecycle::Trigger;
use casegate::records::Record;
use casegate::results::normalize_results;
use casegate::tokens::CancellationReason;
use casegate::usd::Usd;
use serde_json::{Value, json};
use std::sync::Arc;

#[tokio::test]
async fn a_case_is_cancelled_as_its_eligibility_says() {
    use CancellationReason::{CancellationPending, CaseProcessing, DispatchedFeeApplies, NotYetDispatched};
    let stand = Stand::new();
    let needs = Trigger::NeedInput { interaction_id: "i".into(), message: "?".into() };
    let publish = Trigger::PublishResults { digest: "d".into() };
    let lives: [(&[Trigger], Result<&str, &str>); 5] = [
        (&[], Ok("0.00")),
        (&[Trigger::PickUp], Ok("150.00")),
        (&[Trigger::PickUp, needs], Ok("150.00")),
        (&[Trigger::PickUp, publish.clone()], Err("research_complete")),
        (&[Trigger::PickUp, publish, Trigger::ConfirmDelivery { note: None }], Err("case_closed")),
    ];
    let overrides = [
        (None, None),
        (Some(NotYetDispatched), Some(Ok("0.00"))),
        (Some(DispatchedFeeApplies), Some(Ok("80.50"))),
        (Some(CancellationPending), Some(Err("cancellation_pending"))),
        (Some(CaseProcessing), Some(Err("case_processing"))),
    ];
    for (path, default) in &lives {
        for (eligibility, named) in overrides {
            let id = stand.create(Product::PolicyLimit, false);
            path.iter().for_each(|trigger| stand.pull(id, trigger));
            let is_closed = path.last() == Some(&Trigger::ConfirmDelivery { note: None });
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
                    let outcome = if fee == "0.00" { Value::Null } else { json!(fee) };
                    assert_eq!((&block["fee_usd"], &block["reason"]), (&outcome, &json!("Settled")));
                    assert_eq!(results["results_data"]["results"], json!([]));
                    let read = normalize_results(&results["results_data"].to_string(), &context());
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
    assert_eq!(stand.post(id, "/cancel/", &json!({ "reason": "" })).await.0, 202);
    assert!(stand.events(id).last().expect("an event").contains(r#""reason":"cancelled""#), "empty is none");
}
