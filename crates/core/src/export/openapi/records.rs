//! Records, results and their parts as schemas.

use crate::export::json::of_type;
use crate::export::json::{joined, list, object, text, words};
use crate::export::openapi::members::property;
use crate::export::openapi::{events, results, schema_of};
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

/// The name of the schema of results in either format.
const ANY_RESULTS: &str = "AnyResults";

/// Returns the schema of an answer in the endpoint table, and its unpublished parts.
pub(crate) fn answer(name: &str) -> Option<(Document, &'static [&'static str])> {
    let of = |record: Record| schema_of(record.shape().name);
    Some(match name {
        "CaseListItem" => (of(Record::CaseList), &["envelope", "pagination"]),
        "PartnerCaseCreateResponse" => (of(Record::CreateResponse), &[]),
        "CaseDetail" => (of(Record::CaseDetail), &[]),
        "Results" => (schema_of(ANY_RESULTS), &[]),
        "Offer" => (of(Record::Offer), &["body_without_offer"]),
        "RespondResponse" => (of(Record::Responded), &[]),
        "FileAppendResponse" => (of(Record::FileAppended), &[]),
        "CancellationAccepted" => (of(Record::CancellationAccepted), &["words_of_tier"]),
        "UserToken" => (of(Record::LoginResponse), &["name_of_the_token_member"]),
        "LegacyTicket" => (of(Record::Ticket), &[]),
        _ => return None,
    })
}

/// Returns all tables by the names of their types.
pub(crate) fn schemas() -> Document {
    let shapes = collected(crate::service::records::shapes().chain(results::SHAPES));
    let schemas = shapes.into_iter().map(|shape| (shape.name.to_owned(), schema(shape)));
    let formats = [Record::Results, Record::ResultsPdf].map(|record| schema_of(record.shape().name));
    let any_results = object([("title", ANY_RESULTS.into()), ("oneOf", list(formats))]);
    let any_results = [(ANY_RESULTS.to_owned(), any_results)];
    let rest = results::schemas().chain(nested_records()).chain(events::schemas());
    Document::Object(schemas.chain(any_results).chain(rest).collect())
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
    // A result has the shared fields too, written out: openapi-python-client reads `allOf` with one
    // schema as that schema.
    let is_result = [POLICY_LIMIT.name, POLICY_EXISTENCE.name].contains(&shape.name);
    let members = || is_result.then_some(SHARED.members).into_iter().flatten().chain(shape.members);
    // The specification does not say if a canceled policy may lack members that are null (D48).
    let is_open = shape.name == CANCELLED_POLICY.name;
    let always = members().filter(|member| member.presence == Presence::Always && !is_open);
    let required: Vec<&str> = always.map(|member| member.name).collect();
    let required = (!required.is_empty()).then(|| ("required", words(required)));
    let there = members().filter(|member| member.presence != Presence::Never);
    let properties = object(there.map(|member| (member.name, property(shape, member))));
    let properties =
        if shape.name == Record::Ticket.shape().name { joined(case_fields(), properties) } else { properties };
    let never = members().find(|member| member.presence == Presence::Never);
    let never = never.map(|member| ("not", object([("required", words([member.name]))])));
    let head = [("title", shape.name.into()), ("description", text(shape.about)), ("type", "object".into())];
    let schema = object(head.into_iter().chain(required).chain([("properties", properties)]).chain(never));
    joined(schema, conditions(shape))
}

/// Returns the schemas of members that depend on the value of another one: a chain of `if` and
/// `else`, one for each value, because generators ignore `if` but not all of them `allOf`.
fn conditions(shape: &Shape) -> Document {
    let mut values: Vec<(&str, &str)> = shape.members.iter().filter_map(condition).collect();
    values.dedup();
    values.into_iter().rev().fold(object([]), |otherwise, (other, word)| {
        let members = || shape.members.iter().filter(|member| condition(member) == Some((other, word)));
        let set = || object([("not", object([("const", Document::Null)]))]);
        let given = object([
            ("required", words(members().map(|member| member.name))),
            ("properties", object(members().map(|member| (member.name, set())))),
        ]);
        let is = object([(other, object([("const", word.into())]))]);
        let branch = [("if", object([("required", words([other])), ("properties", is)])), ("then", given)];
        let is_last = otherwise == object([]);
        object(branch.into_iter().chain((!is_last).then_some(("else", otherwise))))
    })
}

/// Returns the member on which a member depends, and its value.
fn condition(member: &Member) -> Option<(&'static str, &'static str)> {
    match member.presence {
        Presence::When(other, word) => Some((other, word)),
        Presence::Always | Presence::Optional | Presence::Never => None,
    }
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
