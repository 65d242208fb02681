//! The description of `casegate api` as `OpenAPI` 3.1: a path for each operation of [`crate::wire`],
//! with the schemas of the Rust types.

use crate::export::json::{joined, list, object, of_type, pascal_case, pretty, text, words};
use crate::export::openapi::bodies::json;
use crate::export::openapi::bodies::json_text;
use crate::export::openapi::results::tagged;
use crate::export::openapi::{at_home, schema_of};
use crate::export::report::sorted;
use crate::export::settings::settings_schema;
use crate::report::RULEBOOK;
use crate::text::json::document::Document;
use crate::wire::{CASE_OPERATIONS, Description, Operation, SERVICE_OPERATIONS};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;

const ABOUT: &str = "The operations of casegate over HTTP. The body of a request is the input of an operation, and \
                     the answer has the same bytes as that of every other binding. A refused case is answered \
                     with 200, because the report is the content.";

const LICENSE: &str = "MIT OR Apache-2.0";

/// The name of the header with the context of a request.
pub const CONTEXT_HEADER: &str = "casegate-context";

const CONTEXT: &str =
    "Settings of the context for this request. Each replaces the one that the server was started with.";

/// The refusals of an operation: the status, the name of the response, and the condition.
const REFUSALS: [(&str, &str, &str); 7] = [
    ("400", "InvalidContext", "The context is invalid, or the request is malformed; `code` says which."),
    ("405", "OtherMethod", "The path does not support the method."),
    ("408", "Incomplete", "The body broke off, or came too slowly."),
    ("413", "TooLong", "The body is longer than the server reads."),
    ("415", "Encoded", "The body has a `Content-Encoding`, such as gzip."),
    ("500", "Broken", "The server failed."),
    ("503", "Busy", "Too many connections are open."),
];

/// The codes of problems, which are the ends of their types.
const CODES: [&str; 8] = [
    "context_unreadable",
    "bad_host",
    "unknown_path",
    "other_method",
    "body_incomplete",
    "body_too_long",
    "internal_error",
    "busy",
];

const PROBLEM: &str = "A refusal (RFC 9457). No submitted value is repeated. `type` is the address of the kind of problem and \
                       ends with `code`.";

/// Returns the path of an operation.
pub fn http_path(operation: &Operation) -> String {
    ["/v1/", operation.name].concat()
}

/// Returns the whole description, as the text of a file.
///
/// ```
/// let openapi = casegate::export::http_openapi_json();
/// assert!(openapi.contains("\"/v1/check_case\""));
/// ```
pub fn http_openapi_json() -> String {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.definitions_path = "/components/schemas".into();
    settings.meta_schema = None;
    let mut generator = settings.into_generator();
    let (mut paths, mut unions) = (object([]), object([]));
    for (tag, operations) in [("case", CASE_OPERATIONS), ("service", SERVICE_OPERATIONS)] {
        for operation in operations {
            let Some(description) = &operation.description else { continue };
            let item = object([("post", described(operation.name, description, tag, &mut generator, &mut unions))]);
            paths = joined(paths, object([(http_path(operation).as_str(), item)]));
        }
    }
    let health = r#"{"type":"object","properties":{"status":{"const":"ok"}},"required":["status"]}"#;
    for (path, id, summary, schema) in [
        ("/healthz", "health", "Report that requests are answered", document(health)),
        ("/openapi.json", "openapi", "Return this description", object([("type", "object".into())])),
    ] {
        let answer = object([("description", "The answer.".into()), ("content", json(schema))]);
        let get = object([
            ("operationId", id.into()),
            ("tags", list(["server".into()])),
            ("summary", summary.into()),
            ("responses", object([("200", answer), ("503", response("Busy"))])),
        ]);
        paths = joined(paths, object([(path, object([("get", get)]))]));
    }
    let tags = [("case", "A case."), ("service", "The service around a case."), ("server", "The server.")];
    let tags = tags.map(|(name, about)| object([("name", name.into()), ("description", about.into())]));
    pretty(&object([
        ("openapi", "3.1.0".into()),
        (
            "info",
            object([
                ("title", "casegate api".into()),
                ("version", (&*RULEBOOK.version).into()),
                ("description", ABOUT.into()),
                ("license", object([("name", LICENSE.into()), ("identifier", LICENSE.into())])),
                ("x-rulebook", (&*RULEBOOK.digest).into()),
            ]),
        ),
        ("servers", list([object([("url", "/".into())])])),
        ("security", list([])),
        ("tags", list(tags)),
        ("paths", paths),
        ("components", components(&mut generator, unions)),
    ]))
}

