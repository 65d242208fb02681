//! Checks the entries of a request against the member rows of its endpoint.

use crate::messages::parts::REQUESTS;
use crate::report::issue::Fix;
use crate::report::sink::IssueSink;
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params};
use crate::service::requests::entries::{Entry, Given, wrong_by};
use crate::service::requests::kinds::{Member, MemberKind};
use crate::text::json::document::Document;
use crate::text::json::pointer::Segment;
use crate::text::json::scanner::Scanner;
use crate::text::suggest::nearest;
use std::collections::BTreeMap;

/// The valid entries of a request by member: those that are set and have the right type.
#[derive(Default)]
pub(crate) struct ValidEntries<'r, 'e> {
    by_name: BTreeMap<&'static str, Vec<&'e Entry<'r>>>,
    /// All entries, including blank and malformed ones.
    given: BTreeMap<&'static str, Vec<&'e Entry<'r>>>,
    /// Members with an entry of the wrong type. Checks that depend on them are skipped (D7).
    malformed: Vec<&'static str>,
}

impl<'r, 'e> ValidEntries<'r, 'e> {
    pub(crate) fn all(&self, name: &str) -> &[&'e Entry<'r>] {
        self.by_name.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns all entries of a name, including blank ones.
    pub(crate) fn given(&self, name: &str) -> &[&'e Entry<'r>] {
        self.given.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    pub(crate) fn first(&self, name: &str) -> Option<&'e Entry<'r>> {
        self.all(name).first().copied()
    }

    pub(crate) fn is_malformed(&self, name: &str) -> bool {
        self.malformed.contains(&name)
    }
}

/// Checks entries against rows. `place` is the input member that contains them, and locates missing
/// members.
pub(crate) fn judge<'r, 'e>(
    sink: &mut IssueSink<'_>,
    place: &'static str,
    rows: &'static [Member],
    entries: &'e [Entry<'r>],
) -> ValidEntries<'r, 'e> {
    let mut held = ValidEntries::default();
    let mut given: BTreeMap<&str, Vec<&Entry<'r>>> = BTreeMap::new();
    for entry in entries {
        if rows.iter().any(|row| row.name == entry.name) {
            given.entry(entry.name).or_default().push(entry);
        } else if !rows.is_empty() {
            unknown(sink, entry, rows);
        }
    }
    if rows.is_empty() && !entries.is_empty() {
        unused(sink, place);
    }
    for row in rows {
        let entries = given.remove(row.name).unwrap_or_default();
        let mut set = Vec::new();
        for entry in &entries {
            if entry.value.is_set() {
                if fits(sink, row, entry) {
                    set.push(*entry);
                } else {
                    held.malformed.push(row.name);
                }
            } else if !row.required && matches!(entry.value, Given::Json(Document::Null)) {
                sink.push(Code::NullValue, entry.at.clone(), named(row.name), None);
            }
        }
        if row.required && set.is_empty() && !held.malformed.contains(&row.name) {
            let at = entries.first().map_or_else(|| missing_at(place, row), |entry| entry.at.clone());
            sink.push(Code::Required, at, named(row.name), Some(row.requirement_id));
        }
        if let Some(second) = set.get(1).filter(|second| !row.repeats && !is_list(row, second)) {
            let code = match row.kind {
                MemberKind::File => Code::OneFileOnly,
                MemberKind::Case => Code::OneCaseOnly,
                _ => Code::RepeatedPart,
            };
            sink.push(code, second.at.clone(), named(row.name), Some(row.requirement_id));
        }
        if row.kind == MemberKind::Text {
            for entry in &set {
                listed(sink, row, entry);
            }
        }
        held.by_name.insert(row.name, set);
        held.given.insert(row.name, entries);
    }
    held
}

/// Returns the path for a missing member. A member of an object has a path even if it is missing,
/// but a missing part can only be located at the list of parts.
fn missing_at(place: &'static str, row: &Member) -> Vec<Segment> {
    if place == "parts" { vec![place.into()] } else { vec![place.into(), row.name.into()] }
}

/// Returns `true` if the entry is one of several ids in a form. JSON has all ids in one list, but a
/// form has one part for each.
fn is_list(row: &Member, entry: &Entry<'_>) -> bool {
    row.kind == MemberKind::Ids && matches!(entry.value, Given::Text(_))
}

pub(crate) fn unused(sink: &mut IssueSink<'_>, place: &'static str) {
    sink.push(Code::Unused, vec![place.into()], Params::default().with("part", Param::from(place)), None);
}

fn unknown(sink: &mut IssueSink<'_>, entry: &Entry<'_>, rows: &'static [Member]) {
    let names: Vec<String> = rows.iter().map(|row| row.name.to_owned()).collect();
    let mut params = Params::default().with("names", Param::Words(names));
    if let Some(near) = nearest(entry.name, rows.iter().map(|row| row.name)) {
        params = params.with("suggestion", Param::from(near));
    }
    sink.push(Code::UnknownField, entry.at.clone(), params, None);
}

/// Returns `true` if the entry's value has the type of its row. Otherwise adds a finding.
fn fits(sink: &mut IssueSink<'_>, row: &'static Member, entry: &Entry<'_>) -> bool {
    let expected = match (row.kind, entry.value) {
        (MemberKind::File, Given::File { .. }) => return true,
        (MemberKind::File, _) => "file",
        (MemberKind::Ids, Given::Json(Document::List(list))) => return are_ids(sink, row, entry, list),
        (MemberKind::Ids, Given::Text(text)) if is_whole(text) => return true,
        (MemberKind::Ids, _) => "array_of_integers",
        (MemberKind::Text | MemberKind::Label, value) if value.text().is_some() => return true,
        (MemberKind::Text | MemberKind::Label, _) => "string",
        // The case is a string that contains JSON (`CASE-json-string`), not a JSON value.
        (MemberKind::Case, value) if value.text().is_some() => return true,
        // Forms send a `Blob` as a file. Its content is checked as the case.
        (MemberKind::Case, value) if value.content().is_some() => {
            sink.push(Code::CaseAsFile, entry.at.clone(), named(row.name), Some("CASE-json-string"));
            return true;
        }
        (MemberKind::Case, _) => "json_text",
    };
    let requirement_id = if row.kind == MemberKind::Case { "CASE-json-string" } else { row.requirement_id };
    wrong_by(sink, entry.at.clone(), row.name, expected, Some(requirement_id));
    false
}

fn are_ids(sink: &mut IssueSink<'_>, row: &'static Member, entry: &Entry<'_>, list: &[Document]) -> bool {
    let mut whole = true;
    for (number, id) in list.iter().enumerate() {
        if !matches!(id, Document::Number(raw) if is_whole(raw)) {
            whole = false;
            wrong_by(sink, element(entry, number), row.name, "integer", Some(row.requirement_id));
        }
    }
    whole
}

/// The path of an element in an entry's list.
pub(crate) fn element(entry: &Entry<'_>, number: usize) -> Vec<Segment> {
    entry.at.iter().cloned().chain([number.into()]).collect()
}

/// Returns `true` if the text is a JSON number with an integer value, such as `2020.0` (D2).
pub(crate) fn is_whole(raw: &str) -> bool {
    let mut scanner = Scanner::new(raw, 1);
    raw.starts_with(|first: char| first == '-' || first.is_ascii_digit())
        && scanner.number() == Ok(true)
        && scanner.end().is_ok()
}

/// Checks that a word is in the list of its row. A word outside the list is unknown if the
/// specification gives the complete list, and unlisted otherwise (D5).
fn listed(sink: &mut IssueSink<'_>, row: &'static Member, entry: &Entry<'_>) {
    let (Some(list), Some(word)) = (row.words, entry.value.text()) else { return };
    if !list.contains(word) {
        let code = if list.open { Code::UnlistedWord } else { Code::UnknownWord };
        outside(sink, code, list.words, entry.at.clone(), word, Some(list.requirement_id));
    }
}

/// Adds a finding for a word outside a list, with the nearest listed word as a fix.
pub(crate) fn outside(
    sink: &mut IssueSink<'_>,
    code: Code,
    words: &[&'static str],
    at: Vec<Segment>,
    word: &str,
    requirement_id: Option<&'static str>,
) {
    let known = words.iter().map(|word| (*word).to_owned()).collect();
    let mut params = Params::default().with("words", Param::Words(known));
    let near = nearest(word, words.iter().copied());
    if let Some(near) = near {
        params = params.with("suggestion", Param::from(near));
    }
    let text = REQUESTS.text(code);
    if let Some(issue) = sink.push_as(text, code, at, params, requirement_id) {
        issue.fix = near.map(|near| Fix::Replace { value: near.to_owned() });
    }
}

pub(crate) fn named(member: &str) -> Params {
    Params::default().with("member", Param::from(member))
}
