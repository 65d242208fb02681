//! Names, words, days and amounts of the service in plain English.

use chrono::{DateTime, NaiveDate, Utc};

/// Names that people write in another way than their parts.
const NAMES: &[(&str, &str)] = &[
    ("add_on_services", "Add-on services"),
    ("base_product", "Type of coverage"),
    ("cancelled_at", "Canceled"),
    ("cancelled_policies", "Previously canceled policies"),
    ("dol", "Date of loss"),
    ("fee_usd", "Fee"),
    ("insurance", "Insurance company"),
    ("pip_limits", "Personal injury protection limits"),
    ("policy", "Policy number"),
    ("policy_canceled_date", "Policy canceled on"),
    ("policy_number_secondary", "Second policy number"),
    ("price_usd", "Price"),
    ("rental_car_co", "Rental car company"),
    ("result_type", "Result"),
    ("self_insured_retention", "Self-insured retention"),
    ("subject_of_search", "Person or company researched"),
    ("um_uim_limits", "UM/UIM limits"),
    ("underlying_insurance_co", "Underlying insurance company"),
];

/// Abbreviations with their spelling.
const WORDS: &[(&str, &str)] =
    &[("id", "ID"), ("pip", "PIP"), ("uim", "UIM"), ("um", "UM"), ("usd", "(USD)"), ("usdot", "USDOT"), ("vin", "VIN")];

/// Members whose text stays as it is, even if it looks like a day.
const NUMBERS: [&str; 4] = ["policy_number", "policy_number_secondary", "claim_number", "policy"];

/// Returns a name or word of the service in plain English.
pub(super) fn label(name: &str) -> String {
    if let Some((_, written)) = NAMES.iter().find(|(known, _)| *known == name) {
        return (*written).to_owned();
    }
    let word = |word| WORDS.iter().find(|(known, _)| *known == word).map_or(word, |(_, written)| *written);
    let text = name.split('_').map(word).collect::<Vec<_>>().join(" ");
    let mut characters = text.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}

/// Returns the text of a member as people write it: a day, a moment, an amount, a word of a list.
pub(super) fn written(member: &str, text: &str) -> String {
    if NUMBERS.contains(&member) {
        return text.to_owned();
    }
    if member.ends_with("_usd") {
        return amount(text);
    }
    day(text).or_else(|| moment(text)).unwrap_or_else(|| if is_word(text) { label(text) } else { text.to_owned() })
}

/// Returns `true` for a word of a list, such as `personal_auto_policy_limits`.
fn is_word(text: &str) -> bool {
    text.contains('_')
        && text
            .split('_')
            .all(|part| !part.is_empty() && part.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9')))
}

/// Returns a day in words; `None` for another text.
pub(super) fn day(text: &str) -> Option<String> {
    let day =
        NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().filter(|day| text.len() == 10 && day.to_string() == text)?;
    Some(day.format("%B %-d, %-Y").to_string())
}

/// Returns a moment in UTC, because the zone of the reader is unknown.
fn moment(text: &str) -> Option<String> {
    let moment = DateTime::parse_from_rfc3339(text).ok()?.with_timezone(&Utc);
    Some(moment.format("%B %-d, %Y, %-I:%M %p UTC").to_string())
}

/// Returns an amount of US dollars with commas. Another text stays unchanged.
pub(super) fn amount(usd: &str) -> String {
    let (dollars, cents) = usd.split_once('.').unwrap_or((usd, "00"));
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !are_digits(dollars) || !are_digits(cents) {
        return usd.to_owned();
    }
    let mut written = String::from("$");
    for (at, digit) in dollars.chars().enumerate() {
        if at > 0 && (dollars.len() - at) % 3 == 0 {
            written.push(',');
        }
        written.push(digit);
    }
    format!("{written}.{cents}")
}

/// Joins names: "A", "A and B", "A, B, and C".
pub(super) fn listed(names: &[String], and: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [one, other] => format!("{one} {and} {other}"),
        [first @ .., last] => format!("{}, {and} {last}", first.join(", ")),
    }
}
