//! The rules in a schema: for each clause, its requirement where its conditions are met.

use crate::case::explain::explanation;
use crate::export::json::all_of;
use crate::export::json::{joined, list, object, text, words};
use crate::export::schema::values::{non_blank, of_type, one, set, some, unset};
use crate::export::schema::{CaseSchema, patterns};
use crate::rulebook::fields::Kind;
use crate::rulebook::fields::names::FieldId;
use crate::rulebook::params::Severity;
use crate::rulebook::product::Product;
use crate::rulebook::rules::table::RULES;
use crate::rulebook::rules::{Clause, Condition, Requirement, Rule};
use crate::rulebook::surface::{Credential, Surface};
use crate::rulebook::vocabulary::{COMMERCIAL_PREFIXES, PERSONAL_PREFIXES};
use crate::text::json::document::Document;

/// Returns a schema for each rule that can refuse a case of this product on the create endpoint.
pub(crate) fn rules(wanted: CaseSchema<'_>) -> Vec<Document> {
    let applying = RULES.iter().filter(|rule| {
        rule.product.is_none_or(|product| product == wanted.product) && rule.surface != Some(Surface::Legacy)
    });
    applying.filter_map(|rule| of_rule(rule, wanted)).collect()
}

fn of_rule(rule: &'static Rule, wanted: CaseSchema<'_>) -> Option<Document> {
    let clauses: Vec<Document> = rule.clauses.iter().filter_map(|clause| of_clause(clause, wanted)).collect();
    if clauses.is_empty() {
        return None;
    }
    let words = explanation(rule);
    let number = rule.number.map(|number| format!(", conditional rule {number}")).unwrap_or_default();
    let head = object([
        ("title", (&*words.title).into()),
        ("description", (&*words.text).into()),
        ("$comment", text(format!("{}{number}", rule.id))),
    ]);
    Some(joined(head, all_of(clauses)))
}

fn of_clause(clause: &Clause, wanted: CaseSchema<'_>) -> Option<Document> {
    let requirements: Vec<SchemaClause> =
        clause.then.iter().filter_map(|(then, _)| requirement(*then, wanted)).collect();
    if requirements.is_empty() {
        return None;
    }
    let mut conditions = Vec::new();
    for condition in clause.when {
        match met(*condition, wanted) {
            Met::Always => {}
            Met::Never => return None,
            Met::Where(schema) => conditions.push(schema),
        }
    }
    let then = of_requirements(requirements);
    Some(if conditions.is_empty() { then } else { object([("if", all_of(conditions)), ("then", then)]) })
}

/// The requirement on a field.
struct SchemaClause {
    key: FieldId,
    /// `true` if the field must be present.
    present: bool,
    value: Document,
}

/// Returns the requirement as far as the schema can express it: `None` if a rule only warns, or
/// depends on the context.
fn requirement(then: Requirement, wanted: CaseSchema<'_>) -> Option<SchemaClause> {
    let of = |key: FieldId, present, value| Some(SchemaClause { key, present, value });
    let kind = |key: FieldId| key.field_of(Some(wanted.product)).kind;
    match then {
        Requirement::Required(key) => of(key, true, set(kind(key))),
        Requirement::Forbidden(key) => of(key, false, unset(kind(key))),
        Requirement::MustBeTrue(key) => of(key, true, object([("const", Document::Boolean(true))])),
        Requirement::UsdotNumber(key) => of(key, false, patterns::usdot_number()),
        Requirement::OneFamily(key) => {
            let holds = |prefixes| {
                let word = object([("type", "string".into()), ("pattern", text(patterns::starts_with(prefixes)))]);
                object([("type", "array".into()), ("contains", word)])
            };
            let both = list([holds(COMMERCIAL_PREFIXES), holds(PERSONAL_PREFIXES)]);
            of(key, false, object([("not", object([("allOf", both)]))]))
        }
        Requirement::WithinDays(key, days) => {
            let today = wanted.today?;
            let days: Vec<String> = today.since(days).map(|day| day.to_string()).collect();
            of(key, false, object([("enum", words(days.iter().map(String::as_str)))]))
        }
        Requirement::WarnIfSet(key, code) | Requirement::NoteIfSet(key, code) if code.severity() == Severity::Error => {
            of(key, false, unset(kind(key)))
        }
        Requirement::WarnIfSet(..)
        | Requirement::NoteIfSet(..)
        | Requirement::NotInFuture(_)
        | Requirement::NotLongAgo(..)
        | Requirement::NotRefused(_)
        | Requirement::SpecialtyFee(_)
        | Requirement::RequiresEnrollment(_)
        | Requirement::Alias(..)
        | Requirement::ProductAgrees(_)
        | Requirement::Sunset => None,
    }
}

