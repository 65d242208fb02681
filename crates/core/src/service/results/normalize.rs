//! Normalizes `results_data` to its documented shape.

use crate::context::Context;
use crate::report::issue::Issue;
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params};
use crate::rulebook::tokens::{PolicyStatus, ResultsCaseType, UpgradeStatus};
use crate::service::record_schema::notes::Notes;
use crate::service::record_schema::{Member, ValueType};
use crate::service::results::table::{
    CANCELLATION, CANCELLED_POLICY, ENVELOPE, NULL_WHEN_INCLUDED, RESULTS_DATA, STATUS, fields_of,
};
use crate::text::json::document::{Document, Members};
use serde::Serialize;

/// Results in their documented shape.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Normalized {
    /// The results, or [`Document::Null`] if the text is not JSON or exceeds the context's limits.
    pub normalized: Document,
    /// Changes, and deviations from the documentation. Their paths are valid in the input and the
    /// output, because no element moves.
    pub notes: Vec<Issue>,
}

/// Normalizes any `results_data` to its documented shape, including those of a canceled case or
/// from before version 2.3.0.
///
/// The output has every documented field of the case's product, with `null` if no value was found.
/// No values are invented, and unrecognized members are retained with a note. One kind of data is
/// removed: the members of an `additional_policies` entry beyond its envelope, unless the entry is
/// accepted, because such members were not bought (D35, D52).
///
/// Members keep their order, and added members come last. Normalizing is idempotent.
///
/// ```
/// use casegate::{Date, Context};
/// use casegate::results::normalize_results;
///
/// let context = Context::new(Date::parse("2026-03-01").ok_or("no such day")?);
/// let old = r#"{ "case_type": "policy_existence_search", "results": [{ "insurance": "Example Mutual" }] }"#;
/// let results = normalize_results(old, &context);
/// let first = &results.normalized.get("results").and_then(|list| list.as_list()).ok_or("no list")?[0];
/// assert!(first.get("result_type").is_some_and(|value| value.is_null()));
/// assert_eq!(results.notes[0].code.name(), "members_added");
/// # Ok::<(), &str>(())
/// ```
pub fn normalize_results(results_data: &str, context: &Context) -> Normalized {
    match Document::input(results_data, context) {
        Ok(document) => of_document(document, context),
        Err(issue) => Normalized { normalized: Document::Null, notes: vec![*issue] },
    }
}

/// Normalizes results that were already parsed.
pub(crate) fn of_document(document: Document, context: &Context) -> Normalized {
    let mut notes = Notes::new(context);
    let most = context.limits.text_bytes / BYTES_OF_A_RECORD;
    let normalized = match document {
        Document::Object(members) if records(&members) > most => {
            notes.here(Code::TooManyRecords, Params::default().with("limit", Param::from(most)), None);
            Document::Null
        }
        Document::Object(members) => Document::Object(results_data(members, &mut notes)),
        other => {
            notes.fits(&other, &Member::new("", ValueType::Object, "RES-shape"));
            other
        }
    };
    Normalized { normalized, notes: notes.finish() }
}

/// The input may contain one record for each 64 bytes of the context's text limit. The size of the
/// text alone does not bound memory, because an empty record of two bytes is completed with
/// twenty-five members. A documented record is several times as long as 64 bytes.
const BYTES_OF_A_RECORD: usize = 64;

/// Returns the number of records that may have to be completed.
fn records(results_data: &Members) -> usize {
    fn within(list: Option<&Document>) -> impl Iterator<Item = &Members> {
        list.and_then(Document::as_list).unwrap_or_default().iter().filter_map(Document::as_object)
    }
    let entries = ["results", "additional_policies"].into_iter().flat_map(|name| within(results_data.get(name)));
    entries.map(|entry| 1 + within(entry.get("cancelled_policies")).count()).sum()
}

