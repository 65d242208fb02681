//! The field table for forms: places, types, labels, hints and choices.

use crate::case::explain::rules;
use crate::case::files::kinds::EDGE_BYTES;
use crate::case::files::limits::{ACCEPTED_EXTENSIONS, FILE_LIMITS};
use crate::export::quoted;
use crate::messages::Language;
use crate::messages::catalogue::FieldWords;
use crate::rulebook::fields::common::COMMON;
use crate::rulebook::fields::policy_existence::POLICY_EXISTENCE;
use crate::rulebook::fields::policy_limit::POLICY_LIMIT;
use crate::rulebook::fields::{Field, FieldStatus, Kind, Requiredness, Words};
use crate::rulebook::lifetime::{Lifetime, Moment};
use crate::rulebook::product::Product;
use crate::rulebook::vocabulary::{CASE_TYPE, EXTENSIBLE, STATE_NAMES, STATES, WordList};
use serde::Serialize;
use std::fmt::Write;

/// A field, or a member of a record, for forms.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Info {
    /// The JSON Pointer.
    at: String,
    name: &'static str,
    r#type: Type,
    products: Vec<Product>,
    need: Requiredness,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<Status>,
    label: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    hint: &'static str,
    #[serde(flatten)]
    lifetime: Lifetime,
    /// The end of the old form of the value, one string instead of a list of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    string_until: Option<Moment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<Lists>,
}

/// The type of a field's value.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Type {
    Text,
    Emails,
    Date,
    Boolean,
    Integer,
    State,
    Word,
    Words,
    Record,
    Object,
}

/// The status of a field that forms do not ask for.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Status {
    Deprecated,
    Ignored,
    ReadOnly,
    Alias,
}

/// The word list of a field, for each product.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Lists {
    #[serde(skip_serializing_if = "Option::is_none")]
    pl: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pe: Option<&'static str>,
}

fn table(language: Language) -> Vec<Info> {
    let labels = language.labels();
    let mut rows = Vec::new();
    let tables: [(&[Field], &[Product]); 3] = [
        (COMMON, &Product::ALL),
        (POLICY_LIMIT, &[Product::PolicyLimit]),
        (POLICY_EXISTENCE, &[Product::PolicyExistence]),
    ];
    for (fields, products) in tables {
        for field in fields {
            let at = format!("/{}", field.name);
            for member in field.kind.members() {
                let place = format!("{at}/{}", member.name);
                rows.push(info(place, member, products, labels.member(member.name)));
            }
            let own = rows.len() - field.kind.members().len();
            rows.insert(own, info(at, field, products, labels.field(field.name)));
        }
    }
    rows
}

fn info(at: String, field: &Field, products: &[Product], words: &'static FieldWords) -> Info {
    let list_of = |product| {
        let words: Option<Words> = field.kind.words().filter(|_| products.contains(&product));
        words.map(|words| words.of(Some(product)).id)
    };
    let list = Lists { pl: list_of(Product::PolicyLimit), pe: list_of(Product::PolicyExistence) };
    Info {
        at,
        name: field.name,
        r#type: match field.kind {
            Kind::Text => Type::Text,
            Kind::Emails => Type::Emails,
            Kind::Date => Type::Date,
            Kind::Boolean => Type::Boolean,
            Kind::Integer => Type::Integer,
            Kind::State { .. } => Type::State,
            Kind::Word(_) | Kind::OneWord(_) => Type::Word,
            Kind::WordArray(_) => Type::Words,
            Kind::Record(_) => Type::Record,
            Kind::Object => Type::Object,
        },
        products: products.to_vec(),
        need: field.requiredness(),
        status: match field.status {
            FieldStatus::Current => None,
            FieldStatus::Alias => Some(Status::Alias),
            FieldStatus::Deprecated => Some(Status::Deprecated),
            FieldStatus::Ignored | FieldStatus::LegacyOnly => Some(Status::Ignored),
            FieldStatus::ReadOnly => Some(Status::ReadOnly),
        },
        label: words.label,
        hint: words.hint,
        lifetime: field.lifetime,
        string_until: field.string_form.until,
        list: (list.pl.is_some() || list.pe.is_some()).then_some(list),
    }
}

fn lists() -> impl Iterator<Item = &'static WordList> {
    std::iter::once(&CASE_TYPE).chain(EXTENSIBLE)
}

/// Returns the field table as JSON: one object with `fields`, in the order of the specification's
/// tables.
pub fn fields_json() -> String {
    serde_json::to_string(&serde_json::json!({ "fields": table(Language::English) })).unwrap_or_default()
}

