//! The results in a few words, which the demo has as well (web-demo/src/cases/result-sentence.ts).
//! tests/demo/result-sentences.json has the cases that both must answer alike.

use super::words::{day, listed};
use casegate::json::Document;
use std::collections::BTreeSet;

/// Returns what was found, and for whom. A person for whom only policies canceled before the day of
/// the loss were found has a sentence of their own, after the others. `None` without results.
pub(super) fn answer(results: &[Document], loss: Option<&str>) -> Option<String> {
    let (with_policy, none): (Vec<&Document>, Vec<&Document>) = results.iter().partition(|entry| has_policy(entry));
    let insured: BTreeSet<&str> = with_policy
        .iter()
        .filter(|entry| !is_canceled_before(entry, loss))
        .filter_map(|entry| known_name(entry))
        .collect();
    let (lapsed, found): (Vec<&Document>, Vec<&Document>) = with_policy.into_iter().partition(|entry| {
        is_canceled_before(entry, loss) && !known_name(entry).is_some_and(|name| insured.contains(name))
    });
    let has_sentence = |entry: &Document| {
        known_name(entry).is_some() && lapsed.iter().any(|other| known_name(other) == known_name(entry))
    };
    let none = listed(&none.into_iter().filter(|entry| !has_sentence(entry)).map(name_of).collect::<Vec<_>>(), "or");
    let found = listed(&found.into_iter().map(with_insurer).collect::<Vec<_>>(), "and");
    let first = match (found.is_empty(), none.is_empty()) {
        (true, true) => None,
        (true, false) => Some(format!("We found no insurance for {none}.")),
        (false, true) => Some(format!("We found insurance for {found}.")),
        (false, false) => Some(format!("We found insurance for {found}, and none for {none}.")),
    };
    let sentences: Vec<String> = first.into_iter().chain(lapsed_sentences(&lapsed)).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// Returns a sentence for each name, in the order of the results. Results without a name are not
/// about one person.
fn lapsed_sentences(lapsed: &[&Document]) -> Vec<String> {
    let mut people: Vec<(&Document, Vec<String>)> = Vec::new();
    for entry in lapsed {
        let is_same = |first: &Document| known_name(first).is_some() && known_name(first) == known_name(entry);
        match people.iter_mut().find(|(first, _)| is_same(first)) {
            Some((_, policies)) => policies.push(about(entry)),
            None => people.push((entry, vec![about(entry)])),
        }
    }
    let sentence = |(first, policies): (&Document, Vec<String>)| {
        let what = if policies.len() == 1 { "a policy that was" } else { "policies that were" };
        format!("For {} we found only {what} canceled before the loss ({}).", name_of(first), policies.join("; "))
    };
    people.into_iter().map(sentence).collect()
}

fn text<'d>(entry: &'d Document, member: &str) -> Option<&'d str> {
    entry.get(member).and_then(Document::as_str).filter(|text| !text.trim().is_empty())
}

/// A verdict such as "Policy Existence: No-Hit" counts only as a whole: "Policy found, limits not found"
/// is none.
fn has_policy(entry: &Document) -> bool {
    let verdict = text(entry, "result_type").or(text(entry, "information_found")).unwrap_or_default().to_lowercase();
    let is_none = ["no-hit", "no hit", "not found"].contains(&verdict.rsplit(':').next().unwrap_or_default().trim());
    !is_none && ["insurance", "policy_number", "liability_limits"].iter().any(|member| text(entry, member).is_some())
}

/// Returns the person or company of a result.
pub(super) fn name_of(entry: &Document) -> String {
    known_name(entry).unwrap_or("an unnamed person or company").to_owned()
}

fn known_name(entry: &Document) -> Option<&str> {
    ["defendant", "subject_of_search", "policyholder"].iter().find_map(|member| text(entry, member))
}

/// Two days compare as texts. A policy that was canceled on the day of the loss is not meant.
fn is_canceled_before(entry: &Document, loss: Option<&str>) -> bool {
    let is_day = |text: &&str| day(text).is_some();
    let canceled = text(entry, "policy_canceled_date").filter(is_day);
    canceled.zip(loss.filter(is_day)).is_some_and(|(canceled, loss)| canceled < loss)
}

/// Returns the name with the insurer. A canceled policy is named as such.
fn with_insurer(entry: &Document) -> String {
    let (name, about) = (name_of(entry), about(entry));
    if about.is_empty() { name } else { format!("{name} ({about})") }
}

/// Returns the insurer and the day of the cancellation, as far as they are known.
fn about(entry: &Document) -> String {
    let canceled = text(entry, "policy_canceled_date");
    let canceled = canceled.map(|text| format!("canceled {}", day(text).unwrap_or_else(|| text.to_owned())));
    text(entry, "insurance").map(str::to_owned).into_iter().chain(canceled).collect::<Vec<_>>().join(", ")
}
