//! One or more payloads for each condition that the schemas do not express.

use crate::{FIRM_CONTEXT, PLAIN_CONTEXT, Which, bases};
use casegate::Product;
use serde_json::{Value, json};

/// A payload on which the schema and the rulebook may differ.
#[derive(Debug)]
pub struct Example {
    /// The row of [`casegate::export::UNSAID`].
    pub unsaid: &'static str,
    /// The schema.
    pub which: Which,
    /// The payload.
    pub text: String,
    /// The context's settings.
    pub context: String,
}

/// For each row an example on each side on which it differs.
pub fn examples() -> Vec<Example> {
    let bases = bases();
    let of = |product: Product| {
        let named = |base: &&serde_json::Map<String, Value>| base["case_type"] == product.case_type();
        Value::Object(bases.iter().find(named).unwrap().clone())
    };
    let with = |product, key: &str, value: Value| {
        let mut payload = of(product);
        payload[key] = value;
        payload.to_string()
    };
    // Puts a text in the place of a value of ours.
    let written = |product, key: &str, text: &str| with(product, key, json!("@")).replace("\"@\"", text);
    let (pl, pe) = (Product::PolicyLimit, Product::PolicyExistence);
    let plain = || PLAIN_CONTEXT.to_owned();
    let context = |settings: Value| {
        let mut context: Value = serde_json::from_str(PLAIN_CONTEXT).unwrap();
        context.as_object_mut().unwrap().extend(settings.as_object().unwrap().clone());
        context.to_string()
    };
    let example = |unsaid, product, text, context| Example {
        unsaid,
        which: Which { product, on_a_day: true, master: false, firm: false },
        text,
        context,
    };
    let of_firm = |unsaid, key: &str, value: Value| Example {
        which: Which { product: pl, on_a_day: true, master: false, firm: true },
        ..example(unsaid, pl, with(pl, key, value), FIRM_CONTEXT.to_owned())
    };
    let deep = format!("{}1{}", "[".repeat(70), "]".repeat(70));
    let legacy = |settings: Value| {
        let mut all = json!({ "surface": "legacy", "product": "pl" });
        all.as_object_mut().unwrap().extend(settings.as_object().unwrap().clone());
        context(all)
    };
    let without_type = of(pl).to_string().replacen("\"case_type\":\"pl\",", "", 1);
    vec![
        example("text", pl, written(pl, "summary", r#""\ud83d""#), plain()),
        example("size", pl, with(pl, "summary", json!("x".repeat(1 << 20))), plain()),
        example("depth", pl, written(pl, "stranger", &deep), plain()),
        example(
            "numbers",
            pl,
            written(pl, "vehicle_information", r#"{"vehicle_year":2020.00000000000000001}"#),
            plain(),
        ),
        example("repeated_keys", pl, of(pl).to_string().replacen('{', r#"{"case_type":"pe","#, 1), plain()),
        Example {
            which: Which { product: pe, on_a_day: false, master: false, firm: false },
            ..example("today", pe, with(pe, "date_of_loss", json!("2025-02-28")), plain())
        },
        example(
            "today",
            pe,
            with(pe, "date_of_loss", json!("2026-03-01")),
            json!({ "today": "2026-02-28" }).to_string(),
        ),
        example(
            "carriers",
            pl,
            of(pl).to_string(),
            context(json!({ "carriers": { "refused": [{ "name": "Example Insurance" }] } })),
        ),
        example(
            "further_words",
            pl,
            with(pl, "add_on_services", json!(["drone_survey"])),
            context(json!({ "words": { "add_on_services": ["drone_survey"] } })),
        ),
        example(
            "raised_warnings",
            pl,
            with(pl, "stranger", json!(1)),
            context(json!({ "severity": { "unknown_field": "error" } })),
        ),
        example("credential", pl, of(pl).to_string(), context(json!({ "credential": "master" }))),
        example("legacy", pl, without_type, legacy(json!({}))),
        example("legacy", pl, with(pl, "is_incident_report_provided", json!(true)), legacy(json!({}))),
        example("legacy", pl, of(pl).to_string(), legacy(json!({ "today": "2026-11-11" }))),
        example("warnings", pl, with(pl, "stranger", json!(1)), plain()),
        example("firm_rules", pl, with(pl, "office_case_number", json!("26-17")), FIRM_CONTEXT.to_owned()),
        of_firm("firm_warnings", "summary", json!("long")),
        of_firm("firm_comparisons", "defendant_business_name", json!("TEST  plaintiff")),
        of_firm("firm_weekdays", "date_of_loss", json!("2026-01-17")),
        Example {
            which: Which { product: pl, on_a_day: false, master: false, firm: true },
            ..of_firm("firm_today", "date_of_loss", json!("2025-12-31"))
        },
        of_firm("firm_addresses", "cc_emails", json!("a@example.com b@other.example")),
        of_firm("firm_files", "is_test", json!(true)),
        of_firm("firm_patterns", "plaintiff_name", json!("Test; Plaintiff")),
        example("facts", pl, with(pl, "cc_emails", json!("nobody")), plain()),
    ]
}

/// The rules of each example in `docs/firm-rules.md`.
pub fn example_rules() -> Vec<Value> {
    let page = include_str!("../../../docs/firm-rules.md");
    let blocks = page.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks
        .map(|block| serde_json::from_str(block).unwrap())
        .filter(|block: &Value| block.get("rules").is_some())
        .collect()
}
