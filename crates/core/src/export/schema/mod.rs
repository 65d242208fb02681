//! JSON Schemas of the two products' cases, from the field table and the rules.
//!
//! A schema accepts exactly the payloads without an error of [`crate::case::check::check_case`],
//! for a context that sets only the day. [`UNSAID`] lists the exceptions. Tests compare the two for
//! both drafts.

pub(crate) mod draft07;
pub(crate) mod expressions;
pub(crate) mod patterns;
pub(crate) mod rules;
pub(crate) mod unsaid;
pub(crate) mod values;

pub(crate) use unsaid::{UNSAID, Unsaid};

use crate::config::Settings;
use crate::export::json::{identified, joined, list, object, of_type, pretty, text, words};
use crate::messages::Language;
use crate::messages::catalogue::FieldWords;
use crate::report::RULEBOOK;
use crate::rulebook::fields::names::FieldId;
use crate::rulebook::fields::{Field, FieldStatus, NestedRecord};
use crate::rulebook::product::Product;
use crate::rulebook::surface::Credential;
use crate::text::date::Date;
use crate::text::json::document::Document;
use crate::text::name::named;

/// A version of JSON Schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Draft {
    /// Draft 2020-12, which `OpenAPI` 3.1 uses as well.
    Draft202012,
    /// Draft-07.
    Draft07,
}

named!(Draft, "draft" { Draft202012 "2020-12", Draft07 "draft-07", });

impl Draft {
    pub(in crate::export) const fn uri(self) -> &'static str {
        match self {
            Draft::Draft202012 => "https://json-schema.org/draft/2020-12/schema",
            Draft::Draft07 => "http://json-schema.org/draft-07/schema#",
        }
    }
}

/// The options of a case schema.
#[derive(Debug, Clone, Copy)]
pub struct CaseSchema<'h> {
    /// The product.
    pub product: Product,
    /// The version of JSON Schema.
    pub draft: Draft,
    /// The day of the schema. Without it, the schema does not check the age of a loss ([`UNSAID`],
    /// `today`).
    pub today: Option<Date>,
    /// The kind of token of the cases.
    pub credential: Credential,
    /// The settings with the firm rules of the schema, as far as a schema can express them
    /// ([`unsaid_firm_rules`]).
    pub settings: Option<&'h Settings>,
}

impl<'h> CaseSchema<'h> {
    /// Creates the options of a schema for any day, for a user token and without firm rules.
    pub fn new(product: Product, draft: Draft) -> CaseSchema<'h> {
        CaseSchema { product, draft, today: None, credential: Credential::User, settings: None }
    }

    /// Creates the options of a schema for settings: their day, their token and their firm rules.
    ///
    /// ```
    /// use casegate::export::{CaseSchema, Draft, case_schema_json};
    /// use casegate::{Product, Settings};
    ///
    /// let settings = Settings::from_json(r#"{ "house": { "rules": [{
    ///     "id": "acme.policy_number", "product": "pl", "then": [{ "required": "/policy_number" }],
    ///     "message": { "en": "Our files start from the policy number. Enter it." }
    /// }] } }"#)?;
    /// let schema = case_schema_json(CaseSchema::of_settings(Product::PolicyLimit, Draft::Draft202012, &settings));
    /// assert!(schema.contains("acme.policy_number"));
    /// # Ok::<(), casegate::config::ContextError>(())
    /// ```
    pub fn of_settings(product: Product, draft: Draft, settings: &'h Settings) -> CaseSchema<'h> {
        let credential = settings.context.credential;
        CaseSchema { product, draft, today: settings.today(), credential, settings: Some(settings) }
    }
}

/// Returns the schema of a product's cases.
///
/// ```
/// use casegate::Product;
/// use casegate::export::{CaseSchema, Draft, case_schema};
///
/// let schema = case_schema(CaseSchema::new(Product::PolicyLimit, Draft::Draft202012));
/// let case_type = schema.get("properties").and_then(|fields| fields.get("case_type"));
/// assert_eq!(case_type.and_then(|field| field.get("const")).and_then(|word| word.as_str()), Some("pl"));
/// ```
pub fn case_schema(wanted: CaseSchema<'_>) -> Document {
    let schema = case_2020_12(wanted);
    match wanted.draft {
        Draft::Draft202012 => schema,
        Draft::Draft07 => draft07::converted(schema),
    }
}

/// Returns [`case_schema`] as the text of a file. It has an `$id` unless it is for one day, for a
/// context or for a master token, because many schemas are.
///
/// ```
/// use casegate::Product;
/// use casegate::export::{CaseSchema, Draft, case_schema_json};
///
/// let any_day = CaseSchema::new(Product::PolicyLimit, Draft::Draft202012);
/// assert!(case_schema_json(any_day).contains("/schema/case.pl.2020-12.json\""));
/// let today = casegate::Date::parse("2026-03-01");
/// assert!(!case_schema_json(CaseSchema { today, ..any_day }).contains("\"$id\""));
/// ```
pub fn case_schema_json(wanted: CaseSchema<'_>) -> String {
    let schema = case_schema(wanted);
    let is_general = wanted.today.is_none() && wanted.settings.is_none() && wanted.credential == Credential::User;
    pretty(&if is_general {
        identified(schema, &format!("case.{}.{}.json", wanted.product.case_type(), wanted.draft.name()))
    } else {
        schema
    })
}

