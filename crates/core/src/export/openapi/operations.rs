//! An endpoint as an operation: parameters, body, answers.

use crate::export::json::{joined, list, object};
use crate::export::openapi::bodies::json;
use crate::export::openapi::{bodies, records, schema_of, security, unpublished, words};
use crate::service::requests::kinds::{Endpoint, EndpointId, Member, Prefix, Retry};
use crate::text::json::document::Document;

pub(crate) fn operation(endpoint: &Endpoint) -> Document {
    let (tag, summary) = words::summary(endpoint.id);
    let head = object([
        ("operationId", endpoint.id.name().into()),
        ("tags", list([tag.into()])),
        ("summary", summary.into()),
        ("x-requirement-id", endpoint.requirement_id.into()),
    ]);
    let retry = match endpoint.retry {
        Retry::Safe => "safe",
        Retry::Refused => "refused",
        Retry::Unpublished => "unpublished",
    };
    let sunset = endpoint.sunset().into_iter();
    let sunset =
        sunset.flat_map(|day| [("deprecated", Document::Boolean(true)), ("x-sunset", Document::Text(day.to_string()))]);
    let path = endpoint.params().map(path_parameter);
    let parameters: Vec<Document> = path.chain(endpoint.query.iter().map(query_parameter)).collect();
    let parameters = (!parameters.is_empty()).then(|| ("parameters", list(parameters)));
    let body = bodies::body(endpoint).map(|body| ("requestBody", body));
    // The specification does not say for every endpoint if its path has the partners' prefix.
    let open: &[&str] = match endpoint.prefix {
        Prefix::OpenPartner | Prefix::OpenBase => &["prefix"],
        Prefix::Partner | Prefix::Own => &[],
    };
    let rest =
        [("x-retry", retry.into())].into_iter().chain(unpublished(open)).chain(sunset).chain(parameters).chain(body);
    let answers = [("responses", responses(endpoint)), ("security", security(endpoint.tokens))];
    joined(head, object(rest.chain(answers)))
}

fn path_parameter(name: &'static str) -> Document {
    object([
        ("name", name.into()),
        ("in", "path".into()),
        ("required", Document::Boolean(true)),
        ("description", words::parameter(name).into()),
        ("schema", object([("type", "string".into())])),
    ])
}

fn query_parameter(member: &Member) -> Document {
    let open = member.words.is_some_and(|list| list.open);
    let missing: &[&str] = match (open, member.default) {
        (true, None) => &["further_words", "default"],
        (true, Some(_)) => &["further_words"],
        (false, _) => &[],
    };
    let parameter = [
        ("name", member.name.into()),
        ("in", "query".into()),
        ("required", Document::Boolean(member.required)),
        ("schema", bodies::text_schema(member)),
        ("x-requirement-id", member.requirement_id.into()),
    ];
    object(parameter.into_iter().chain(unpublished(missing)))
}

fn responses(endpoint: &Endpoint) -> Document {
    let mut missing = Vec::new();
    let status = endpoint.status.map_or_else(|| "2XX".to_owned(), |status| status.to_string());
    if endpoint.status.is_none() {
        missing.push("status");
    }
    let schema = endpoint.response.and_then(records::answer);
    match &schema {
        None => missing.push("body"),
        Some((_, parts)) => missing.extend(parts.iter().copied()),
    }
    let content = schema.map(|(schema, _)| ("content", json(schema)));
    let success = [("description", "Done.".into())].into_iter().chain(content).chain(unpublished(&missing));
    let mut all = vec![(status, object(success))];
    for (_, when, requirement_id) in words::REFUSALS.iter().filter(|(id, ..)| *id == endpoint.id) {
        let refusal = object([("description", (*when).into()), ("x-requirement-id", (*requirement_id).into())]);
        all.push(("400".to_owned(), joined(refusal, object(unpublished(&["body"])))));
    }
    let other = if endpoint.id == EndpointId::Cancel {
        let head = object([("description", "The case cannot be canceled, or another refusal.".into())]);
        joined(
            joined(head, object([("content", json(schema_of(records::CANCEL_ERROR)))])),
            object(unpublished(&["status"])),
        )
    } else {
        let head = object([("description", "Any other refusal, such as of a token or of an unknown case.".into())]);
        joined(head, object(unpublished(&["status", "body"])))
    };
    all.push(("default".to_owned(), other));
    Document::Object(all.into_iter().collect())
}
