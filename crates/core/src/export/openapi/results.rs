//! `results_data` as schemas: one for each case type and one for a canceled case, with one schema
//! of an additional policy for each status. Constants distinguish them, so that clients read them
//! as tagged unions.

use crate::export::json::of_type;
use crate::export::json::{joined, list, number, object, text, words};
use crate::export::openapi::members::property;
use crate::export::openapi::schema_of;
use crate::rulebook::tokens::{PolicyStatus, ResultsCaseType};
use crate::service::record_schema::{Member, Shape};
use crate::service::results::table::{
    CANCELLATION, CANCELLED_POLICY, ENVELOPE, NULL_WHEN_INCLUDED, POLICY_EXISTENCE, POLICY_LIMIT, RESULTS_DATA, SHARED,
};
use crate::text::json::document::Document;

/// The tables with a schema of their own.
pub(crate) static SHAPES: [&Shape; 5] = [&SHARED, &POLICY_LIMIT, &POLICY_EXISTENCE, &CANCELLED_POLICY, &CANCELLATION];

const CANCELLED: &str = "CancelledResults";
const OFFERED: &str = "OfferedPolicy";
const INCLUDED: &str = "IncludedPolicy";

/// The names of a case type's schemas: `results_data`, a result, and an accepted policy (D36).
struct Names {
    data: &'static str,
    result: &'static str,
    accepted: &'static str,
}

const fn names(case_type: ResultsCaseType) -> Names {
    match case_type {
        ResultsCaseType::PolicyLimitSearch => {
            Names { data: "PolicyLimitResults", result: POLICY_LIMIT.name, accepted: "AcceptedPolicyLimit" }
        }
        ResultsCaseType::PolicyExistenceSearch => {
            Names { data: "PolicyExistenceResults", result: POLICY_EXISTENCE.name, accepted: "AcceptedPolicyExistence" }
        }
        ResultsCaseType::Unknown => {
            Names { data: "UnknownResults", result: SHARED.name, accepted: "AcceptedUnknownPolicy" }
        }
    }
}

pub(crate) fn schemas() -> impl Iterator<Item = (String, Document)> {
    let of_types = ResultsCaseType::ALL.iter().flat_map(|case_type| {
        let names = names(*case_type);
        [(names.accepted, accepted(&names)), (names.data, data(*case_type, &names))]
    });
    let envelopes = [
        only(
            OFFERED,
            "A policy that may be bought. Its values are absent until it is accepted.",
            PolicyStatus::Offered,
        ),
        only(INCLUDED, "A free informational note.", PolicyStatus::Included),
    ];
    let all = ResultsCaseType::ALL.iter().map(|case_type| schema_of(names(*case_type).data));
    let union = object([
        ("title", RESULTS_DATA.name.into()),
        ("description", RESULTS_DATA.about.into()),
        ("oneOf", list(all.chain([schema_of(CANCELLED)]))),
    ]);
    let rest = [(CANCELLED, cancelled()), (RESULTS_DATA.name, union)];
    envelopes.into_iter().chain(of_types).chain(rest).map(|(name, schema)| (name.to_owned(), schema))
}

/// Returns an entry with the envelope only.
fn only(name: &'static str, about: &str, status: PolicyStatus) -> (&'static str, Document) {
    let closed = object([("additionalProperties", Document::Boolean(false))]);
    (name, joined(envelope(name, about, status), closed))
}

/// Returns an entry with the envelope and every field of a result.
fn accepted(names: &Names) -> Document {
    let about = "A policy that was bought, with every field of a result. `notes` are the researcher's.";
    joined(
        envelope(names.accepted, about, PolicyStatus::Accepted),
        object([("allOf", list([schema_of(names.result)]))]),
    )
}

fn envelope(name: &str, about: &str, status: PolicyStatus) -> Document {
    let is_null = |member: &Member| status == PolicyStatus::Included && NULL_WHEN_INCLUDED.contains(&member.name);
    let properties = ENVELOPE.members.iter().map(|member| {
        let value = match member.name {
            "status" => with_statement(member, constant("string", status.name().into())),
            _ if is_null(member) => with_statement(member, of_type("null")),
            _ => property(&ENVELOPE, member),
        };
        (member.name, value)
    });
    // A member that is always null may be absent (D48).
    let required = ENVELOPE.members.iter().filter(|member| !is_null(member));
    record(name, about, required.map(|member| member.name), properties)
}

fn data(case_type: ResultsCaseType, names: &Names) -> Document {
    let policies = PolicyStatus::ALL.iter().map(|status| {
        let name = match status {
            PolicyStatus::Offered => OFFERED,
            PolicyStatus::Accepted => names.accepted,
            PolicyStatus::Included => INCLUDED,
        };
        (status.name(), name)
    });
    let mapping = policies.clone().map(|(status, name)| (status, text(format!("#/components/schemas/{name}"))));
    let policy = object([
        ("oneOf", list(policies.map(|(_, name)| schema_of(name)))),
        ("discriminator", object([("propertyName", "status".into()), ("mapping", object(mapping))])),
    ]);
    let properties = RESULTS_DATA.members.iter().filter_map(|member| {
        let value = match member.name {
            "case_type" => constant("string", case_type.name().into()),
            "results" => array(schema_of(names.result)),
            "additional_policies" => joined(array(policy.clone()), since()),
            "cancelled" => constant("boolean", Document::Boolean(false)),
            _ => return None,
        };
        Some((member.name, with_statement(member, value)))
    });
    let about = "`results_data` of a case that was not canceled.";
    joined(
        record(names.data, about, ["case_type", "results"], properties),
        object([("not", object([("required", words(["cancellation"]))]))]),
    )
}

/// Returns `results_data` of a canceled case (rule 6).
fn cancelled() -> Document {
    let properties = RESULTS_DATA.members.iter().map(|member| {
        let empty = || object([("type", "array".into()), ("maxItems", number(0))]);
        let value = match member.name {
            "results" => empty(),
            "additional_policies" => joined(empty(), since()),
            "cancelled" => constant("boolean", Document::Boolean(true)),
            _ => return (member.name, property(&RESULTS_DATA, member)),
        };
        (member.name, with_statement(member, value))
    });
    let about = "`results_data` of a canceled case.";
    record(CANCELLED, about, ["case_type", "cancelled", "cancellation", "results"], properties)
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
