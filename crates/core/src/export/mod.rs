//! Files for others, written from the tables.
//!
//! `casegate export …` writes them; a test compares the committed files with what the tables give now.

mod answers;
mod fields;
mod json;
mod openapi;
mod pages;
#[cfg(feature = "schemars")]
mod report;
mod schema;
mod types;

pub use answers::{records_types_ts, results_types_ts};
pub use fields::{fields_json, fields_ts};
pub use json::pretty;
pub use openapi::{openapi, openapi_json, record_schema_name};
pub use pages::{VectorFile, rule_page, rules_page};
#[cfg(feature = "schemars")]
pub use report::report_schema_json;
pub use schema::{CaseSchema, Differs, Draft, UNSAID, Unsaid, case_schema, case_schema_json, unsaid_json};
pub use types::types_ts;

use crate::fields::{COMMON, POLICY_EXISTENCE, POLICY_LIMIT};
use crate::requests::endpoints;
use crate::rules::RULES;
use crate::vocabulary::{EXTENSIBLE, STATES, UNUSUAL_STATES};

/// The file that holds the tables' digest.
pub fn digest_rs() -> String {
    format!(
        "//! Written by \"casegate export digest\"; do not edit.\n\n\
         /// The digest of the tables.\n\
         pub(crate) const DIGEST: &str = \"{:016x}\";\n",
        fnv(&format!(
            "{COMMON:?}{POLICY_LIMIT:?}{POLICY_EXISTENCE:?}{RULES:?}{EXTENSIBLE:?}{STATES:?}{UNUSUAL_STATES:?}{:?}{:?}{:?}",
            crate::results::table::ALL,
            crate::records::shapes().collect::<Vec<_>>(),
            endpoints(),
        ))
    )
}

/// FNV-1a: a digest that tells tables apart, not one that resists forgers.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

/// A text as a literal of JSON and of TypeScript.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