fn results_data(members: Members, notes: &mut Notes<'_>) -> Members {
    let word = members.get("case_type").and_then(Document::as_str);
    // An unrecognized case type is treated as unknown, and its value is retained (D48).
    let case_type = word.and_then(ResultsCaseType::from_name).unwrap_or(ResultsCaseType::Unknown);
    let cancelled = members.get("cancelled") == Some(&Document::Boolean(true));
    let mut out = Vec::with_capacity(members.len() + 2);
    let mut seen = Vec::new();
    for (name, value) in members {
        let value = notes.within(name.as_str(), |notes| {
            let Some(member) = RESULTS_DATA.member(&name) else {
                notes.unknown();
                return value;
            };
            seen.push(member.name);
            match (member.name, value) {
                ("results" | "additional_policies", Document::Null) => {
                    notes.here(Code::ListAdded, Params::default(), Some(member.requirement_id));
                    Document::List(Vec::new())
                }
                ("results" | "additional_policies", Document::List(list)) => {
                    if cancelled && !list.is_empty() {
                        notes.contradiction("cancelled", "RESULT-cancelled-empty");
                    }
                    let read = if member.name == "results" { result } else { additional_policy };
                    each(list, notes, |element, notes| read(element, case_type, notes))
                }
                ("cancellation", Document::Object(block)) => {
                    if !cancelled {
                        notes.contradiction("cancelled", "RESULT-cancelled-flag");
                    }
                    Document::Object(complete(
                        block,
                        &[CANCELLATION.members],
                        Some("RESULT-cancelled-block"),
                        Quiet::None,
                        notes,
                    ))
                }
                (_, value) => {
                    notes.fits(&value, member);
                    value
                }
            }
        });
        out.push((name, value));
    }
    let missing = |name: &str| !seen.contains(&name);
    let mut nulls = Vec::new();
    if missing("case_type") {
        out.push(("case_type".to_owned(), Document::Null));
        nulls.push("case_type");
    }
    if missing("results") {
        notes.within("results", |notes| notes.here(Code::ListAdded, Params::default(), Some("RES-shape")));
        out.push(("results".to_owned(), Document::List(Vec::new())));
    }
    if missing("additional_policies") {
        // Results from before a version are documented without this list, so adding it needs no note
        // unless the context says that they are of that version (D58).
        let is_promised = |member: &&Member| notes.has_ended(member.absence);
        if let Some(member) = RESULTS_DATA.member("additional_policies").filter(is_promised) {
            notes.within(member.name, |notes| {
                notes.here(Code::ListAdded, Params::default(), Some(member.requirement_id));
            });
        }
        out.push(("additional_policies".to_owned(), Document::List(Vec::new())));
    }
    if cancelled && missing("cancellation") {
        out.push(("cancellation".to_owned(), Document::Null));
        nulls.push("cancellation");
    }
    added(&nulls, Some("RES-shape"), notes);
    Members::of_different(out)
}

/// Reads each element of a list. An element that is not an object is retained unchanged (D37).
fn each(list: Vec<Document>, notes: &mut Notes<'_>, read: impl Fn(Members, &mut Notes<'_>) -> Members) -> Document {
    let element = |(at, element)| {
        notes.within(at, |notes| match element {
            Document::Object(members) => Document::Object(read(members, notes)),
            other => {
                notes.fits(&other, &Member::new("", ValueType::Object, ""));
                other
            }
        })
    };
    Document::List(list.into_iter().enumerate().map(element).collect())
}

fn result(members: Members, case_type: ResultsCaseType, notes: &mut Notes<'_>) -> Members {
    complete(members, &fields_of(case_type), Some("RES-always-present"), Quiet::None, notes)
}

fn additional_policy(mut members: Members, case_type: ResultsCaseType, notes: &mut Notes<'_>) -> Members {
    let word = members.get("status").and_then(Document::as_str).unwrap_or_default();
    let raw = UpgradeStatus::from_name(word).map(PolicyStatus::from);
    let Some(status) = raw.or_else(|| PolicyStatus::from_name(word)) else {
        if members.get("status").is_none() {
            notes.within("status", |notes| {
                notes.here(Code::MemberMissing, Params::default(), Some(STATUS.requirement_id));
            });
        }
        // It is unknown if the values of this entry were bought, and disclosing values that were
        // not bought cannot be undone (D52).
        let members = envelope_only(members, "RESULT-offered-envelope", notes);
        return complete(members, &[ENVELOPE.members], None, Quiet::Status, notes);
    };
    if raw.is_some() {
        members.insert("status", Document::from(status.name()));
        let params = Params::default().with("word", Param::from(status.name()));
        notes.within("status", |notes| notes.here(Code::StatusMapped, params, Some("RESULT-status-mapping")));
    }
    match status {
        PolicyStatus::Accepted => {
            let [shared, own] = fields_of(case_type);
            complete(members, &[ENVELOPE.members, shared, own], Some("RESULT-accepted-full"), Quiet::None, notes)
        }
        PolicyStatus::Offered => {
            let members = envelope_only(members, "RESULT-offered-envelope", notes);
            complete(members, &[ENVELOPE.members], None, Quiet::None, notes)
        }
        PolicyStatus::Included => {
            let members = envelope_only(members, "RESULT-included-envelope", notes);
            let cleared = members.into_iter().map(|(name, value)| {
                if !NULL_WHEN_INCLUDED.contains(&name.as_str()) || value.is_null() {
                    return (name, value);
                }
                let requirement_id = ENVELOPE.member(&name).map(|member| member.requirement_id);
                notes.within(name.as_str(), |notes| {
                    notes.here(Code::IncludedCleared, Params::default(), requirement_id);
                });
                (name, Document::Null)
            });
            let members = cleared.collect();
            // A missing id or price is equivalent to the required `null`, so adding it needs no
            // note.
            complete(members, &[ENVELOPE.members], None, Quiet::Ids, notes)
        }
    }
}

