//! Results as a PDF for people, with all values of a case's `results_data`.

mod font;
mod marks;
mod page;
mod wrap;

use casegate::json::{Document, Members};
use page::{Pages, Titles};

/// The case of the results.
pub(crate) struct About {
    /// The reference, or a substitute while there is none.
    pub(crate) reference: String,
    pub(crate) is_test: bool,
    /// The name of the state.
    pub(crate) status: &'static str,
    pub(crate) completed_at: Option<String>,
}

/// Returns the PDF.
pub(crate) fn render(about: &About, results: &Document) -> Vec<u8> {
    let none = Members::default();
    let results = results.as_object().unwrap_or(&none);
    let case_type = results.get("case_type").and_then(Document::as_str).unwrap_or("unknown");
    let title = format!("{}: results", label(case_type));
    let mut pages = Pages::new(Titles { title, reference: about.reference.clone(), is_test: about.is_test });
    row(&mut pages, "case_reference", &about.reference, 0);
    row(&mut pages, "status", &label(about.status), 0);
    if let Some(completed_at) = &about.completed_at {
        row(&mut pages, "completed_at", completed_at, 0);
    }
    if results.get("cancelled") == Some(&Document::Boolean(true)) {
        pages.heading("The case was cancelled");
        values(&mut pages, results.get("cancellation").unwrap_or(&Document::Null), 0);
    }
    let list = |name| results.get(name).and_then(Document::as_list).unwrap_or_default();
    entries(&mut pages, "Result", list("results"), |_| None);
    entries(&mut pages, "Additional policy", list("additional_policies"), status_of);
    let answer = ["case_type", "cancelled", "cancellation", "results", "additional_policies"];
    let extra = results.iter().filter(|(name, value)| !answer.contains(name) && is_set(value));
    for (number, (name, value)) in extra.enumerate() {
        if number == 0 {
            pages.heading("Further");
        }
        member(&mut pages, name, value, 0);
    }
    pages.finish()
}

/// Returns the status of an entry; for an offered one, with its price.
fn status_of(entry: &Document) -> Option<String> {
    let status = entry.get("status").and_then(Document::as_str)?;
    Some(match status {
        "offered" => "offered, its values are shown once it is bought".to_owned(),
        other => other.to_owned(),
    })
}

fn entries(pages: &mut Pages, what: &str, list: &[Document], about: impl Fn(&Document) -> Option<String>) {
    for (number, entry) in list.iter().enumerate() {
        let about = about(entry).map(|about| format!(" ({about})")).unwrap_or_default();
        pages.heading(&format!("{what} {} of {}{about}", number + 1, list.len()));
        values(pages, entry, 0);
    }
}

/// Writes the members of a record that have a value; `null` means that none was found.
fn values(pages: &mut Pages, record: &Document, depth: u8) {
    let members: Vec<(&str, &Document)> = match record {
        Document::Object(members) => members.iter().filter(|(_, value)| is_set(value)).collect(),
        Document::Null => Vec::new(),
        other => vec![("value", other)],
    };
    if members.is_empty() {
        pages.note("No value was found.", depth);
        return;
    }
    let (records, plain): (Vec<_>, Vec<_>) = members.into_iter().partition(|(_, value)| holds_records(value));
    // Nested records come last, so that none of the record's own values seems to belong to them.
    for (name, value) in plain.into_iter().chain(records) {
        member(pages, name, value, depth);
    }
}

fn holds_records(value: &Document) -> bool {
    match value {
        Document::Object(_) => true,
        Document::List(list) => list.iter().any(|entry| matches!(entry, Document::Object(_) | Document::List(_))),
        _ => false,
    }
}

fn is_set(value: &Document) -> bool {
    match value {
        Document::Null => false,
        Document::Text(text) => !text.trim().is_empty(),
        Document::List(list) => list.iter().any(is_set),
        Document::Object(members) => members.iter().any(|(_, value)| is_set(value)),
        Document::Boolean(_) | Document::Number(_) => true,
    }
}

fn member(pages: &mut Pages, name: &str, value: &Document, depth: u8) {
    match value {
        Document::List(list) if holds_records(value) => {
            for (number, entry) in list.iter().enumerate() {
                let about = format!("{}: {} of {}", label(name), number + 1, list.len());
                record(pages, &about, entry, depth);
            }
        }
        Document::Object(_) => record(pages, &label(name), value, depth),
        Document::List(list) => {
            let words: Vec<String> = list.iter().filter(|entry| is_set(entry)).map(plain).collect();
            row(pages, name, &words.join(", "), depth);
        }
        value => row(pages, name, &plain(value), depth),
    }
}

/// Writes a nested record.
fn record(pages: &mut Pages, about: &str, record: &Document, depth: u8) {
    pages.subheading(about, depth);
    values(pages, record, depth.saturating_add(1));
}

fn plain(value: &Document) -> String {
    match value {
        Document::Text(text) => text.clone(),
        Document::Boolean(true) => "Yes".to_owned(),
        Document::Boolean(false) => "No".to_owned(),
        other => other.to_string(),
    }
}

fn row(pages: &mut Pages, name: &str, value: &str, depth: u8) {
    pages.row(&label(name), value, depth);
}

/// Abbreviations in member names, with their spelling.
const WORDS: &[(&str, &str)] = &[
    ("co", "company"),
    ("dol", "date of loss"),
    ("id", "ID"),
    ("pip", "PIP"),
    ("uim", "UIM"),
    ("um", "UM"),
    ("usd", "(USD)"),
    ("usdot", "USDOT"),
    ("vin", "VIN"),
];

/// Returns a name or word of the service in plain English.
fn label(name: &str) -> String {
    let word = |word| WORDS.iter().find(|(known, _)| *known == word).map_or(word, |(_, written)| *written);
    let text = name.split('_').map(word).collect::<Vec<_>>().join(" ");
    let mut characters = text.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests;

#[cfg(test)]
pub(crate) use tests::text_of;