fn described(
    name: &str,
    description: &Description,
    tag: &str,
    generator: &mut SchemaGenerator,
    unions: &mut Document,
) -> Document {
    let mut schema = plain(&(description.schema)(generator).to_value().to_string());
    if let Some(either) = schema.get("anyOf").cloned() {
        let name = [&pascal_case(name), "Answer"].concat();
        // They differ by a required member. Not all generators know `anyOf`.
        let union = joined(without(schema, "anyOf"), object([("title", text(&name)), ("oneOf", either)]));
        *unions = joined(std::mem::replace(unions, Document::Null), object([(name.as_str(), union)]));
        schema = schema_of(&name);
    }
    let answer = object([("description", capital(description.answer)), ("content", json(schema))]);
    let refusals = REFUSALS.iter().map(|(status, name, _)| (*status, response(name)));
    object([
        ("operationId", name.into()),
        ("tags", list([tag.into()])),
        ("summary", capital(description.answer)),
        ("parameters", list([object([("$ref", "#/components/parameters/Context".into())])])),
        (
            "requestBody",
            object([
                ("description", text(format!("Takes {}. Any text is answered.", description.input))),
                ("required", Document::Boolean(true)),
                ("content", json(object([]))),
            ]),
        ),
        ("responses", object([("200", answer)].into_iter().chain(refusals))),
    ])
}

fn components(generator: &mut SchemaGenerator, unions: Document) -> Document {
    let types = with_variants(plain(&serde_json::Value::Object(generator.take_definitions(true)).to_string()));
    let text = || of_type("string");
    let problem = object([
        ("title", "Problem".into()),
        ("description", PROBLEM.into()),
        ("type", "object".into()),
        ("required", words(["type", "title", "status", "code", "detail"])),
        (
            "properties",
            object([
                ("type", joined(text(), object([("format", "uri-reference".into())]))),
                ("title", text()),
                ("status", of_type("integer")),
                ("code", joined(text(), object([("enum", words(CODES))]))),
                ("detail", text()),
            ]),
        ),
    ]);
    let own = joined(context(), object([("Problem", problem)]));
    let schemas = joined(joined(own, types), unions);
    let parameter = object([
        ("name", CONTEXT_HEADER.into()),
        ("in", "header".into()),
        ("required", Document::Boolean(false)),
        ("description", CONTEXT.into()),
        // JSON in a string, because generators read no `content` of a parameter.
        ("schema", json_text("Context")),
    ]);
    let responses = REFUSALS.map(|(_, name, when)| {
        let body = object([("application/problem+json", object([("schema", schema_of("Problem"))]))]);
        (name, object([("description", when.into()), ("content", body)]))
    });
    object([("parameters", object([("Context", parameter)])), ("responses", object(responses)), ("schemas", schemas)])
}

/// Returns the schemas of the settings. A firm rule is any object here: its schema has more than a
/// hundred parts, of which generators would make as many types.
fn context() -> Document {
    let mut settings = at_home(settings_schema());
    let mut schemas = object([]);
    if let Document::Object(members) = &mut settings {
        members.remove("$schema");
        schemas = members.remove("$defs").unwrap_or(schemas);
    }
    let parts = ["waiver", "day"].map(|name| (name, schemas.get(name).cloned().unwrap_or(Document::Null)));
    let rule = "A firm rule, as `casegate export settings-schema` describes it.";
    let rule = object([("description", rule.into()), ("type", "object".into())]);
    object([("Context", settings), ("rule", rule)].into_iter().chain(parts))
}

