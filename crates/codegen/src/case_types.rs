//! The Rust types of cases, from the field tables.

use casegate::Product;
use casegate::export::codegen::pascal_case;
use casegate::fields::{COMMON, Field, FieldStatus, Kind, NestedRecord};
use casegate::vocabulary::{CASE_TYPE, WordList};
use std::fmt::Write;

/// What precedes each type.
const DERIVES: &str = "\
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = \"export\", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = \"the names are the specification's\")]
";

/// The field that the tables do not have.
const EXTRA: &str = "    \
    /// Unknown fields. Numbers in them are converted to 64-bit integers or doubles. The prepared
    /// payload of [`crate::case::prepare::prepare_case`] has them verbatim.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
";

const NAMES: &str = "The fields have the names and meanings of the specification's tables.";

/// Returns the source file with the types of accepted cases.
pub(crate) fn case_types_rs() -> String {
    let mut out = String::from(
        "//! Written by scripts/generate; do not edit.\n\n\
         use crate::case::deserializers::{one_word, whole_number};\n\
         use crate::rulebook::product::Product;\n\
         use crate::text::date::Date;\n\
         use serde::{Deserialize, Serialize};\n\
         use serde_json::{Map, Value};\n",
    );
    for record in NestedRecord::ALL {
        let about = format!("/// {}, as sent.\n/// {NAMES}", record.name());
        structure(&mut out, &about, record.name(), "", record.fields(), EXTRA);
    }
    let common = "    #[serde(flatten)]\n    pub common: CommonFields,\n";
    for product in Product::ALL {
        let (about, name) = match product {
            Product::PolicyLimit => ("A Policy Limit case.", "PolicyLimitCase"),
            Product::PolicyExistence => ("A Policy Existence case.", "PolicyExistenceCase"),
        };
        structure(&mut out, &format!("/// {about}\n/// {NAMES}"), name, common, product.fields(), EXTRA);
    }
    let about = "/// Fields of both products, with the names and meanings of the specification's tables.";
    structure(&mut out, about, "CommonFields", "", COMMON, "");
    for row in COMMON.iter().filter(|row| row.status == FieldStatus::Current) {
        if let Some(list) = closed_list(row.kind).filter(|list| list.id != CASE_TYPE.id) {
            words(&mut out, row, list);
        }
    }
    out
}

/// Returns the words of a field whose list is closed (D5), of both products.
fn closed_list(kind: Kind) -> Option<&'static WordList> {
    kind.words().map(|words| words.of(None)).filter(|list| !list.open)
}

/// Returns the name of the type of such a field's words.
fn name_of_words(row: &Field, list: &WordList) -> String {
    if list.id == CASE_TYPE.id { "Product".to_owned() } else { pascal_case(row.name.trim_end_matches('s')) }
}

/// Writes the type of the words of a closed list. A context may add words to it.
fn words(out: &mut String, row: &Field, list: &WordList) {
    let name = name_of_words(row, list);
    let derives = DERIVES.replace("PartialEq", "PartialEq, Eq");
    let _ = write!(
        out,
        "\n/// A word of `{}`.\n{derives}#[serde(rename_all = \"snake_case\")]\npub enum {name} {{\n",
        row.name
    );
    for word in list.words {
        let _ = writeln!(out, "    {},", pascal_case(word));
    }
    out.push_str("    /// A word that the context adds to the list.\n    #[serde(untagged)]\n    Other(String),\n}\n");
}

/// Writes a type with a field for each row that accepted cases may have.
fn structure(out: &mut String, about: &str, name: &str, first: &str, rows: &[Field], last: &str) {
    let _ = write!(out, "\n{about}\n{DERIVES}pub struct {name} {{\n{first}");
    for row in rows.iter().filter(|row| row.status == FieldStatus::Current) {
        let value = value(row);
        let is_list = matches!(row.kind, Kind::WordArray(_) | Kind::OneWord(_));
        let (default, skipped, value) = match (row.is_required, is_list) {
            (true, _) => ("", "", value),
            (false, true) => ("default", "skip_serializing_if = \"Vec::is_empty\"", value),
            // serde has a default for an option, unless the field has a deserializer.
            (false, false) => {
                let default = if matches!(row.kind, Kind::Integer) { "default" } else { "" };
                (default, "skip_serializing_if = \"Option::is_none\"", format!("Option<{value}>"))
            }
        };
        let read = match row.kind {
            Kind::Integer => "deserialize_with = \"whole_number\"",
            Kind::OneWord(_) => "deserialize_with = \"one_word\"",
            _ => "",
        };
        let attributes: Vec<&str> = [default, skipped, read].into_iter().filter(|part| !part.is_empty()).collect();
        if !attributes.is_empty() {
            let _ = writeln!(out, "    #[serde({})]", attributes.join(", "));
        }
        let _ = writeln!(out, "    pub {}: {value},", row.name);
    }
    let _ = writeln!(out, "{last}}}");
}

fn value(row: &Field) -> String {
    if let Some(list) = closed_list(row.kind) {
        let name = name_of_words(row, list);
        return if row.kind.is_array() { format!("Vec<{name}>") } else { name };
    }
    match row.kind {
        Kind::Text | Kind::Emails | Kind::State { .. } | Kind::Word(_) => "String".to_owned(),
        Kind::Date => "Date".to_owned(),
        Kind::Boolean => "bool".to_owned(),
        Kind::Integer => "i64".to_owned(),
        Kind::WordArray(_) | Kind::OneWord(_) => "Vec<String>".to_owned(),
        Kind::Record(record) => record.name().to_owned(),
        Kind::Object => "Map<String, Value>".to_owned(),
    }
}
