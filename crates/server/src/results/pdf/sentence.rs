//! The results in one sentence, as on the page of the demo: `tests/demo/result-sentences.json` has
//! vectors of both.

use super::WORDS;
use casegate::json::Document;
use chrono::NaiveDate;

/// The service's own words about a result.
const VERDICTS: [&str; 2] = ["result_type", "information_found"];
/// The members that make a result found.
const HEADLINE: [&str; 3] = ["liability_limits", "insurance", "policy_number"];

/// The members with the person or company of a result; the first one counts.
const PEOPLE: [&str; 3] = ["defendant", "subject_of_search", "policyholder"];

/// Returns a text that is not blank.
pub(super) fn text_of<'d>(entry: &'d Document, member: &str) -> Option<&'d str> {
    entry.get(member).and_then(Document::as_str).filter(|text| !text.trim().is_empty())
}

/// Returns the person or company of a result.
fn name_of(entry: &Document) -> Option<&str> {
    PEOPLE.iter().find_map(|member| text_of(entry, member))
}

/// Reads `YYYY-MM-DD`.
fn day(text: &str) -> Option<NaiveDate> {
    NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().filter(|day| text.len() == 10 && day.to_string() == text)
}

/// Writes a day as people do; another text stays as it is.
pub(super) fn day_words(text: &str) -> String {
    day(text).map_or_else(|| text.to_owned(), |day| day.format("%B %-d, %-Y").to_string())
}

/// Returns the first and the last day of a policy, as far as they are known.
fn period(entry: &Document) -> [Option<NaiveDate>; 2] {
    // The add-on service answers in the words of its staff, such as "2025-10-01 to 2026-04-01".
    let add_on = entry.get("add_on_services").and_then(|add_ons| text_of(add_ons, "policy_period")).unwrap_or_default();
    let mut days = add_on.split(|letter: char| !letter.is_ascii_digit() && letter != '-').filter_map(day);
    let given = |member| text_of(entry, member).and_then(day);
    [given("policy_start_date"), given("policy_canceled_date")].map(|own| {
        let added = days.next();
        own.or(added)
    })
}

/// Returns the word for a policy that was not in force on the day of the loss, and its day.
fn lapse(entry: &Document, loss: Option<NaiveDate>) -> Option<(&'static str, NaiveDate)> {
    let [from, until] = period(entry);
    let ended = until.filter(|until| loss.is_some_and(|loss| *until < loss)).map(|until| ("ended", until));
    ended.or_else(|| from.filter(|from| loss.is_some_and(|loss| *from > loss)).map(|from| ("began", from)))
}

/// Policies that were not in force on the date of loss have a sentence of their own for each person,
/// after the others. The bought policies that name a person and were found have a sentence, too,
/// because they are beyond what was asked.
pub(super) fn sentence(results: &[&Document], bought: &[&Document], loss: Option<&str>) -> String {
    let loss = loss.and_then(day);
    let bought = bought.iter().copied().filter(|entry| name_of(entry).is_some());
    let policies: Vec<&Document> = results.iter().copied().chain(bought).filter(|entry| is_found(entry)).collect();
    let (lapsed, in_force): (Vec<&Document>, Vec<&Document>) =
        policies.iter().partition(|entry| lapse(entry, loss).is_some());
    let none = results.iter().filter(|entry| !policies.iter().any(|other| is_same(entry, other)));
    let none = none.filter(|entry| !in_force.iter().any(|other| names(other, entry)));
    let none = list(&none.map(|entry| named(entry).to_owned()).collect::<Vec<_>>(), "or");
    let listed = |entries: &[&Document]| {
        let texts = of_each(entries, loss).into_iter().map(|(entry, texts)| match texts {
            texts if texts.is_empty() => named(entry).to_owned(),
            texts => format!("{} ({texts})", named(entry)),
        });
        list(&texts.collect::<Vec<_>>(), "and")
    };
    let (asked, added): (Vec<&Document>, Vec<&Document>) =
        in_force.iter().partition(|entry| results.iter().any(|result| std::ptr::eq(*result, **entry)));
    let (found, added) = (listed(&asked), listed(&added));
    let first = match (found.is_empty(), none.is_empty()) {
        (true, true) => None,
        (true, false) => Some("none"),
        (false, true) => Some("found"),
        (false, false) => Some("both"),
    };
    let first = first.map(|id| filled(id, &[("found", &found), ("none", &none)]));
    let others = of_each(&lapsed, loss).into_iter().map(|(entry, policies)| {
        let id = if in_force.iter().any(|other| names(other, entry)) { "also" } else { "only" };
        filled(id, &[("name", named(entry)), ("policies", &policies)])
    });
    let added = (!added.is_empty()).then(|| filled("bought", &[("found", &added)]));
    first.into_iter().chain(others).chain(added).collect::<Vec<_>>().join(" ")
}

