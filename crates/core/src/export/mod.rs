//! Files generated from the tables. `casegate export …` prints them.

pub(crate) mod answers;
pub(crate) mod calendar;
pub(crate) mod case_types;
#[cfg(feature = "schemars")]
pub(crate) mod custom_schemas;
pub(crate) mod digest;
pub(crate) mod fields;
#[cfg(all(feature = "firm-rules", feature = "schemars"))]
pub(crate) mod http_openapi;
pub(crate) mod json;
pub(crate) mod openapi;
pub(crate) mod pages;
#[cfg(all(feature = "firm-rules", feature = "schemars"))]
pub(crate) mod python;
#[cfg(feature = "schemars")]
pub(crate) mod report;
pub(crate) mod schema;
#[cfg(feature = "schemars")]
pub(crate) mod service_types;
#[cfg(feature = "firm-rules")]
pub(crate) mod settings;
pub(crate) mod tables;
#[cfg(feature = "schemars")]
pub(crate) mod type_schema;
#[cfg(all(feature = "firm-rules", feature = "schemars"))]
pub(crate) mod types;
#[cfg(feature = "schemars")]
pub(crate) mod typescript;

pub use answers::{records_types_ts, results_types_ts};
pub use calendar::{Ending, Subject, calendar};
pub use case_types::case_types_rs;
#[cfg(feature = "receipts")]
pub use digest::digest_rs;
pub use fields::{field_words_ts, fields_json, fields_ts};
#[cfg(all(feature = "firm-rules", feature = "schemars"))]
pub use http_openapi::{CONTEXT_HEADER, http_openapi_json, http_path};
pub use json::pretty;
pub use openapi::records::record_schema_name;
pub use openapi::{openapi, openapi_json};
pub use pages::examples::VectorFile;
pub use pages::requirements::{requirement, requirements_page};
pub use pages::rule_cases::rule_cases_json;
pub use pages::{rule_page, rules_page};
#[cfg(all(feature = "firm-rules", feature = "schemars"))]
pub use python::types_py;
#[cfg(feature = "schemars")]
pub use report::report_schema_json;
pub use schema::unsaid::{Differs, UNSAID, Unsaid};
pub use schema::{CaseSchema, Draft, case_schema, case_schema_json, unsaid_firm_rules, unsaid_json};
#[cfg(feature = "schemars")]
pub use service_types::service_types_ts;
#[cfg(feature = "firm-rules")]
pub use settings::settings_schema_json;
pub use tables::rules_json;
#[cfg(all(feature = "firm-rules", feature = "schemars"))]
pub use types::types_ts;

/// Returns a text as a literal of JSON and TypeScript.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
