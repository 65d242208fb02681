//! Records, results and their parts as schemas.

use crate::export::json::of_type;
use crate::export::json::{joined, list, object, text, words};
use crate::export::openapi::members::property;
use crate::export::openapi::{results, schema_of};
use crate::messages::Language;
use crate::rulebook::fields::common::COMMON;
use crate::rulebook::fields::policy_existence::POLICY_EXISTENCE as CASE_POLICY_EXISTENCE;
use crate::rulebook::fields::policy_limit::POLICY_LIMIT as CASE_POLICY_LIMIT;
use crate::rulebook::fields::{Field, Kind, NestedRecord};
use crate::service::record_schema::{Member, Presence, Shape, ValueType};
use crate::service::records::table::Record;
use crate::service::records::table::nested_id;
use crate::service::results::table::{CANCELLED_POLICY, POLICY_EXISTENCE, POLICY_LIMIT, SHARED};
use crate::text::json::document::Document;

/// The name of the schema of a refused cancellation.
pub(crate) const CANCEL_ERROR: &str = "CancelError";

/// Returns the schema of an answer in the endpoint table, and its unpublished parts.
pub(crate) fn answer(name: &str) -> Option<(Document, &'static [&'static str])> {
    let of = |record: Record| schema_of(record.shape().name);
    Some(match name {
        "CaseListItem" => (of(Record::CaseList), &["envelope", "pagination"]),
        "PartnerCaseCreateResponse" => (of(Record::CreateResponse), &[]),
        "CaseDetail" => (of(Record::CaseDetail), &[]),
        "Results" => (object([("anyOf", list([of(Record::Results), of(Record::ResultsPdf)]))]), &[]),
        "Offer" => (of(Record::Offer), &["body_without_offer"]),
        "RespondResponse" => (of(Record::Responded), &[]),
        "FileAppendResponse" => (of(Record::FileAppended), &[]),
        "CancellationAccepted" => (of(Record::CancellationAccepted), &["words_of_tier"]),
        "UserToken" => (of(Record::LoginResponse), &["name_of_the_token_member"]),
        "LegacyTicket" => (of(Record::Ticket), &[]),
        _ => return None,
    })
}

/// Returns the name of a record's schema in [`crate::export::openapi::openapi`].
///
/// ```
/// use casegate::export::record_schema_name;
/// use casegate::records::Record;
///
/// assert_eq!(record_schema_name(Record::Offer), "Offer");
/// ```
pub fn record_schema_name(record: Record) -> &'static str {
    record.shape().name
}

/// Returns all tables by the names of their types.
pub(crate) fn schemas() -> Document {
    let shapes = collected(crate::service::records::shapes().chain(results::SHAPES));
    let schemas = shapes.into_iter().map(|shape| (shape.name.to_owned(), schema(shape)));
    Document::Object(schemas.chain(results::schemas()).chain(nested_records()).collect())
}

