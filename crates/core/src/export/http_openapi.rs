//! The description of `casegate api` as `OpenAPI` 3.1: a path for each operation of [`crate::wire`],
//! with the schemas of the Rust types.

use crate::export::json::{joined, list, object, pretty, text};
use crate::export::openapi::{at_home, schema_of};
use crate::export::report::sorted;
use crate::export::settings::settings_schema;
use crate::export::type_schema::NAME;
use crate::report::RULEBOOK;
use crate::text::json::document::Document;
use crate::wire::{CASE_OPERATIONS, Description, Operation, SERVICE_OPERATIONS};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;

const ABOUT: &str = "The operations of casegate over HTTP. The body of a request is the input of an operation, and \
                     the answer has the same bytes as that of every other binding. A refused case is answered \
                     with 200, because the report is the content.";

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
    let mut paths = object([]);
    for (tag, operations) in [("case", CASE_OPERATIONS), ("service", SERVICE_OPERATIONS)] {
        for operation in operations {
            let Some(description) = &operation.description else { continue };
            let item = object([("post", described(operation.name, description, tag, &mut generator))]);
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
                ("license", object([("name", "MIT OR Apache-2.0".into())])),
                ("x-rulebook", (&*RULEBOOK.digest).into()),
            ]),
        ),
        ("servers", list([object([("url", "/".into())])])),
        ("security", list([])),
        ("tags", list(tags)),
        ("paths", paths),
        ("components", components(&mut generator)),
    ]))
}

fn described(name: &str, description: &Description, tag: &str, generator: &mut SchemaGenerator) -> Document {
    let schema = plain(&(description.schema)(generator).to_value().to_string());
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

fn components(generator: &mut SchemaGenerator) -> Document {
    let mut context = at_home(settings_schema());
    let mut schemas = object([]);
    if let Document::Object(members) = &mut context {
        members.remove("$schema");
        schemas = members.remove("$defs").unwrap_or(schemas);
    }
    let types = serde_json::Value::Object(generator.take_definitions(true)).to_string();
    let problem = document(
        r#"{"type":"object","properties":{"type":{"const":"about:blank"},"title":{"type":"string"},"status":{"type":"integer"},"code":{"type":"string"},"detail":{"type":"string"}},"required":["type","title","status","code","detail"]}"#,
    );
    schemas = joined(object([("Context", context), ("Problem", problem)]), joined(schemas, plain(&types)));
    let parameter = object([
        ("name", CONTEXT_HEADER.into()),
        ("in", "header".into()),
        ("required", Document::Boolean(false)),
        ("description", CONTEXT.into()),
        ("content", json(schema_of("Context"))),
    ]);
    let responses = REFUSALS.map(|(_, name, when)| {
        let body = object([("application/problem+json", object([("schema", schema_of("Problem"))]))]);
        (name, object([("description", when.into()), ("content", body)]))
    });
    object([("parameters", object([("Context", parameter)])), ("responses", object(responses)), ("schemas", schemas)])
}

fn json(schema: Document) -> Document {
    object([("application/json", object([("schema", schema)]))])
}

fn response(name: &str) -> Document {
    object([("$ref", text(format!("#/components/responses/{name}")))])
}

fn capital(sentence: &str) -> Document {
    let mut letters = sentence.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    text(first.into_iter().chain(letters).collect::<String>())
}

/// Reads a schema of schemars, and removes what concerns Rust's documentation and the types of other languages only.
fn plain(schema: &str) -> Document {
    without_types(sorted(document(&schema.replace("[`", "`").replace("`]", "`"))))
}

fn without_types(schema: Document) -> Document {
    match schema {
        Document::Object(members) => Document::Object(
            members
                .into_iter()
                .filter(|(name, _)| name != NAME)
                .map(|(name, value)| (name, without_types(value)))
                .collect(),
        ),
        Document::List(list) => Document::List(list.into_iter().map(without_types).collect()),
        plain => plain,
    }
}

fn document(json: &str) -> Document {
    Document::read(json).unwrap_or(Document::Null)
}
