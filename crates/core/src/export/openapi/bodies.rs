//! The bodies of requests.

use crate::case::files::limits::{FileEndpoint, FileLimits};
use crate::export::json::description;
use crate::export::json::{joined, number, object, words};
use crate::export::openapi::{case_name, schema_of, unpublished};
use crate::export::schema::loose_case;
use crate::export::schema::values::NON_BLANK;
use crate::rulebook::product::Product;
use crate::service::requests::kinds::{Body, Endpoint, EndpointId, Member, MemberKind};
use crate::text::json::document::Document;

pub(crate) fn body(endpoint: &Endpoint) -> Option<Document> {
    let required = endpoint.members.iter().any(|member| member.required) || endpoint.body == Body::CaseFields;
    let (content, missing): (Document, &[&str]) = match endpoint.body {
        Body::None => return None,
        Body::Json => (json(members(endpoint)), &[]),
        Body::Unstated => (json(members(endpoint)), &["encoding"]),
        Body::CaseFields => {
            let product = endpoint.product.unwrap_or(Product::PolicyLimit);
            (json(schema_of(&legacy_name(product))), &[])
        }
        Body::Multipart => (multipart(endpoint), &[]),
    };
    let about = about(endpoint.id);
    let about = (!about.is_empty())
        .then(|| ("description", description(&about.iter().map(String::as_str).collect::<Vec<_>>())));
    let body = [("required", Document::Boolean(required)), ("content", content)];
    Some(object(about.into_iter().chain(body).chain(unpublished(missing))))
}

fn about(id: EndpointId) -> Vec<String> {
    match id {
        EndpointId::Create => vec![
            "A file is never a reason to refuse the case: each is reported in `attachments`.".to_owned(),
            "Labels belong to the files by their order.".to_owned(),
            {
                let FileLimits { files, file, total, .. } = FileLimits::of(FileEndpoint::Create);
                format!("At most {files} files, each of at most {} MB and all of at most {} MB.", file.0, total.0)
            },
        ],
        EndpointId::Append => {
            let FileLimits { files, file, total, .. } = FileLimits::of(FileEndpoint::Append);
            vec![format!("At most {files} files a case and {} MB in all; a file of at most {} MB.", total.0, file.0)]
        }
        EndpointId::Respond => vec!["At least one of `message` and `file`.".to_owned()],
        _ => Vec::new(),
    }
}

fn members(endpoint: &Endpoint) -> Document {
    let required: Vec<&str> =
        endpoint.members.iter().filter(|member| member.required).map(|member| member.name).collect();
    let properties = object(endpoint.members.iter().map(|member| (member.name, property(member))));
    let required = (!required.is_empty()).then(|| ("required", words(required)));
    let schema = object([("type", "object".into())].into_iter().chain(required).chain([("properties", properties)]));
    if endpoint.id != EndpointId::Respond {
        return schema;
    }
    // A blank message and an empty list of files count as missing. Generators take a union of
    // schemas for a union of bodies, but ignore conditions.
    let given =
        |name: &str, schema: Document| object([("required", words([name])), ("properties", object([(name, schema)]))]);
    let without_files = object([("not", given("file", object([("minItems", number(1))])))]);
    joined(schema, object([("if", without_files), ("then", given("message", schema_of(NON_BLANK)))]))
}

fn property(member: &Member) -> Document {
    let one = match member.kind {
        // A required text must not be blank (D1).
        MemberKind::Text if member.required => schema_of(NON_BLANK),
        MemberKind::Text | MemberKind::Label => text_schema(member),
        MemberKind::Case => json_text("Case"),
        // Readers of `OpenAPI` 3.0 know the format, and those of JSON Schema the media type.
        MemberKind::File => object([
            ("type", "string".into()),
            ("format", "binary".into()),
            ("contentMediaType", "application/octet-stream".into()),
        ]),
        MemberKind::Ids => {
            object([("type", "array".into()), ("minItems", number(1)), ("items", object([("type", "integer".into())]))])
        }
    };
    let value = if member.repeats { object([("type", "array".into()), ("items", one)]) } else { one };
    joined(value, object([("x-requirement-id", member.requirement_id.into())]))
}

/// Returns the schema of a text, with its words.
pub(crate) fn text_schema(member: &Member) -> Document {
    let listed =
        member.words.map(|list| (if list.open { "examples" } else { "enum" }, words(list.words.iter().copied())));
    let default = member.default.map(|word| ("default", word.into()));
    object([("type", "string".into())].into_iter().chain(listed).chain(default))
}

/// Returns the schema of a string that contains JSON.
pub(crate) fn json_text(schema: &str) -> Document {
    object([
        ("type", "string".into()),
        ("contentMediaType", "application/json".into()),
        ("contentSchema", schema_of(schema)),
    ])
}

/// Returns the `multipart/form-data` body: the case as JSON text, the files, and a part for each
/// label.
fn multipart(endpoint: &Endpoint) -> Document {
    let encodings = endpoint.members.iter().filter_map(|member| {
        let encoding = match member.kind {
            MemberKind::File => object([("contentType", "application/octet-stream".into())]),
            MemberKind::Label if member.repeats => {
                object([("style", "form".into()), ("explode", Document::Boolean(true))])
            }
            _ => return None,
        };
        Some((member.name, encoding))
    });
    let media = object([("schema", members(endpoint)), ("encoding", object(encodings))]);
    object([("multipart/form-data", media)])
}

pub(crate) fn legacy_name(product: Product) -> String {
    format!("Legacy{}", case_name(product))
}

/// Returns the body of step 1 of the legacy flow.
pub(crate) fn legacy_case(product: Product) -> Document {
    let about = "The fields of a case with `files_to_upload`. The path names the product. `check_case` for the legacy \
                 surface reports missing fields and violated rules.";
    joined(object([("description", about.into())]), loose_case(product))
}

/// Returns JSON content.
pub(crate) fn json(schema: Document) -> Document {
    object([("application/json", object([("schema", schema)]))])
}
