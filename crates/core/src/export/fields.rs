//! The field table for forms: places, kinds, labels, hints and choices.

use super::quoted;
use crate::explain::rules;
use crate::fields::{COMMON, Field, Kind, Need, POLICY_EXISTENCE, POLICY_LIMIT, Product, Standing, Words};
use crate::messages::{FieldWords, en, word_label};
use crate::vocabulary::{CASE_TYPE, EXTENSIBLE, WordList};
use serde::Serialize;
use std::fmt::Write;

#[derive(Serialize)]
struct Info {
    at: String,
    name: &'static str,
    r#type: &'static str,
    products: Vec<Product>,
    need: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    label: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    hint: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<Lists>,
}

#[derive(Serialize)]
struct Lists {
    #[serde(skip_serializing_if = "Option::is_none")]
    pl: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pe: Option<&'static str>,
}

fn table() -> Vec<Info> {
    let mut rows = Vec::new();
    let tables: [(&[Field], &[Product]); 3] = [
        (&COMMON, &Product::ALL),
        (&POLICY_LIMIT, &[Product::PolicyLimit]),
        (&POLICY_EXISTENCE, &[Product::PolicyExistence]),
    ];
    for (fields, products) in tables {
        for field in fields {
            let at = format!("/{}", field.name);
            for member in field.kind.members() {
                let place = format!("{at}/{}", member.name);
                rows.push(info(place, member, products, en::MEMBERS));
            }
            let own = rows.len() - field.kind.members().len();
            rows.insert(own, info(at, field, products, en::FIELDS));
        }
    }
    rows
}

fn info(at: String, field: &Field, products: &[Product], catalogue: &'static [FieldWords]) -> Info {
    let words = catalogue.iter().find(|words| words.name == field.name).unwrap_or(&en::NO_FIELD);
    let list_of = |product| {
        let words: Option<Words> = field.kind.words().filter(|_| products.contains(&product));
        words.map(|words| words.of(Some(product)).id)
    };
    let list = Lists { pl: list_of(Product::PolicyLimit), pe: list_of(Product::PolicyExistence) };
    Info {
        at,
        name: field.name,
        r#type: match field.kind {
            Kind::Text => "text",
            Kind::Emails => "emails",
            Kind::Date => "date",
            Kind::Boolean => "boolean",
            Kind::Integer => "integer",
            Kind::State { .. } => "state",
            Kind::Word(_) | Kind::OneWord(_) => "word",
            Kind::WordArray(_) => "words",
            Kind::Record(_) => "record",
            Kind::Object => "object",
        },
        products: products.to_vec(),
        need: match field.need {
            Need::Required => "required",
            Need::Optional => "optional",
            Need::Conditional => "conditional",
        },
        status: match field.standing {
            Standing::Current => None,
            Standing::AliasOf(_) => Some("alias"),
            Standing::Deprecated => Some("deprecated"),
            Standing::Ignored | Standing::LegacyOnly => Some("ignored"),
            Standing::ReadOnly => Some("read_only"),
        },
        label: words.label,
        hint: words.hint,
        list: (list.pl.is_some() || list.pe.is_some()).then_some(list),
    }
}

fn lists() -> impl Iterator<Item = &'static WordList> {
    std::iter::once(&CASE_TYPE).chain(EXTENSIBLE)
}

/// The field table as JSON: one object with `fields`, in the order of the specification's tables.
pub fn fields_json() -> String {
    serde_json::to_string(&serde_json::json!({ "fields": table() })).unwrap_or_default()
}

/// The field table, the word lists and the rules as a TypeScript module.
pub fn fields_ts() -> String {
    let mut out = String::from(
        "// Written by \"casegate export fields\"; do not edit.\n\
         import type { FieldInfo, ListId, RuleInfo, WordList } from \"./types.js\";\n\n\
         export const fields: readonly FieldInfo[] = [\n",
    );
    for row in table() {
        // A row a line: that is how the file is read and compared.
        let _ = writeln!(out, "  {},", serde_json::to_string(&row).unwrap_or_default());
    }
    out.push_str("];\n\nexport const lists: { readonly [id in ListId]: WordList } = {\n");
    for list in lists() {
        let _ = writeln!(out, "  {}: {{\n    open: {},\n    words: [", quoted(list.id), list.open);
        for word in list.words {
            let label = word_label(word).unwrap_or(word);
            let _ = writeln!(out, "      {{ value: {}, label: {} }},", quoted(word), quoted(label));
        }
        out.push_str("    ],\n  },\n");
    }
    out.push_str("};\n\nexport const rules: readonly RuleInfo[] = [\n");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_has_words() {
        for row in table() {
            assert!(!row.label.is_empty(), "{} has no label", row.at);
        }
        for word in lists().flat_map(|list| list.words) {
            assert!(word_label(word).is_some(), "{word} has no label");
        }
        for rule in rules() {
            assert!(!rule.title.is_empty() && !rule.text.is_empty(), "{} has no words", rule.id);
        }
    }
}