fn case_2020_12(wanted: CaseSchema<'_>) -> Document {
    let product = wanted.product;
    let title = match product {
        Product::PolicyLimit => "Policy Limit case",
        Product::PolicyExistence => "Policy Existence case",
    };
    let when = wanted.today.map(|today| format!(" on {today}")).unwrap_or_default();
    let firm = about_firm(wanted);
    let head = object([
        ("$schema", wanted.draft.uri().into()),
        ("title", title.into()),
        (
            "description",
            text(format!("The case JSON of the create endpoint, exactly as far as the rulebook takes it{when}.{firm}")),
        ),
        ("$comment", text(format!("casegate {}, rulebook {}", RULEBOOK.version, RULEBOOK.digest))),
        ("type", "object".into()),
    ]);
    let required: Vec<&str> = FieldId::of_product(Some(product))
        .filter(|(key, _)| is_required(*key, product))
        .map(|(key, _)| key.name())
        .collect();
    let properties =
        object(FieldId::of_product(Some(product)).map(|(key, field)| (field.name, property(key, field, wanted))));
    let firm_rules = rules::of_firm(wanted).filter_map(|(_, said)| said.ok());
    let requirements = named_otherwise(product).chain(rules::specified(wanted)).chain(firm_rules);
    let body = object([("required", words(required)), ("properties", properties), ("allOf", list(requirements))]);
    let schema = joined(head, body);
    let definitions = definitions(product, &schema);
    joined(schema, object([("$defs", definitions)]))
}

/// Returns the ids of the firm rules that the schema omits, each with the reason.
///
/// ```
/// use casegate::export::{CaseSchema, Draft, unsaid_firm_rules};
/// use casegate::{Product, Settings};
///
/// let settings = Settings::from_json(r#"{ "house": { "rules": [{
///     "id": "acme.weekend", "then": [{ "field": "/date_of_loss", "not": { "weekday": ["sunday"] } }],
///     "message": { "en": "The loss is on a Sunday. Check the day." }
/// }] } }"#)?;
/// let unsaid = unsaid_firm_rules(CaseSchema::of_settings(Product::PolicyLimit, Draft::Draft202012, &settings));
/// assert_eq!(unsaid.into_iter().map(|(rule, row)| (rule, row.id)).collect::<Vec<_>>(), [("acme.weekend", "firm_weekdays")]);
/// # Ok::<(), casegate::config::ContextError>(())
/// ```
pub fn unsaid_firm_rules(wanted: CaseSchema<'_>) -> Vec<(&str, &'static Unsaid)> {
    rules::of_firm(wanted).filter_map(|(rule, said)| Some((&*rule.id, said.err()?))).collect()
}

/// Names the omitted firm rules.
fn about_firm(wanted: CaseSchema<'_>) -> String {
    if rules::of_firm(wanted).next().is_none() {
        return String::new();
    }
    let unsaid: Vec<String> =
        unsaid_firm_rules(wanted).iter().map(|(rule, row)| format!("{rule} ({})", row.id)).collect();
    let except = if unsaid.is_empty() { String::new() } else { format!(", except {}", unsaid.join(", ")) };
    format!(" It has the firm's rules{except}.")
}

/// Returns the fields of a case as the legacy endpoints accept them, each on its own: no field is
/// required, and no rule applies.
pub(crate) fn loose_case(product: Product) -> Document {
    let property = |(key, field): (FieldId, &'static Field)| {
        let head = named(Language::English.labels().field(key.name()), field);
        let value = if field.is_passed_over() {
            object([("deprecated", Document::Boolean(true))])
        } else {
            values::value(field.kind, product, false)
        };
        (field.name, joined(head, value))
    };
    let properties = object(FieldId::of_product(Some(product)).map(property));
    let schema = object([("type", "object".into()), ("properties", properties)]);
    let definitions = definitions(product, &schema);
    joined(schema, object([("$defs", definitions)]))
}

/// Returns `true` if a key is required on its own. If a deprecated name may stand in for it, one of
/// the two is required.
fn is_required(key: FieldId, product: Product) -> bool {
    key.field_of(Some(product)).is_required && alias(key, product).is_none()
}

/// Returns the deprecated name of a field (D16).
fn alias(key: FieldId, product: Product) -> Option<FieldId> {
    let named = |(_, field): &(FieldId, &Field)| field.current_name() == Some(key.name());
    FieldId::of_product(Some(product)).find(named).map(|(alias, _)| alias)
}

