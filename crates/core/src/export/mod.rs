//! Files for others, written from the tables.
//!
//! `casegate export …` writes them; a test compares the committed files with what the tables give now.

mod answers;
mod digest;
mod fields;
mod service_types;
mod types;

pub use answers::{records_types_ts, results_types_ts};
pub use digest::digest_rs;
pub use fields::{field_words_ts, fields_json, fields_ts};
pub use service_types::service_types_ts;
pub use types::types_ts;

/// A text as a literal of JSON and of TypeScript.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
