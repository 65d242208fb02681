//! The checkers that others would write: the rules of `schema/case.json` in the style of each
//! library.

pub mod handwritten;
pub mod typed;

/// Has a visible character.
fn is_set(text: &str) -> bool {
    text.chars().any(|letter| !letter.is_whitespace())
}

fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
        return false;
    }
    let number = |from: usize, to: usize| {
        bytes[from..to]
            .iter()
            .try_fold(0, |sum: u32, digit| digit.is_ascii_digit().then(|| sum * 10 + u32::from(digit - b'0')))
    };
    let (Some(year), Some(month), Some(day)) = (number(0, 4), number(5, 7), number(8, 10)) else { return false };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

/// A carrier's number that is not zero.
fn is_usdot(text: &str) -> bool {
    text.bytes().all(|digit| digit.is_ascii_digit()) && text.bytes().any(|digit| digit != b'0')
}

fn is_commercial(word: &str) -> bool {
    word.starts_with("commercial") || word.starts_with("international_commercial")
}

#[rustfmt::skip]
fn is_state(word: &str) -> bool {
    matches!(
        word,
        "AL" | "AK" | "AZ" | "AR" | "CA" | "CO" | "CT" | "DC" | "DE" | "FL" | "GA" | "HI" | "ID" | "IL" | "IN" | "IA"
        | "KS" | "KY" | "LA" | "ME" | "MD" | "MA" | "MI" | "MN" | "MS" | "MO" | "MT" | "NE" | "NV" | "NH" | "NJ" | "NM"
        | "NY" | "NC" | "ND" | "OH" | "OK" | "OR" | "PA" | "RI" | "SC" | "SD" | "TN" | "TX" | "UT" | "VT" | "VA" | "WA"
        | "WV" | "WI" | "WY" | "AS" | "GU" | "MP" | "PR" | "VI" | "FM" | "MH" | "PW" | "AA" | "AE" | "AP"
    )
}

fn is_add_on(word: &str) -> bool {
    let words = [
        "policy_number",
        "policy_period",
        "property_damage_limits",
        "skip_trace",
        "um_uim_limits",
        "umbrella_policy_limits",
    ];
    words.contains(&word)
}

fn is_rush(word: &str, policy_limit: bool) -> bool {
    matches!(word, "one_day_rush_request" | "three_day_rush_request" | "five_day_rush_request")
        || (policy_limit && word == "three_hour_rush_request")
}