/// Removes members that do not belong to the envelope. In an entry that is not accepted, they would
/// disclose values that were not bought (D35, D52), and so would `notes` that are no text (D62).
fn envelope_only(members: Members, requirement_id: &'static str, notes: &mut Notes<'_>) -> Members {
    let kept = members.into_iter().filter_map(|(name, value)| {
        let is_known = ENVELOPE.member(&name).is_some();
        if is_known && (name != "notes" || matches!(value, Document::Text(_) | Document::Null)) {
            return Some((name, value));
        }
        notes.within(name.as_str(), |notes| {
            notes.here(Code::BeyondEnvelope, Params::default(), Some(requirement_id));
        });
        is_known.then_some((name, Document::Null))
    });
    kept.collect()
}

/// The missing members that are added without a note.
#[derive(Clone, Copy)]
enum Quiet {
    None,
    /// The members that are `null` in an included entry.
    Ids,
    /// The status, which has its own note.
    Status,
    All,
}

/// Reads the members that the tables define, retains other members with a note, and adds missing
/// members as `null`. Members in `quiet` are added without a note. `requirement_id` is the
/// statement that requires the other missing members.
fn complete(
    members: Members,
    tables: &[&'static [Member]],
    requirement_id: Option<&'static str>,
    quiet: Quiet,
    notes: &mut Notes<'_>,
) -> Members {
    let rows = || tables.iter().flat_map(|table| table.iter());
    let mut seen = Vec::new();
    let mut out: Vec<(String, Document)> = Vec::with_capacity(members.len());
    for (name, value) in members {
        // `notes` of an accepted entry is in the envelope and in the shared fields, but it is one
        // member.
        let row = rows().find(|row| row.name == name);
        let value = notes.within(name.as_str(), |notes| match row {
            None => {
                notes.unknown();
                value
            }
            Some(row) => {
                seen.push(row.name);
                match (row.name, value) {
                    ("cancelled_policies", Document::List(list)) => each(list, notes, |entry, notes| {
                        // The specification does not define if a missing member of an entry differs
                        // from `null`, so adding it creates no note (D48).
                        complete(entry, &[CANCELLED_POLICY.members], None, Quiet::All, notes)
                    }),
                    (_, value) => {
                        notes.fits(&value, row);
                        value
                    }
                }
            }
        });
        out.push((name, value));
    }
    let mut missing: Vec<&'static str> = Vec::new();
    for row in rows() {
        if !seen.contains(&row.name) && !missing.contains(&row.name) {
            missing.push(row.name);
        }
    }
    out.extend(missing.iter().map(|name| ((*name).to_owned(), Document::Null)));
    missing.retain(|name| match quiet {
        Quiet::None => true,
        Quiet::Ids => !NULL_WHEN_INCLUDED.contains(name),
        Quiet::Status => *name != STATUS.name,
        Quiet::All => false,
    });
    added(&missing, requirement_id, notes);
    Members::of_different(out)
}

fn added(names: &[&str], requirement_id: Option<&'static str>, notes: &mut Notes<'_>) {
    if !names.is_empty() {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        notes.here(Code::MembersAdded, Params::default().with("members", Param::Words(names)), requirement_id);
    }
}