fn of_requirements(requirements: Vec<SchemaClause>) -> Document {
    let mut fields: Vec<(FieldId, bool, Vec<Document>)> = Vec::new();
    for SchemaClause { key, present, value } in requirements {
        match fields.iter_mut().find(|(known, ..)| *known == key) {
            Some((_, there, values)) => {
                *there |= present;
                values.push(value);
            }
            None => fields.push((key, present, vec![value])),
        }
    }
    let required: Vec<&str> = fields.iter().filter(|(_, present, _)| *present).map(|(key, ..)| key.name()).collect();
    let properties = object(fields.into_iter().map(|(key, _, values)| (key.name(), all_of(values))));
    let required = (!required.is_empty()).then(|| ("required", words(required)));
    object(required.into_iter().chain([("properties", properties)]))
}

/// The schema of payloads that meet a condition.
enum Met {
    Always,
    Never,
    Where(Document),
}

fn met(condition: Condition, wanted: CaseSchema<'_>) -> Met {
    let there = |key: FieldId, value: Document| {
        Met::Where(object([("required", words([key.name()])), ("properties", object([(key.name(), value)]))]))
    };
    match condition {
        Condition::MasterToken if wanted.credential == Credential::Master => Met::Always,
        Condition::MasterToken => Met::Never,
        Condition::Is(key, value) => there(key, object([("const", Document::Boolean(value))])),
        Condition::StartsWith(key, prefixes, holds) => {
            let test = object([("type", "string".into()), ("pattern", text(patterns::starts_with(prefixes)))]);
            there(key, first_word(key, wanted.product, &test, holds))
        }
        Condition::Equals(key, word, holds) => {
            there(key, first_word(key, wanted.product, &object([("const", word.into())]), holds))
        }
        Condition::Contains(key, word, holds) => {
            let known = object([("type", "array".into()), ("contains", object([("const", word.into())]))]);
            if holds {
                return there(key, known);
            }
            let field = key.field_of(Some(wanted.product));
            let other = joined(set(field.kind), object([("not", known)]));
            if field.is_required {
                return there(key, other);
            }
            // An absent optional field contains no word.
            let either = object([("anyOf", list([unset(field.kind), other]))]);
            Met::Where(object([("properties", object([(key.name(), either)]))]))
        }
    }
}

/// Returns the schema of payloads whose first or only word passes a test, or does not. The field is
/// set, and has the right type (D7, D40).
fn first_word(key: FieldId, product: Product, test: &Document, holds: bool) -> Document {
    let word = |must_be_set: bool| match (holds, must_be_set) {
        (true, _) => test.clone(),
        (false, true) => joined(non_blank(), object([("not", test.clone())])),
        (false, false) => joined(of_type("string"), object([("not", test.clone())])),
    };
    match key.field_of(Some(product)).kind {
        Kind::OneWord(_) => object([("anyOf", list([word(true), one(word(false))]))]),
        Kind::WordArray(_) => joined(some(), object([("prefixItems", list([word(false)]))])),
        _ => word(true),
    }
}
