//! The results in one sentence, as on the page of the demo: `tests/demo/result-sentences.json` has
//! vectors of both.

use casegate::json::Document;
use chrono::NaiveDate;

/// The service's own words about a result.
const VERDICTS: [&str; 2] = ["result_type", "information_found"];
/// The members that make a result found.
const HEADLINE: [&str; 3] = ["liability_limits", "insurance", "policy_number"];

/// Returns a text that is not blank.
pub(super) fn text_of<'d>(entry: &'d Document, member: &str) -> Option<&'d str> {
    entry.get(member).and_then(Document::as_str).filter(|text| !text.trim().is_empty())
}

/// Returns the person or company of a result.
fn name_of(entry: &Document) -> Option<&str> {
    ["defendant", "subject_of_search", "policyholder"].iter().find_map(|member| text_of(entry, member))
}

/// Reads `YYYY-MM-DD`.
fn day(text: &str) -> Option<NaiveDate> {
    NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().filter(|day| text.len() == 10 && day.to_string() == text)
}

/// Writes a day as people do; another text stays as it is.
pub(super) fn day_words(text: &str) -> String {
    day(text).map_or_else(|| text.to_owned(), |day| day.format("%B %-d, %-Y").to_string())
}

/// A person for whom only policies canceled before the day of the loss were found has a sentence of
/// their own, after the others.
pub(super) fn sentence(results: &[&Document], loss: Option<&str>) -> String {
    let loss = loss.and_then(day);
    let is_before_loss = |entry: &Document| {
        let canceled = text_of(entry, "policy_canceled_date").and_then(day);
        canceled.zip(loss).is_some_and(|(canceled, loss)| canceled < loss)
    };
    let with_policy: Vec<&Document> = results.iter().copied().filter(|entry| is_found(entry)).collect();
    let is_lapsed = |entry: &Document| with_policy.iter().all(|other| !is_same(entry, other) || is_before_loss(other));
    let (lapsed, found): (Vec<&Document>, Vec<&Document>) = with_policy.iter().copied().partition(|one| is_lapsed(one));
    let none = results.iter().filter(|entry| !is_found(entry) && !lapsed.iter().any(|other| is_same(entry, other)));
    let found: Vec<String> = found.into_iter().map(with_about).collect();
    let none: Vec<String> = none.map(|entry| named(entry).to_owned()).collect();
    let mut sentences = match (found.is_empty(), none.is_empty()) {
        (true, true) => Vec::new(),
        (true, false) => vec![format!("We found no insurance for {}.", list(&none, "or"))],
        (false, true) => vec![format!("We found insurance for {}.", list(&found, "and"))],
        (false, false) => {
            vec![format!("We found insurance for {}, and none for {}.", list(&found, "and"), list(&none, "or"))]
        }
    };
    for (index, entry) in lapsed.iter().enumerate() {
        if lapsed.iter().take(index).any(|earlier| is_same(earlier, entry)) {
            continue;
        }
        let policies: Vec<String> = lapsed.iter().filter(|other| is_same(entry, other)).map(|one| about(one)).collect();
        let only = if policies.len() == 1 { "a policy that was" } else { "policies that were" };
        let (name, policies) = (named(entry), policies.join("; "));
        sentences.push(format!("For {name} we found only {only} canceled before the loss ({policies})."));
    }
    sentences.join(" ")
}

/// Returns `true` if a policy was found. Words such as "Policy Existence: No-Hit" count only as a
/// whole.
fn is_found(entry: &Document) -> bool {
    let verdict = VERDICTS.iter().find_map(|member| text_of(entry, member)).unwrap_or_default().to_lowercase();
    let last = verdict.rsplit(':').next().unwrap_or_default().trim();
    HEADLINE.iter().any(|member| text_of(entry, member).is_some()) && !["no hit", "no-hit", "not found"].contains(&last)
}

/// Results without a name are not about one person.
fn is_same(one: &Document, other: &Document) -> bool {
    std::ptr::eq(one, other) || (name_of(one).is_some() && name_of(one) == name_of(other))
}

fn named(entry: &Document) -> &str {
    name_of(entry).unwrap_or("an unnamed person or company")
}

fn about(entry: &Document) -> String {
    let canceled = text_of(entry, "policy_canceled_date").map(|text| format!("canceled {}", day_words(text)));
    let parts = [text_of(entry, "insurance").map(str::to_owned), canceled];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn with_about(entry: &Document) -> String {
    let (name, about) = (named(entry), about(entry));
    if about.is_empty() { name.to_owned() } else { format!("{name} ({about})") }
}

/// Joins names as English does.
fn list(names: &[String], word: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [one, other] => format!("{one} {word} {other}"),
        [first @ .., last] => format!("{}, {word} {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::sentence;
    use casegate::json::Document;

    #[test]
    fn the_sentence_is_that_of_the_page() {
        let vectors = include_str!("../../../../../tests/demo/result-sentences.json");
        let vectors = Document::read(vectors).expect("JSON");
        for vector in vectors.as_list().expect("a list") {
            let results: Vec<&Document> =
                vector.get("results").and_then(Document::as_list).expect("results").iter().collect();
            let loss = vector.get("date_of_loss").and_then(Document::as_str);
            assert_eq!(Some(sentence(&results, loss).as_str()), vector.get("sentence").and_then(Document::as_str));
        }
    }
}