/// Returns the shapes with those of their members, each once.
pub(crate) fn collected(roots: impl Iterator<Item = &'static Shape>) -> Vec<&'static Shape> {
    let mut shapes = Vec::new();
    roots.for_each(|shape| collect(shape, &mut shapes));
    shapes
}

/// Collects a shape and the shapes of its members.
fn collect(shape: &'static Shape, shapes: &mut Vec<&'static Shape>) {
    if shapes.iter().any(|known| known.name == shape.name) {
        return;
    }
    shapes.push(shape);
    for member in shape.members {
        if let ValueType::Record(inner) | ValueType::Records(inner) = member.value_type {
            collect(inner, shapes);
        }
    }
}

fn schema(shape: &'static Shape) -> Document {
    // The specification does not say if a canceled policy may lack members that are null (D48).
    let is_open = shape.name == CANCELLED_POLICY.name;
    let always = shape.members.iter().filter(|member| member.presence == Presence::Always && !is_open);
    let required: Vec<&str> = always.map(|member| member.name).collect();
    let required = (!required.is_empty()).then(|| ("required", words(required)));
    let there = shape.members.iter().filter(|member| member.presence != Presence::Never);
    let properties = object(there.map(|member| (member.name, property(shape, member))));
    let properties =
        if shape.name == Record::Ticket.shape().name { joined(case_fields(), properties) } else { properties };
    let conditions: Vec<Document> = shape.members.iter().filter_map(condition).chain(extra(shape)).collect();
    let conditions = (!conditions.is_empty()).then(|| ("allOf", list(conditions)));
    object(
        [("title", shape.name.into()), ("description", text(shape.about)), ("type", "object".into())]
            .into_iter()
            .chain(required)
            .chain([("properties", properties)])
            .chain(conditions),
    )
}

/// Returns the schema of a member that depends on another one, or must be absent.
fn condition(member: &Member) -> Option<Document> {
    let named = |name: &str| object([("required", words([name]))]);
    match member.presence {
        Presence::When(other, word) => {
            let is = object([(other, object([("const", word.into())]))]);
            let condition = joined(named(other), object([("properties", is)]));
            let set = object([(member.name, object([("not", of_type("null"))]))]);
            Some(object([("if", condition), ("then", joined(named(member.name), object([("properties", set)])))]))
        }
        Presence::Never => Some(object([("not", named(member.name))])),
        Presence::Always | Presence::Optional => None,
    }
}

/// Returns the parts of a table beyond its rows: the shared fields of results.
fn extra(shape: &'static Shape) -> Vec<Document> {
    if [POLICY_LIMIT.name, POLICY_EXISTENCE.name].contains(&shape.name) {
        return vec![schema_of(SHARED.name)];
    }
    Vec::new()
}

/// Returns the fields of a case in a ticket (`TKT-case-fields`) with their types only, because
/// `check_case` judges their values.
fn case_fields() -> Document {
    let mut fields = object([]);
    for field in COMMON.iter().chain(CASE_POLICY_LIMIT).chain(CASE_POLICY_EXISTENCE) {
        let label = Language::English.labels().field(field.name).label;
        let value =
            if field.is_passed_over() { object([("deprecated", Document::Boolean(true))]) } else { case_value(field) };
        // The later of two rows with one name has the forms of both.
        let head = object([("title", label.into()), ("x-requirement-id", field.requirement_id.into())]);
        fields = joined(fields, object([(field.name, joined(head, value))]));
    }
    fields
}

fn case_value(field: &Field) -> Document {
    let array = || object([("type", words(["array", "null"])), ("items", of_type("string"))]);
    let or_null = |name: &str| object([("type", words([name, "null"]))]);
    match field.kind {
        Kind::Text | Kind::Emails | Kind::Date | Kind::State { .. } | Kind::Word(_) => or_null("string"),
        Kind::Boolean => or_null("boolean"),
        Kind::Integer => or_null("integer"),
        Kind::Object => or_null("object"),
        Kind::WordArray(_) => array(),
        Kind::OneWord(_) => object([("anyOf", list([array(), of_type("string")]))]),
        Kind::Record(record) => object([("anyOf", list([schema_of(&with_id(record.name())), of_type("null")]))]),
    }
}

/// Returns the name of a nested record in answers.
fn with_id(name: &str) -> String {
    format!("{name}WithId")
}

/// Returns the nested records of a case as in answers, with their ids.
fn nested_records() -> impl Iterator<Item = (String, Document)> {
    NestedRecord::ALL.into_iter().filter_map(|record| {
        let (name, id) = (record.name(), nested_id(record)?);
        let properties = object([(id.name, property(Record::Ticket.shape(), &id))]);
        let own = [("type", "object".into()), ("required", words([id.name])), ("properties", properties)];
        Some((with_id(name), object([("allOf", list([schema_of(name), object(own)]))])))
    })
}
