//! Files for others, written from the tables.
//!
//! `casegate export …` writes them; a test compares the committed files with what the tables give now.

mod answers;
mod digest;
mod fields;
mod json;
mod openapi;
mod pages;
#[cfg(feature = "schemars")]
mod report;
mod schema;
mod service_types;
#[cfg(feature = "house")]
mod settings;
mod types;

pub use answers::{records_types_ts, results_types_ts};
pub use digest::digest_rs;
pub use fields::{field_words_ts, fields_json, fields_ts};
pub use json::pretty;
pub use openapi::{openapi, openapi_json, record_schema_name};
pub use pages::{VectorFile, rule_cases_json, rule_page, rules_page};
#[cfg(feature = "schemars")]
pub use report::report_schema_json;
pub use schema::{
    CaseSchema, Differs, Draft, UNSAID, Unsaid, case_schema, case_schema_json, unsaid_firm_rules, unsaid_json,
};
pub use service_types::service_types_ts;
#[cfg(feature = "house")]
pub use settings::settings_schema_json;
pub use types::types_ts;

/// A text as a literal of JSON and of TypeScript.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
