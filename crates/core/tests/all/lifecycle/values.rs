//! The service's policies, offers and answers: every value of a policy has a mark, so that a leak
//! is visible.

use casegate::lifecycle::{CaseState, Closing};
use casegate::results::normalize_results;
use casegate::tokens::{State, UpgradeStatus};
use casegate::{Context, Product};
use serde_json::{Map, Value, json};

pub const PRODUCTS: [Product; 2] = [Product::PolicyLimit, Product::PolicyExistence];

/// The text in every value of every policy, before its number.
pub const MARK: &str = "Qzvx";

pub fn context() -> Context {
    Context::from_json(r#"{"today":"2026-03-01"}"#).unwrap()
}

/// The offers of a case, in the order of their names.
pub fn offers(case: &CaseState) -> Vec<(String, Vec<(i64, UpgradeStatus)>)> {
    let offer = |number: u32| {
        let id = format!("o{number}");
        let upgrades = case.offer(&id)?.collect();
        Some((id, upgrades))
    };
    (1..9).filter_map(offer).collect()
}

/// The fields of a policy in the results of a product, each with the mark of the policy's number.
fn marked(product: Product, number: i64) -> Map<String, Value> {
    let own: &[&str] = match product {
        Product::PolicyLimit => &["policyholder", "pip_limits", "policy_limits_when_active", "rideshare"],
        Product::PolicyExistence => &["result_type", "subject_of_search"],
    };
    let shared = ["defendant", "insurance", "policy_number", "claim_number", "liability_limits"];
    let texts = shared.iter().chain(own).map(|name| ((*name).to_owned(), json!(format!("{MARK}{number}."))));
    let mut fields: Map<String, Value> = texts.collect();
    fields.insert("add_on_services".to_owned(), json!({ "x": [format!("{MARK}{number}.")] }));
    fields.insert("never_documented".to_owned(), json!(format!("{MARK}{number}.")));
    fields
}

/// The service's own record of an offer, complete.
pub fn record(offer_id: &str, upgrades: &[(i64, UpgradeStatus)], product: Product, names: bool) -> Value {
    let policy = |(number, status): &(i64, UpgradeStatus)| {
        let mut policy = marked(product, *number);
        if names {
            policy.insert("upgrade_id".to_owned(), json!(number));
        }
        policy.insert("type".to_owned(), json!(policy_type(*number)));
        policy.insert("price_usd".to_owned(), json!(price(*number)));
        policy.insert("status".to_owned(), json!(status.name()));
        policy.insert("researcher_note".to_owned(), json!("See the file."));
        Value::Object(policy)
    };
    json!({ "offer_id": offer_id, "additional_policies": upgrades.iter().map(policy).collect::<Vec<_>>() })
}

pub fn policy_type(number: i64) -> String {
    format!("umbrella {number}")
}

pub fn price(number: i64) -> String {
    format!("{number}.00")
}

/// The service's own `results_data`, with every value, in the raw words of the offers endpoint.
fn raw_results(case: &CaseState, product: Product) -> Value {
    let case_type = match product {
        Product::PolicyLimit => "policy_limit_search",
        Product::PolicyExistence => "policy_existence_search",
    };
    if let Some(Closing::Cancellation { reason, fee_usd, .. }) = case.closing() {
        let cancellation = json!({ "cancelled_at": "2026-03-01T00:00:00Z", "fee_usd": fee_usd, "reason": reason });
        return json!({ "case_type": case_type, "cancelled": true, "cancellation": cancellation, "results": [],
            "additional_policies": [] });
    }
    let entry = |offer_id: &str, number: i64, status: UpgradeStatus| {
        let mut entry = marked(product, number);
        entry.insert("status".to_owned(), json!(status.name()));
        entry.insert("policy_type".to_owned(), json!(policy_type(number)));
        entry.insert("notes".to_owned(), json!("Found on the way."));
        entry.insert("upgrade_id".to_owned(), json!(number));
        entry.insert("offer_id".to_owned(), json!(offer_id));
        entry.insert("price_usd".to_owned(), json!(price(number)));
        Value::Object(entry)
    };
    let found: Vec<Value> = offers(case)
        .iter()
        .flat_map(|(id, upgrades)| upgrades.iter().map(move |(number, status)| entry(id, *number, *status)))
        .collect();
    json!({ "case_type": case_type, "results": [{ "defendant": "Test Defendant" }], "additional_policies": found })
}

/// `results_data` as a caller gets it.
pub fn results_data(case: &CaseState, product: Product) -> String {
    normalize_results(&raw_results(case, product).to_string(), &context()).normalized.to_string()
}

/// The answer to GET results; before they are published it has the state alone.
pub fn results_body(case: &CaseState, published: usize, product: Product) -> String {
    let done = case.state() == State::ResultsReady || case.state() == State::Closed;
    let data = if done && (published > 0 || case.closing().is_some()) {
        results_data(case, product)
    } else {
        "null".to_owned()
    };
    let completed_at = if published > 0 { format!("\"version {published}\"") } else { "null".to_owned() };
    format!(
        r#"{{"id":7,"issue_key":"X-7","status":"{}","results_data":{data},"completed_at":{completed_at}}}"#,
        case.state().name()
    )
}
