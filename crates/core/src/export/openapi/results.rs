//! `results_data` as schemas: one for each case type, with one schema of an additional policy for
//! each status. Constants distinguish them, so that clients read them as tagged unions.

use crate::export::json::of_type;
use crate::export::json::{joined, list, number, object, text, words};
use crate::export::openapi::members::{always_null, property};
use crate::export::openapi::schema_of;
use crate::rulebook::tokens::{PolicyStatus, ResultsCaseType};
use crate::service::record_schema::{Member, Shape, ValueType};
use crate::service::results::table::{
    CANCELLATION, CANCELLED_POLICY, ENVELOPE, NULL_WHEN_INCLUDED, POLICY_EXISTENCE, POLICY_LIMIT, RESULTS_DATA, SHARED,
    fields_of,
};
use crate::text::json::document::Document;

/// The tables with a schema of their own.
pub(crate) static SHAPES: [&Shape; 5] = [&SHARED, &POLICY_LIMIT, &POLICY_EXISTENCE, &CANCELLED_POLICY, &CANCELLATION];

const OFFERED: &str = "OfferedPolicy";
const INCLUDED: &str = "IncludedPolicy";

/// The names of a case type's schemas: `results_data`, an additional policy, and an accepted one
/// (D36).
struct Names {
    data: &'static str,
    additional: &'static str,
    accepted: &'static str,
    /// The table of a result's own fields.
    result: &'static Shape,
}

const fn names(case_type: ResultsCaseType) -> Names {
    match case_type {
        ResultsCaseType::PolicyLimitSearch => Names {
            data: "PolicyLimitResults",
            additional: "AdditionalPolicyLimit",
            accepted: "AcceptedPolicyLimit",
            result: &POLICY_LIMIT,
        },
        ResultsCaseType::PolicyExistenceSearch => Names {
            data: "PolicyExistenceResults",
            additional: "AdditionalPolicyExistence",
            accepted: "AcceptedPolicyExistence",
            result: &POLICY_EXISTENCE,
        },
        ResultsCaseType::Unknown => Names {
            data: "UnknownResults",
            additional: "AdditionalUnknownPolicy",
            accepted: "AcceptedUnknownPolicy",
            result: &SHARED,
        },
    }
}

pub(crate) fn schemas() -> impl Iterator<Item = (String, Document)> {
    let of_types = ResultsCaseType::ALL.iter().flat_map(|case_type| {
        let names = names(*case_type);
        [
            (names.accepted, accepted(*case_type, &names)),
            (names.additional, additional(&names)),
            (names.data, data(*case_type, &names)),
        ]
    });
    let envelopes = [
        only(
            OFFERED,
            "A policy that may be bought. Its values are absent until it is accepted.",
            PolicyStatus::Offered,
        ),
        only(INCLUDED, "A free informational note.", PolicyStatus::Included),
    ];
    let types = ResultsCaseType::ALL.iter().map(|case_type| (case_type.name(), names(*case_type).data));
    let union = joined(
        object([("title", RESULTS_DATA.name.into()), ("description", RESULTS_DATA.about.into())]),
        tagged("case_type", types),
    );
    let all = envelopes.into_iter().chain(of_types).chain([(RESULTS_DATA.name, union)]);
    all.map(|(name, schema)| (name.to_owned(), schema))
}

/// Returns a union of schemas that the value of a member distinguishes.
pub(crate) fn tagged<'n>(member: &str, schemas: impl Iterator<Item = (&'n str, &'n str)> + Clone) -> Document {
    let mapping = schemas.clone().map(|(word, name)| (word, text(format!("#/components/schemas/{name}"))));
    object([
        ("oneOf", list(schemas.map(|(_, name)| schema_of(name)))),
        ("discriminator", object([("propertyName", member.into()), ("mapping", object(mapping))])),
    ])
}

/// Returns an entry with the envelope only.
fn only(name: &'static str, about: &str, status: PolicyStatus) -> (&'static str, Document) {
    let closed = object([("additionalProperties", Document::Boolean(false))]);
    (name, joined(envelope(name, about, status), closed))
}

