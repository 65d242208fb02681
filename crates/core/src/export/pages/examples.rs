//! Examples of a rule: its test vectors, expanded and judged.

use crate::case::check::check_case;
use crate::context::{Context, Include};
use crate::export::json::pretty;
use crate::report::RuleOutcome;
use crate::report::issue::Issue;
use crate::text::json::document::{Document, Members};

/// A vector with its result for the rule.
pub(crate) struct Judged {
    pub(crate) file: String,
    pub(crate) name: String,
    pub(crate) base: String,
    /// The members that are set in, or removed from, the base.
    pub(crate) changed: Members,
    /// The settings besides the day.
    pub(crate) context: Members,
    /// The whole payload, formatted for people.
    pub(crate) payload: String,
    /// `true` if the rule is violated. Otherwise it is satisfied, perhaps with a note.
    pub(crate) fires: bool,
    /// The findings of the rule.
    pub(crate) found: Vec<Issue>,
}

/// Returns the vectors in which a rule applies: those of its own file or, without one, of any file.
pub(crate) fn judged(id: &str, vectors: &[VectorFile]) -> Vec<Judged> {
    let Some(bases) = bases(vectors) else { return Vec::new() };
    let own = format!("rules/{id}.json");
    let of = |all: bool| {
        let files = vectors.iter().filter(|file| if all { file.name != "bases.json" } else { file.name == own });
        files.flat_map(|file| in_file(id, file, &bases)).collect::<Vec<Judged>>()
    };
    let found = of(false);
    if found.is_empty() { of(true) } else { found }
}

/// Returns the named base payloads of the vectors.
pub(crate) fn bases(vectors: &[VectorFile]) -> Option<Document> {
    vectors.iter().find(|file| file.name == "bases.json").and_then(|file| Document::read(&file.text).ok())
}

fn in_file(id: &str, file: &VectorFile, bases: &Document) -> Vec<Judged> {
    let Ok(all) = Document::read(&file.text) else { return Vec::new() };
    if all.get("call").and_then(Document::as_str).is_some_and(|call| call != "check_case") {
        return Vec::new();
    }
    let cases = all.get("cases").and_then(Document::as_list).unwrap_or_default();
    cases.iter().filter_map(|case| judge(id, file, &all, case, bases)).collect()
}

fn judge(id: &str, file: &VectorFile, all: &Document, case: &Document, bases: &Document) -> Option<Judged> {
    let base = case.get("base").or_else(|| all.get("base")).and_then(Document::as_str)?;
    let mut payload = bases.get(base)?.clone();
    let mut changed = Members::default();
    if let Some(removed) = case.get("remove") {
        changed.insert("remove", removed.clone());
        for at in removed.as_list()?.iter().filter_map(Document::as_str) {
            edit(&mut payload, at, None);
        }
    }
    if let Some(set) = case.get("set") {
        changed.insert("set", set.clone());
        for (at, value) in set.as_object()?.iter() {
            edit(&mut payload, at, Some(value));
        }
    }
    let mut settings = Members::default();
    settings.insert("today", "2026-03-01".into());
    for (name, value) in
        [all, case].into_iter().filter_map(|part| part.get("context")?.as_object()).flat_map(Members::iter)
    {
        settings.insert(name, value.clone());
    }
    let context = Context::from_json(&Document::Object(settings.clone()).to_string()).ok()?;
    settings.remove("include");
    if settings.get("today").and_then(Document::as_str) == Some("2026-03-01") {
        settings.remove("today");
    }
    let context = context.include(Include::default().trace(true));
    let report = check_case(&payload.to_string(), &context);
    let state = report.trace?.iter().find(|entry| entry.rule == id)?.state;
    if !matches!(state, RuleOutcome::Satisfied | RuleOutcome::Violated) {
        return None;
    }
    let found: Vec<Issue> = report.issues.into_iter().filter(|issue| issue.rule.as_deref() == Some(id)).collect();
    let name = case.get("name").and_then(Document::as_str)?;
    Some(Judged {
        file: file.name.clone(),
        name: name.split_once(": ").map_or(name, |(_, rest)| rest).to_owned(),
        base: base.to_owned(),
        changed,
        context: settings,
        payload: pretty(&payload),
        fires: state == RuleOutcome::Violated,
        found,
    })
}

/// Sets or removes a top-level field by name, or a member by pointer.
fn edit(payload: &mut Document, at: &str, value: Option<&Document>) {
    let (name, rest) = match at.strip_prefix('/') {
        Some(at) => at.split_once('/').map_or((at, None), |(name, rest)| (name, Some(rest))),
        None => (at, None),
    };
    let Document::Object(members) = payload else { return };
    match (rest, value) {
        (Some(rest), _) => {
            if let Some(mut inner) = members.get(name).cloned() {
                edit(&mut inner, rest, value);
                members.insert(name, inner);
            }
        }
        (None, Some(value)) => members.insert(name, value.clone()),
        (None, None) => {
            members.remove(name);
        }
    }
}

/// A file of test vectors: its path below the vectors' folder, with `/`, and its text.
#[derive(Debug, Clone)]
pub struct VectorFile {
    /// The path, such as `rules/pl.policyholder_named.json`.
    pub name: String,
    /// The text.
    pub text: String,
}
