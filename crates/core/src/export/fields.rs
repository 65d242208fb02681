//! The field table for forms: places, types, labels, hints and choices.

use crate::messages::Language;
use crate::messages::catalogue::FieldWords;
use crate::rulebook::fields::common::COMMON;
use crate::rulebook::fields::policy_existence::POLICY_EXISTENCE;
use crate::rulebook::fields::policy_limit::POLICY_LIMIT;
use crate::rulebook::fields::{Field, FieldStatus, Kind, Requiredness, Words};
use crate::rulebook::lifetime::{Lifetime, Moment};
use crate::rulebook::product::Product;
use serde::Serialize;

/// A field, or a member of a record, for forms.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub struct Info {
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
#[derive(Debug, Serialize, schemars::JsonSchema)]
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
#[derive(Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Status {
    Deprecated,
    Ignored,
    ReadOnly,
    Alias,
}

/// The word list of a field, for each product.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub struct Lists {
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

/// Returns the field table as JSON: one object with `fields`, in the order of the specification's
/// tables.
pub fn fields_json() -> String {
    serde_json::to_string(&serde_json::json!({ "fields": table(Language::English) })).unwrap_or_default()
}

/// Returns the English label of a word of the lists, such as that of a product.
///
/// ```
/// assert_eq!(casegate::export::word_label("pl"), Some("Policy Limit"));
/// ```
pub fn word_label(word: &str) -> Option<&'static str> {
    Language::English.labels().word(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::explain::rules;
    use crate::rulebook::vocabulary::{CASE_TYPE, EXTENSIBLE};

    #[test]
    fn everything_has_words() {
        for language in Language::ALL {
            for row in table(language) {
                assert!(!row.label.is_empty(), "{} has no label", row.at);
            }
            for word in std::iter::once(&CASE_TYPE).chain(EXTENSIBLE).flat_map(|list| list.words) {
                assert!(language.labels().word(word).is_some(), "{word} has no label");
            }
        }
        for rule in rules() {
            assert!(!rule.title.is_empty() && !rule.text.is_empty(), "{} has no words", rule.id);
            assert!(!rule.text.contains(['{', '}']) && !rule.title.contains(['{', '}']), "{}", rule.text);
        }
    }
}