/// Returns, for each required field with a deprecated name, the schema that one of the two is set
/// (D16).
fn named_otherwise(product: Product) -> impl Iterator<Item = Document> {
    FieldId::of_product(Some(product)).filter(|(_, field)| field.is_required).filter_map(move |(key, field)| {
        let alias = alias(key, product)?;
        let given = |key: FieldId| {
            let value = values::set(key.field_of(Some(product)).kind);
            object([("required", words([key.name()])), ("properties", object([(key.name(), value)]))])
        };
        Some(object([
            ("title", text(format!("{} is set, or its deprecated name is", field.name))),
            ("$comment", field.requirement_id.into()),
            ("anyOf", list([given(key), given(alias)])),
        ]))
    })
}

fn property(key: FieldId, field: &'static Field, wanted: CaseSchema<'_>) -> Document {
    let product = wanted.product;
    let head = named(Language::English.labels().field(key.name()), field);
    if field.is_passed_over() || field.status == FieldStatus::LegacyOnly {
        return joined(head, object([("deprecated", Document::Boolean(true))]));
    }
    let head = match field.status {
        FieldStatus::Alias => joined(head, object([("deprecated", Document::Boolean(true))])),
        _ => head,
    };
    if key == crate::rulebook::rules::CASE_TYPE {
        return joined(head, object([("const", product.case_type().into())]));
    }
    joined(head, values::value(field.kind, product, is_required(key, product)))
}

fn member(field: &'static Field, product: Product) -> Document {
    let head = named(Language::English.labels().member(field.name), field);
    if field.is_passed_over() {
        return joined(head, object([("readOnly", Document::Boolean(true))]));
    }
    joined(head, values::value(field.kind, product, field.is_required))
}

/// Returns the texts of a field, and their source.
fn named(words: &'static FieldWords, field: &Field) -> Document {
    let description = match field.status {
        FieldStatus::Deprecated => "Deprecated; the value is not looked at.",
        FieldStatus::Ignored => "Ignored; the value is not looked at.",
        FieldStatus::LegacyOnly => "Read by the legacy endpoints only; the value is not looked at.",
        FieldStatus::ReadOnly => "On records that are read; not sent, and not looked at.",
        FieldStatus::Alias => "A deprecated name.",
        FieldStatus::Current => words.hint,
    };
    let description = (!description.is_empty()).then(|| ("description", description.into()));
    object(
        [("title", words.label.into())]
            .into_iter()
            .chain(description)
            .chain([("$comment", field.requirement_id.into())]),
    )
}

/// Returns the shared schemas that a schema refers to, directly or indirectly.
fn definitions(product: Product, schema: &Document) -> Document {
    let records = NestedRecord::ALL.into_iter().flat_map(|record| {
        let (name, members) = (record.name(), record.fields());
        let required: Vec<&str> =
            members.iter().filter(|member| member.is_required).map(|member| member.name).collect();
        let required = (!required.is_empty()).then(|| ("required", words(required)));
        let properties = object(members.iter().map(|field| (field.name, member(field, product))));
        let head = [("title", name.into()), ("type", "object".into())];
        let or_null = values::any_of([values::shared_as(name), of_type("null")]);
        [
            (values::record_or_null(record), or_null),
            (name.to_owned(), object(head.into_iter().chain(required).chain([("properties", properties)]))),
        ]
    });
    let all: Vec<(String, Document)> =
        records.chain(values::shared().map(|(name, schema)| (name.to_owned(), schema))).collect();
    let mut texts = schema.to_string();
    let mut used: Vec<&String> = Vec::new();
    // Records precede the forms of values that they refer to.
    for (name, definition) in &all {
        if texts.contains(&format!("\"#/$defs/{name}\"")) {
            used.push(name);
            texts.push_str(&definition.to_string());
        }
    }
    object(all.iter().filter(|(name, _)| used.contains(&name)).map(|(name, schema)| (name.as_str(), schema.clone())))
}

/// Returns [`UNSAID`] as the text of a file. For settings, each row also lists the firm rules that
/// it is about.
pub fn unsaid_json(settings: Option<&Settings>) -> String {
    let of_each = |settings| Product::ALL.map(|product| CaseSchema::of_settings(product, Draft::Draft202012, settings));
    let rules: Vec<(&str, &Unsaid)> = settings.into_iter().flat_map(of_each).flat_map(unsaid_firm_rules).collect();
    let rows = UNSAID.iter().map(|row| {
        let mut about: Vec<&str> =
            rules.iter().filter(|(_, unsaid)| unsaid.id == row.id).map(|(rule, _)| *rule).collect();
        let mut seen = std::collections::BTreeSet::new();
        about.retain(|rule| seen.insert(*rule));
        let rules = (!about.is_empty()).then(|| ("rules", words(about)));
        let row = [
            ("id", row.id.into()),
            ("what", row.what.into()),
            ("why", row.why.into()),
            ("differs", row.differs.name().into()),
            ("decisions", words(row.decisions.iter().copied())),
        ];
        object(row.into_iter().chain(rules))
    });
    pretty(&object([("unsaid", list(rows))]))
}