/// Returns the first policy of each person, and what all of that person are.
fn of_each<'d>(entries: &[&'d Document], loss: Option<NaiveDate>) -> Vec<(&'d Document, String)> {
    let is_first = |index: usize, entry| !entries.iter().take(index).any(|earlier| is_same(earlier, entry));
    let firsts = entries.iter().enumerate().filter(|(index, entry)| is_first(*index, entry));
    let texts = |entry| entries.iter().filter(move |other| is_same(entry, other)).map(|other| about(other, loss));
    firsts
        .map(|(_, entry)| (*entry, texts(entry).filter(|text| !text.is_empty()).collect::<Vec<_>>().join("; ")))
        .collect()
}

/// Returns the service's words about a result, in small letters.
fn verdict(entry: &Document) -> String {
    VERDICTS.iter().find_map(|member| text_of(entry, member)).unwrap_or_default().to_lowercase()
}

/// Returns `true` if a policy was found. Words such as "Policy Existence: No-Hit" count only as a
/// whole.
fn is_found(entry: &Document) -> bool {
    let verdict = verdict(entry);
    let last = verdict.rsplit(':').next().unwrap_or_default().trim();
    HEADLINE.iter().any(|member| text_of(entry, member).is_some()) && !["no hit", "no-hit", "not found"].contains(&last)
}

/// Results without a name are not about one person.
fn is_same(one: &Document, other: &Document) -> bool {
    std::ptr::eq(one, other) || (name_of(one).is_some() && name_of(one) == name_of(other))
}

/// Returns `true` if a result names the person of another one, perhaps as its policyholder.
fn names(entry: &Document, other: &Document) -> bool {
    let person = name_of(other);
    is_same(entry, other) || (person.is_some() && PEOPLE.iter().any(|member| text_of(entry, member) == person))
}

fn named(entry: &Document) -> &str {
    name_of(entry).unwrap_or_else(|| words("unnamed"))
}

fn about(entry: &Document, loss: Option<NaiveDate>) -> String {
    let lapse = lapse(entry, loss);
    // Limits that were not in force would only mislead.
    let limits = text_of(entry, "liability_limits").filter(|_| lapse.is_none());
    let limits = limits.map(|limits| filled("limits", &[("limits", limits)]));
    let canceled = text_of(entry, "policy_canceled_date").map(|text| ("canceled", day_words(text)));
    let until = canceled.or_else(|| lapse.map(|(id, day)| (id, day_words(&day.to_string()))));
    let until = until.map(|(id, day)| filled(id, &[("day", &day)]));
    let named = ["policy_type", "insurance"].into_iter().filter_map(|member| text_of(entry, member).map(str::to_owned));
    let partial = verdict(entry).contains("partial").then(|| words("partial").to_owned());
    named.chain(limits).chain(partial).chain(until).collect::<Vec<_>>().join(", ")
}

fn words(id: &str) -> &'static str {
    WORDS.get("answer").and_then(|words| words.get(id)).and_then(Document::as_str).unwrap_or_default()
}

/// Fills the places of a text, such as `{name}`.
fn filled(id: &str, values: &[(&str, &str)]) -> String {
    let mut pieces = words(id).split('{');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for (name, rest) in pieces.filter_map(|piece| piece.split_once('}')) {
        text.extend(values.iter().filter(|(known, _)| *known == name).map(|(_, value)| *value));
        text.push_str(rest);
    }
    text
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
            let entries = |member| vector.get(member).and_then(Document::as_list).unwrap_or_default().iter();
            let (results, bought): (Vec<&Document>, Vec<&Document>) =
                (entries("results").collect(), entries("bought").collect());
            let loss = vector.get("date_of_loss").and_then(Document::as_str);
            assert_eq!(
                Some(sentence(&results, &bought, loss).as_str()),
                vector.get("sentence").and_then(Document::as_str)
            );
        }
    }
}