/// Returns an entry with the envelope and every field of a result.
fn accepted(case_type: ResultsCaseType, names: &Names) -> Document {
    let about = "A policy that was bought, with every field of a result. `notes` are the researcher's.";
    // `notes` are in both tables.
    let fields = || fields_of(case_type).into_iter().flatten().filter(|field| ENVELOPE.member(field.name).is_none());
    let required = ENVELOPE.members.iter().chain(fields()).map(|member| member.name);
    let fields = fields().map(|field| (field.name, property(names.result, field)));
    let properties = envelope_members(PolicyStatus::Accepted).chain(fields);
    record(names.accepted, about, required, properties)
}

fn envelope(name: &str, about: &str, status: PolicyStatus) -> Document {
    // A member that is always null may be absent (D48).
    let required = ENVELOPE.members.iter().filter(|member| !is_null(member, status));
    record(name, about, required.map(|member| member.name), envelope_members(status))
}

fn envelope_members(status: PolicyStatus) -> impl Iterator<Item = (&'static str, Document)> {
    ENVELOPE.members.iter().map(move |member| {
        let value = match member.name {
            "status" => with_statement(member, constant("string", status.name().into())),
            _ if is_null(member, status) => {
                let kind = if matches!(member.value_type, ValueType::Integer) { "integer" } else { "string" };
                with_statement(member, always_null(kind))
            }
            _ => property(&ENVELOPE, member),
        };
        (member.name, value)
    })
}

fn is_null(member: &Member, status: PolicyStatus) -> bool {
    status == PolicyStatus::Included && NULL_WHEN_INCLUDED.contains(&member.name)
}

/// Returns an additional policy of any status.
fn additional(names: &Names) -> Document {
    let statuses = PolicyStatus::ALL.iter().map(|status| {
        let name = match status {
            PolicyStatus::Offered => OFFERED,
            PolicyStatus::Accepted => names.accepted,
            PolicyStatus::Included => INCLUDED,
        };
        (status.name(), name)
    });
    joined(object([("title", names.additional.into())]), tagged("status", statuses))
}

/// Returns `results_data` of a case type. A canceled case has no results (rule 6), as conditions
/// tell, which no generator reads: it would be another schema with the same `case_type`, and not
/// all generators tell schemas apart by two members.
fn data(case_type: ResultsCaseType, names: &Names) -> Document {
    let properties = RESULTS_DATA.members.iter().map(|member| {
        let value = match member.name {
            "case_type" => constant("string", case_type.name().into()),
            "results" => array(schema_of(names.result.name)),
            "additional_policies" => joined(array(schema_of(names.additional)), since()),
            _ => return (member.name, property(&RESULTS_DATA, member)),
        };
        (member.name, with_statement(member, value))
    });
    let about = "`results_data` of a case. A canceled case has `cancelled` and `cancellation`, and no results.";
    let given =
        |name: &str, value: Document| object([("required", words([name])), ("properties", object([(name, value)]))]);
    let empty = || object([("maxItems", number(0))]);
    let lists = object([("results", empty()), ("additional_policies", empty())]);
    let conditions = object([
        ("if", given("cancelled", object([("const", Document::Boolean(true))]))),
        ("then", object([("required", words(["cancellation"])), ("properties", lists)])),
        ("else", object([("not", object([("required", words(["cancellation"]))]))])),
    ]);
    joined(record(names.data, about, ["case_type", "results"], properties), conditions)
}

fn record<'n>(
    name: &str,
    about: &str,
    required: impl IntoIterator<Item = &'n str>,
    properties: impl IntoIterator<Item = (&'n str, Document)>,
) -> Document {
    object([
        ("title", name.into()),
        ("description", about.into()),
        ("type", "object".into()),
        ("required", words(required)),
        ("properties", object(properties)),
    ])
}

/// The list is always present, except in results before version 2.3.0.
fn since() -> Document {
    let about = "Absent in results generated before version 2.3.0; read as an empty array there.";
    object([("description", about.into())])
}

fn with_statement(member: &Member, value: Document) -> Document {
    joined(value, object([("x-requirement-id", member.requirement_id.into())]))
}

fn constant(kind: &str, value: Document) -> Document {
    joined(of_type(kind), object([("const", value)]))
}

fn array(items: Document) -> Document {
    object([("type", "array".into()), ("items", items)])
}
