//! `casegate fields`: the catalogue of a case's fields.

use super::layout::{entry, table};
use super::product_name;
use crate::Outcome;
use crate::args::{Fields, TableFormat};
use crate::error::CliError;
use crate::output::Output;
use crate::style::{STRONG, styled};
use casegate::fields::{COMMON, Field, FieldStatus, Kind, Requiredness, Words};
use casegate::{Product, export};
use serde_json::Value;

/// The width of wrapped word lists.
const WIDTH: usize = 120;

pub(crate) fn run(args: &Fields) -> Result<Outcome, CliError> {
    let product = args.product.as_deref().and_then(Product::from_case_type);
    let text = match args.format {
        TableFormat::Human => tables(product),
        TableFormat::Json => json(product),
    };
    Output::human().print(&text)?;
    Ok(Outcome::Success)
}

/// Returns the rows of a product, or all, in the library's JSON.
fn json(product: Option<Product>) -> String {
    let all = export::fields_json();
    let (Some(product), Ok(mut table)) = (product, serde_json::from_str::<Value>(&all)) else {
        return all + "\n";
    };
    let is_of = |row: &Value| {
        let products = row.get("products").and_then(Value::as_array);
        products.is_none_or(|products| products.iter().any(|one| one == product.case_type()))
    };
    if let Some(Value::Array(rows)) = table.get_mut("fields") {
        rows.retain(is_of);
    }
    format!("{table}\n")
}

fn tables(product: Option<Product>) -> String {
    let mut text = section("Every case", COMMON, product);
    for own in Product::ALL.into_iter().filter(|own| product.is_none_or(|product| product == *own)) {
        text.push('\n');
        text.push_str(&section(&format!("{} ({})", product_name(own), own.case_type()), own.fields(), Some(own)));
    }
    text
}

/// Every field of a case, with the record that has it.
fn all() -> impl Iterator<Item = (&'static str, &'static Field)> {
    let products = Product::ALL.into_iter().flat_map(|product| product.fields().iter());
    COMMON.iter().chain(products).flat_map(|field| {
        std::iter::once(("", field)).chain(field.kind.members().iter().map(|member| (field.name, member)))
    })
}

/// The names that a case itself may have.
pub(crate) fn of_a_case() -> impl Iterator<Item = &'static str> {
    all().filter(|(record, _)| record.is_empty()).map(|(_, field)| field.name)
}

/// The names of all fields.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    all().map(|(_, field)| field.name)
}

/// The description of each field of a name.
pub(super) fn described(name: &str) -> Vec<String> {
    let of_name = all().filter(|(record, field)| match name.split_once('/') {
        Some((owner, member)) => *record == owner && field.name == member,
        None => field.name == name,
    });
    let text = |(record, field): (&str, &'static Field)| {
        let [_, kind, need, words] = row("", field, None);
        let title = if record.is_empty() { field.name.to_owned() } else { format!("{record}/{}", field.name) };
        let words = if words.is_empty() { words } else { entry("Words", &words) };
        format!("{}\n\n{}{}{words}", styled(STRONG, title), entry("Type", &kind), entry("Need", &need))
    };
    of_name.map(text).collect()
}

fn section(title: &str, fields: &[Field], product: Option<Product>) -> String {
    let mut rows = Vec::new();
    for field in fields {
        rows.push(row("", field, product));
        rows.extend(field.kind.members().iter().map(|member| row(field.name, member, product)));
    }
    format!("{}\n\n{}", styled(STRONG, title), table(["FIELD", "TYPE", "NEED", "WORDS"], &rows, WIDTH))
}

fn row(record: &str, field: &Field, product: Option<Product>) -> [String; 4] {
    let name = if record.is_empty() { field.name.to_owned() } else { format!("  .{}", field.name) };
    let words = match field.current_name() {
        Some(current) => format!("of {current}"),
        None => words(field.kind, product),
    };
    let lifetime = field.lifetime_sentences().join(" ");
    let words = [words, lifetime].into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(". ");
    [name, kind(field.kind).to_owned(), need(field).to_owned(), words]
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "string",
        Kind::Emails => "email addresses",
        Kind::Date => "date",
        Kind::Boolean => "boolean",
        Kind::Integer => "integer",
        Kind::State { .. } => "state code",
        Kind::Word(_) => "word",
        Kind::WordArray(_) => "array of words",
        Kind::OneWord(_) => "array of one word",
        Kind::Record(_) | Kind::Object => "object",
    }
}

fn need(field: &Field) -> &'static str {
    match (field.status, field.requiredness()) {
        (FieldStatus::Alias, _) => "old name",
        (FieldStatus::Deprecated, _) => "deprecated",
        (FieldStatus::Ignored, _) => "ignored",
        (FieldStatus::LegacyOnly, _) => "legacy only",
        (FieldStatus::ReadOnly, _) => "read only",
        (FieldStatus::Current, Requiredness::Required) => "required",
        (FieldStatus::Current, Requiredness::Optional) => "optional",
        (FieldStatus::Current, Requiredness::Conditional) => "by rule",
    }
}

fn words(kind: Kind, product: Option<Product>) -> String {
    let open = |open| if open { ", and more" } else { "" };
    let list = |product| kind.words().map(|words| words.of(product));
    match (kind.words(), product) {
        (None, _) => String::new(),
        (Some(Words::ByProduct { policy_limit, policy_existence }), None) => {
            let one = |product: Product, words: &[&str]| format!("{}: {}", product.case_type(), words.join(", "));
            let [limit, existence] = Product::ALL;
            format!("{}; {}", one(limit, policy_limit.words), one(existence, policy_existence.words))
        }
        (Some(_), _) => list(product).map(|list| list.words.join(", ") + open(list.open)).unwrap_or_default(),
    }
}