fn response(name: &str) -> Document {
    object([("$ref", text(format!("#/components/responses/{name}")))])
}

fn capital(sentence: &str) -> Document {
    let mut letters = sentence.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    text(first.into_iter().chain(letters).collect::<String>())
}

/// Reads a schema of schemars, and removes the links of Rust's documentation.
fn plain(schema: &str) -> Document {
    with_enums(sorted(document(&schema.replace("[`", "`").replace("`]", "`"))))
}

fn with_enums(schema: Document) -> Document {
    match schema {
        Document::Object(members) => {
            let members = members.into_iter().map(|(name, value)| (name, with_enums(value)));
            as_enum(Document::Object(members.collect()))
        }
        Document::List(list) => Document::List(list.into_iter().map(with_enums).collect()),
        plain => plain,
    }
}

/// Writes a union of words as an enumeration, because openapi-python-client reads only the last
/// constant of a union. The words' descriptions are added to the whole.
fn as_enum(schema: Document) -> Document {
    let Some(Document::List(options)) = schema.get("oneOf") else { return schema };
    let listed: Option<Vec<&str>> = options.iter().map(|option| option.get("const")?.as_str()).collect();
    let Some(listed) = listed else { return schema };
    let about = |schema: &Document| schema.get("description").and_then(Document::as_str).unwrap_or_default().to_owned();
    let lines = options.iter().zip(&listed).map(|(option, word)| format!("\n- `{word}`: {}", about(option)));
    let about: String = std::iter::once(about(&schema)).chain(lines).collect();
    let list = object([("description", about.trim().into()), ("type", "string".into()), ("enum", words(listed))]);
    without(joined(schema.clone(), list), "oneOf")
}

/// Gives each object of a union whose values one constant distinguishes a name, as `FixRemove`.
fn with_variants(types: Document) -> Document {
    let Document::Object(types) = types else { return types };
    let mut all = object([]);
    for (name, schema) in types {
        let named = variants(&name, &schema);
        let schema = match &named {
            Some((tag, variants)) => {
                let pairs = variants.iter().map(|(word, variant, _)| (word.as_str(), variant.as_str()));
                joined(without(schema, "oneOf"), tagged(tag, pairs))
            }
            None => schema,
        };
        let variants = named.into_iter().flat_map(|(_, variants)| variants).map(|(_, name, schema)| (name, schema));
        all = joined(all, Document::Object(std::iter::once((name, schema)).chain(variants).collect()));
    }
    all
}

/// The word, the name and the schema of an object of a union.
type Variant = (String, String, Document);

/// Returns the member that distinguishes the objects of a union, and the objects.
fn variants(name: &str, schema: &Document) -> Option<(String, Vec<Variant>)> {
    let Some(Document::List(options)) = schema.get("oneOf") else { return None };
    let tag = |option: &Document| {
        let members = option.get("properties")?.as_object()?;
        let word = |value: &Document| Some(value.get("const")?.as_str()?.to_owned());
        members.iter().find_map(|(member, value)| Some((member.to_owned(), word(value)?)))
    };
    let (member, _) = tag(options.first()?)?;
    let variant = |option: &Document| {
        let (_, word) = tag(option).filter(|(other, _)| *other == member)?;
        let name = [name, &pascal_case(&word)].concat();
        Some((word, name, option.clone()))
    };
    Some((member.clone(), options.iter().map(variant).collect::<Option<_>>()?))
}

fn without(schema: Document, member: &str) -> Document {
    match schema {
        Document::Object(members) => Document::Object(members.into_iter().filter(|(name, _)| name != member).collect()),
        other => other,
    }
}

fn document(json: &str) -> Document {
    Document::read(json).unwrap_or(Document::Null)
}
