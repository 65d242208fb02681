//! Results as a PDF for people. Ids and codes of the service are left out.

mod answer;
mod font;
mod marks;
mod page;
mod tags;
mod words;
mod wrap;

use casegate::json::{Document, Members};
use page::{Block, Titles, document};
use words::{label, written};

/// The case of the results.
pub(crate) struct About {
    /// The reference, or a substitute while there is none.
    pub(crate) reference: String,
    pub(crate) is_test: bool,
    /// The name of the state.
    pub(crate) status: &'static str,
    pub(crate) completed_at: Option<String>,
    pub(crate) plaintiff: Option<String>,
    /// As the caller gave it.
    pub(crate) date_of_loss: Option<String>,
    /// The firm's own number of the case.
    pub(crate) office_case_number: Option<String>,
}

/// Members that only programs need.
const HIDDEN: [&str; 3] = ["offer_id", "upgrade_id", "upsell_abbreviation"];
/// Members of an entry that its heading contains.
const IN_HEADING: [&str; 2] = ["status", "policy_type"];
/// Members that are no facts about a policy, so that none of them is "not found".
const NOT_MISSED: [&str; 4] = ["add_on_services", "cancelled_policies", "notes", "price_usd"];

/// Returns the PDF.
pub(crate) fn render(about: &About, results: &Document) -> Vec<u8> {
    let none = Members::default();
    let results = results.as_object().unwrap_or(&none);
    let case_type = results.get("case_type").and_then(Document::as_str).unwrap_or("unknown");
    let title = match case_type {
        "unknown" => "Results".to_owned(),
        case_type => format!("{} results", label(case_type)),
    };
    let list = |name| results.get(name).and_then(Document::as_list).unwrap_or_default();
    let is_canceled = results.get("cancelled") == Some(&Document::Boolean(true));
    let answer = if is_canceled {
        Some("The case was canceled.".to_owned())
    } else {
        answer::answer(list("results"), about.date_of_loss.as_deref())
    };
    let mut head = vec![Block::Title(title.clone())];
    head.extend(answer.map(Block::Answer));
    let facts = [
        ("Case reference", Some(about.reference.clone())),
        ("Test case", about.is_test.then(|| "Yes".to_owned())),
        ("Plaintiff", about.plaintiff.clone()),
        ("Your file number", about.office_case_number.clone()),
        ("Status", Some(if is_canceled { "Canceled".to_owned() } else { label(about.status) })),
        ("Completed", about.completed_at.as_deref().map(|at| written("", at))),
    ];
    head.extend(facts.into_iter().filter_map(|(name, value)| Some(Block::Row(name.to_owned(), value?, 0))));
    let mut groups = vec![head];
    if is_canceled {
        let mut blocks = vec![Block::Heading("Cancellation".to_owned())];
        values(&mut blocks, results.get("cancellation").unwrap_or(&Document::Null), 0, &[]);
        groups.push(blocks);
    }
    groups.extend(entries(list("results"), |entry| format!("Result {entry}"), answer::name_of));
    groups.extend(entries(list("additional_policies"), |entry| format!("Additional policy {entry}"), policy));
    let shown = ["case_type", "cancelled", "cancellation", "results", "additional_policies"];
    let mut extra: Vec<Block> = Vec::new();
    for (name, value) in results.iter().filter(|(name, value)| !shown.contains(name) && is_set(value)) {
        member(&mut extra, name, value, 0);
    }
    if !extra.is_empty() {
        extra.insert(0, Block::Heading("More information".to_owned()));
        groups.push(extra);
    }
    document(Titles { title, reference: about.reference.clone(), is_test: about.is_test }, groups)
}

/// Returns a group of blocks for each entry of a list.
fn entries(
    list: &[Document],
    number: impl Fn(String) -> String,
    name: impl Fn(&Document) -> String,
) -> Vec<Vec<Block>> {
    let entry = |(index, entry): (usize, &Document)| {
        let heading = format!("{}: {}", number(format!("{} of {}", index + 1, list.len())), name(entry));
        let mut blocks = vec![Block::Heading(heading)];
        let missing: Vec<String> = missing(entry).map(label).collect();
        values(&mut blocks, entry, 0, &missing);
        blocks
    };
    list.iter().enumerate().map(entry).collect()
}

/// Returns the members of an entry for which nothing was found.
fn missing(entry: &Document) -> impl Iterator<Item = &str> {
    let is_missed =
        |name: &str| ![&HIDDEN[..], &IN_HEADING, &NOT_MISSED].into_iter().any(|names| names.contains(&name));
    let members = entry.as_object().into_iter().flat_map(Members::iter);
    members.filter(move |(name, value)| !is_set(value) && is_missed(name)).map(|(name, _)| name)
}

/// Returns the type of an additional policy, and whether it is bought.
fn policy(entry: &Document) -> String {
    let text = |member| entry.get(member).and_then(Document::as_str);
    let kind = text("policy_type").unwrap_or("unnamed");
    match text("status") {
        Some("accepted") => format!("{kind} (purchased)"),
        Some("offered") => format!("{kind} (available; details are shown after purchase)"),
        Some("included") => format!("{kind} (included at no charge)"),
        Some(other) => format!("{kind} ({})", written("", other)),
        None => kind.to_owned(),
    }
}

/// Adds the members of a record that have a value, and the names of those without one.
fn values(blocks: &mut Vec<Block>, record: &Document, depth: u8, missing: &[String]) {
    let is_shown = |name: &str| !HIDDEN.contains(&name) && (depth > 0 || !IN_HEADING.contains(&name));
    let members: Vec<(&str, &Document)> = match record {
        Document::Object(members) => members.iter().filter(|(name, value)| is_set(value) && is_shown(name)).collect(),
        Document::Null => Vec::new(),
        other => vec![("value", other)],
    };
    if members.is_empty() {
        blocks.push(Block::Note("No value was found.".to_owned(), depth));
        return;
    }
    let (records, plain): (Vec<_>, Vec<_>) = members.into_iter().partition(|(_, value)| holds_records(value));
    for (name, value) in plain {
        member(blocks, name, value, depth);
    }
    if !missing.is_empty() {
        blocks.push(Block::Row("Not found".to_owned(), missing.join(", "), depth));
    }
    // Nested records come last, so that none of the record's own values seems to belong to them.
    for (name, value) in records {
        member(blocks, name, value, depth);
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

fn member(blocks: &mut Vec<Block>, name: &str, value: &Document, depth: u8) {
    match value {
        Document::List(list) if holds_records(value) => {
            for (number, entry) in list.iter().enumerate() {
                let about = match list.len() {
                    1 => label(name),
                    count => format!("{}: {} of {count}", label(name), number + 1),
                };
                record(blocks, about, entry, depth);
            }
        }
        Document::Object(_) => record(blocks, label(name), value, depth),
        Document::List(list) => {
            let words: Vec<String> =
                list.iter().filter(|entry| is_set(entry)).map(|entry| plain(name, entry)).collect();
            blocks.push(Block::Row(label(name), words.join(", "), depth));
        }
        value => blocks.push(Block::Row(label(name), plain(name, value), depth)),
    }
}

/// Adds a nested record.
fn record(blocks: &mut Vec<Block>, about: String, record: &Document, depth: u8) {
    blocks.push(Block::Subheading(about, depth));
    values(blocks, record, depth.saturating_add(1), &[]);
}

fn plain(name: &str, value: &Document) -> String {
    match value {
        Document::Text(text) => written(name, text),
        Document::Boolean(true) => "Yes".to_owned(),
        Document::Boolean(false) => "No".to_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
pub(crate) use tests::text_of;
