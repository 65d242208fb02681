//! The service's interface as `OpenAPI` 3.1, from the tables of endpoints, records, results,
//! events, fields and rules.
//!
//! Parts that the specification does not publish are omitted and named in `x-unpublished`.
//! `x-requirement-id` has the statement that a part encodes.

pub(crate) mod bodies;
pub(crate) mod events;
pub(crate) mod members;
pub(crate) mod operations;
pub(crate) mod records;
pub(crate) mod results;
pub(crate) mod words;

use crate::export::json::{joined, list, object, pretty, text, words};
use crate::export::schema::{CaseSchema, Draft, case_schema};
use crate::report::RULEBOOK;
use crate::rulebook::product::Product;
use crate::rulebook::surface::Credential;
use crate::service::requests::table::endpoints;
use crate::text::json::document::Document;

/// The member that names unpublished parts.
const UNPUBLISHED: &str = "x-unpublished";

/// Returns the whole description.
///
/// ```
/// let openapi = casegate::export::openapi();
/// let create = openapi.get("paths").and_then(|paths| paths.get("/api/v1/partner/cases/create/"));
/// assert!(create.and_then(|path| path.get("post")).is_some());
/// ```
pub fn openapi() -> Document {
    object([
        ("openapi", "3.1.0".into()),
        (
            "info",
            object([
                ("title", "Partner Case Research Service".into()),
                ("version", (&*RULEBOOK.version).into()),
                ("description", words::ABOUT.into()),
                ("x-rulebook", (&*RULEBOOK.digest).into()),
            ]),
        ),
        ("servers", list([server()])),
        ("security", security(&[Credential::User])),
        ("tags", list(words::TAGS.map(|(name, about)| object([("name", name.into()), ("description", about.into())])))),
        ("paths", paths()),
        ("webhooks", events::webhooks()),
        ("components", components()),
    ])
}

/// Returns [`openapi`] as the text of a file.
pub fn openapi_json() -> String {
    pretty(&openapi())
}

fn server() -> Document {
    let base = object([("default", "https://service.example".into()), ("description", words::BASE.into())]);
    object([("url", "{base_url}".into()), ("variables", object([("base_url", base)]))])
}

/// Returns the requirement of any one of these tokens.
fn security(tokens: &[Credential]) -> Document {
    list(tokens.iter().map(|token| object([(scheme(*token).0, list([]))])))
}

const fn scheme(token: Credential) -> (&'static str, &'static str) {
    match token {
        Credential::User => ("user_token", words::USER_TOKEN),
        Credential::Master => ("master_token", words::MASTER_TOKEN),
    }
}

fn paths() -> Document {
    let mut paths = object([]);
    for endpoint in endpoints() {
        let template = endpoint.template();
        let here = paths.get(&template).cloned().unwrap_or_else(|| object([]));
        let method = endpoint.method.name().to_ascii_lowercase();
        let item = joined(here, object([(method.as_str(), operations::operation(endpoint))]));
        paths = joined(paths, object([(template.as_str(), item)]));
    }
    paths
}

fn components() -> Document {
    let schemes = [Credential::User, Credential::Master].map(|token| {
        let (name, about) = scheme(token);
        let header = [("type", "apiKey"), ("in", "header"), ("name", "Authorization"), ("description", about)];
        (name, object(header.map(|(name, value)| (name, value.into()))))
    });
    let all = joined(cases(), records::schemas());
    object([("securitySchemes", object(schemes)), ("schemas", all)])
}

/// Returns the cases of both products on both surfaces, and their shared schemas.
fn cases() -> Document {
    let mut shared = object([]);
    let mut cases = object([]);
    for product in Product::ALL {
        let current = case_schema(CaseSchema::new(product, Draft::Draft202012));
        for (name, schema) in
            [(case_name(product).to_owned(), current), (bodies::legacy_name(product), bodies::legacy_case(product))]
        {
            let mut schema = at_home(schema);
            if let Document::Object(members) = &mut schema {
                members.remove("$schema");
                if let Some(definitions) = members.remove("$defs") {
                    shared = joined(shared, definitions);
                }
            }
            cases = joined(cases, object([(name.as_str(), schema)]));
        }
    }
    let products = Product::ALL.map(|product| (product.case_type(), case_name(product)));
    let either = joined(object([("title", "Case".into())]), results::tagged("case_type", products.into_iter()));
    joined(joined(object([("Case", either)]), cases), shared)
}

const fn case_name(product: Product) -> &'static str {
    match product {
        Product::PolicyLimit => "PolicyLimitCase",
        Product::PolicyExistence => "PolicyExistenceCase",
    }
}

/// Returns a reference to a schema of the description.
pub(crate) fn schema_of(name: &str) -> Document {
    object([("$ref", text(format!("#/components/schemas/{name}")))])
}

/// Moves references from `$defs` to the components, and adds `items` to arrays of anything, which
/// readers of `OpenAPI` require.
pub(crate) fn at_home(schema: Document) -> Document {
    let is_array = |kind: &Document| kind.as_str() == Some("array") || *kind == words(["array", "null"]);
    match schema {
        Document::Object(members) => {
            let is_open = members.get("type").is_some_and(is_array) && members.get("items").is_none();
            let members = members.into_iter().map(|(name, value)| {
                let value = match (name.as_str(), value) {
                    ("$ref", Document::Text(to)) => text(to.replacen("#/$defs/", "#/components/schemas/", 1)),
                    (_, value) => at_home(value),
                };
                (name, value)
            });
            let items = is_open.then(|| ("items".to_owned(), object([])));
            Document::Object(members.chain(items).collect())
        }
        Document::List(list) => Document::List(list.into_iter().map(at_home).collect()),
        plain => plain,
    }
}

/// Returns the member that names unpublished parts, if there are any.
fn unpublished<'n>(what: &[&'n str]) -> Option<(&'n str, Document)> {
    (!what.is_empty()).then(|| (UNPUBLISHED, words(what.iter().copied())))
}
