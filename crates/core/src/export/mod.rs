//! Files generated from the tables. `casegate export …` prints them.

pub(crate) mod calendar;
#[doc(hidden)]
pub mod codegen;
pub(crate) mod custom_schemas;
pub(crate) mod digest;
pub(crate) mod fields;
pub(crate) mod http_openapi;
pub(crate) mod json;
pub(crate) mod openapi;
pub(crate) mod pages;
pub(crate) mod report;
pub(crate) mod schema;
pub(crate) mod settings;
pub(crate) mod tables;

pub use calendar::{Ending, Subject, calendar};
pub use digest::digest_rs;
pub use fields::{fields_json, word_label};
pub use http_openapi::{CONTEXT_HEADER, http_openapi_json, http_path};
pub use json::pretty;
pub use openapi::{openapi, openapi_json};
pub use pages::examples::VectorFile;
pub use pages::requirements::{requirement, requirement_ids, requirements_page};
pub use pages::rule_cases::rule_cases_json;
pub use pages::{rule_page, rules_page};
pub use report::report_schema_json;
pub use schema::unsaid::{Differs, UNSAID, Unsaid};
pub use schema::{CaseSchema, Draft, case_schema, case_schema_json, unsaid_firm_rules, unsaid_json};
pub use settings::settings_schema_json;
pub use tables::rules_json;

/// Returns a text as a literal of JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
