//! The results in one sentence, which the demo has as well (web-demo/src/cases/result-sentence.ts).
//! tests/demo/result-sentences.json has the cases that both must answer alike.

use super::words::{listed, written};
use casegate::json::Document;

/// Returns what was found, and for whom. `None` without results.
pub(super) fn answer(results: &[Document]) -> Option<String> {
    let (found, none): (Vec<&Document>, Vec<&Document>) = results.iter().partition(|entry| is_found(entry));
    let none = listed(&none.into_iter().map(name_of).collect::<Vec<_>>(), "or");
    let found = listed(&found.into_iter().map(with_insurer).collect::<Vec<_>>(), "and");
    match (found.is_empty(), none.is_empty()) {
        (true, true) => None,
        (true, false) => Some(format!("We found no insurance for {none}.")),
        (false, true) => Some(format!("We found insurance for {found}.")),
        (false, false) => Some(format!("We found insurance for {found}, and none for {none}.")),
    }
}

fn text<'d>(entry: &'d Document, member: &str) -> Option<&'d str> {
    entry.get(member).and_then(Document::as_str).filter(|text| !text.trim().is_empty())
}

/// A verdict such as "Policy Existence: No-Hit" counts only as a whole: "Policy found, limits not found"
/// is none.
fn is_found(entry: &Document) -> bool {
    let verdict = text(entry, "result_type").or(text(entry, "information_found")).unwrap_or_default().to_lowercase();
    let is_none = ["no-hit", "no hit", "not found"].contains(&verdict.rsplit(':').next().unwrap_or_default().trim());
    !is_none && ["insurance", "policy_number", "liability_limits"].iter().any(|member| text(entry, member).is_some())
}

/// Returns the person or company of a result.
pub(super) fn name_of(entry: &Document) -> String {
    let name = ["defendant", "subject_of_search", "policyholder"].iter().find_map(|member| text(entry, member));
    name.unwrap_or("an unnamed person or company").to_owned()
}

/// Returns the name with the insurer. A canceled policy is named as such.
fn with_insurer(entry: &Document) -> String {
    let canceled = text(entry, "policy_canceled_date").map(|day| format!("canceled {}", written("", day)));
    let about: Vec<String> = text(entry, "insurance").map(str::to_owned).into_iter().chain(canceled).collect();
    let name = name_of(entry);
    if about.is_empty() { name } else { format!("{name} ({})", about.join(", ")) }
}