/// Returns the field table, the word lists and the rules as a TypeScript module.
pub fn fields_ts() -> String {
    let mut out = String::from(
        "// Written by scripts/generate; do not edit.\n\
         import type { FileLimits, RuleInfo, WordList } from \"./tables.js\";\n\
         import type { FieldInfo, FileEndpoint, ListId } from \"./types.js\";\n\n\
         export const fields: readonly FieldInfo[] = [\n",
    );
    for row in table(Language::English) {
        // Each row is on one line, which is easy to read and compare.
        let _ = writeln!(out, "  {},", serde_json::to_string(&row).unwrap_or_default());
    }
    out.push_str("];\n\nexport const lists: { readonly [id in ListId]: WordList } = {\n");
    for list in lists() {
        let _ = writeln!(out, "  {}: {{\n    open: {},\n    words: [", quoted(list.id), list.open);
        for word in list.words {
            let label = Language::English.labels().word(word).unwrap_or(word);
            let _ = writeln!(out, "      {{ value: {}, label: {} }},", quoted(word), quoted(label));
        }
        out.push_str("    ],\n  },\n");
    }
    out.push_str("};\n\n");
    out.push_str(&files_ts());
    out.push_str("export const rules: readonly RuleInfo[] = [\n");
    for rule in rules() {
        let number = rule.number.map(|number| format!("number: {number}, ")).unwrap_or_default();
        let _ = writeln!(
            out,
            "  {{ id: {}, {number}title: {}, text: {} }},",
            quoted(&rule.id),
            quoted(&rule.title),
            quoted(&rule.text)
        );
    }
    out.push_str("];\n");
    out
}

/// Returns the limits of the file endpoints, and the names and codes of the states.
fn files_ts() -> String {
    let mut out =
        String::from("export const fileLimits: { readonly [endpoint in FileEndpoint]: Readonly<FileLimits> } = {\n");
    for limits in &FILE_LIMITS {
        let (files, file, total) = (limits.files, limits.file.0, limits.total.0);
        let name = limits.endpoint.name();
        let _ = writeln!(out, "  {name}: {{ files: {files}, file_megabytes: {file}, total_megabytes: {total} }},");
    }
    let extensions: Vec<String> = ACCEPTED_EXTENSIONS.iter().map(|extension| quoted(extension)).collect();
    let _ = writeln!(out, "}};\n\nexport const fileExtensions: readonly string[] = [{}];\n", extensions.join(", "));
    out.push_str("/** The names of states by their codes. */\nexport const stateNames: { readonly [code: string]: string } = {\n");
    for code in STATES {
        let name = STATE_NAMES.iter().find(|(_, of)| *of == code).map_or(code, |(name, _)| *name);
        let _ = writeln!(out, "  {code}: {},", quoted(name));
    }
    out.push_str("};\n\nexport const stateCodes: readonly string[] = /* @__PURE__ */ Object.keys(stateNames);\n\n");
    let _ = writeln!(out, "/** The bytes of each end of a file that `judgeFiles` examines. */");
    let _ = writeln!(out, "export const fileEdgeBytes = {EDGE_BYTES};\n");
    out
}

/// Returns the English label of a word of the lists, such as that of a product.
///
/// ```
/// assert_eq!(casegate::export::word_label("pl"), Some("Policy Limit"));
/// ```
pub fn word_label(word: &str) -> Option<&'static str> {
    Language::English.labels().word(word)
}

/// Returns the texts of the field table and the word lists in a language, as a separate TypeScript
/// module. It has the same keys as [`fields_ts`], so that a page loads only the language that it
/// shows.
pub fn field_words_ts(language: Language) -> String {
    let (labels, tag) = (language.labels(), language.tag());
    let mut out = format!(
        "// Written by scripts/generate; do not edit.\n\
         import type {{ FieldWords }} from \"./tables.js\";\n\n\
         export const {tag}: FieldWords = {{\n  language: {},\n  fields: {{\n",
        quoted(tag)
    );
    for words in labels.fields.iter().chain(labels.members) {
        let hint = if words.hint.is_empty() { String::new() } else { format!(", hint: {}", quoted(words.hint)) };
        let _ = writeln!(out, "    {}: {{ label: {}{hint} }},", quoted(words.name), quoted(words.label));
    }
    out.push_str("  },\n  words: {\n");
    for (word, label) in labels.words {
        let _ = writeln!(out, "    {}: {},", quoted(word), quoted(label));
    }
    out.push_str("  },\n};\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_has_words() {
        for language in Language::ALL {
            for row in table(language) {
                assert!(!row.label.is_empty(), "{} has no label", row.at);
            }
            for word in lists().flat_map(|list| list.words) {
                assert!(language.labels().word(word).is_some(), "{word} has no label");
            }
        }
        for rule in rules() {
            assert!(!rule.title.is_empty() && !rule.text.is_empty(), "{} has no words", rule.id);
            assert!(!rule.text.contains(['{', '}']) && !rule.title.contains(['{', '}']), "{}", rule.text);
        }
    }
}
