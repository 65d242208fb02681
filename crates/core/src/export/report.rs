//! The schema of a report, from the Rust types.

use crate::export::json::{identified, pretty};
use crate::report::Report;
use crate::text::json::document::Document;
use schemars::generate::SchemaSettings;

/// Returns the JSON Schema (2020-12) of [`crate::report::Report`], as the text of a file.
///
/// ```
/// assert!(casegate::export::report_schema_json().contains("\"title\": \"Report\""));
/// ```
pub fn report_schema_json() -> String {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let schema = generator.into_root_schema_for::<Report>().as_value().to_string();
    // Links of the documentation become plain words.
    let plain = schema.replace("[`", "`").replace("`]", "`");
    Document::read(&plain).map(|schema| pretty(&identified(sorted(schema), "report.json"))).unwrap_or_default()
}

/// Sorts members by name. Otherwise their order would depend on features of the JSON library.
pub(crate) fn sorted(document: Document) -> Document {
    match document {
        Document::Object(members) => {
            let mut members: Vec<(String, Document)> =
                members.into_iter().map(|(name, value)| (name, sorted(value))).collect();
            members.sort_by(|one, other| one.0.cmp(&other.0));
            Document::Object(members.into_iter().collect())
        }
        Document::List(list) => Document::List(list.into_iter().map(sorted).collect()),
        plain => plain,
    }
}
