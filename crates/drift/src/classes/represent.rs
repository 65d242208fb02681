//! Writes a payload with made-up values from its classes.

use crate::classes::{Class, Entry, Profile, StateClass, days};
use casegate::context::Limits;
use casegate::vocabulary::{STATES, UNUSUAL_STATES};
use casegate::{Code, Date};
use serde_json::Value;

/// Returns a payload with these classes. The rulebook reports the same findings as for the payload
/// from which the classes come, with the hash of an unknown key in place of the key.
///
/// ```
/// use casegate::{Code, Context, Date, check_case};
/// use casegate_drift::{Classifier, Key, representative};
///
/// let (key, today) = (Key::from_bytes([7; 32]), Date::new(2026, 3, 1).ok_or("no such day")?);
/// let confirmed = Default::default();
/// let profile = Classifier::new(&key, &confirmed, today).profile(r#"{"case_type":"pl","plaintiff_name":" "}"#);
/// let payload = representative(&profile, today);
/// let report = check_case(&payload, &Context::new(today));
/// assert!(report.issues.iter().any(|issue| issue.at == "/plaintiff_name" && issue.code == Code::Required));
/// # Ok::<(), &str>(())
/// ```
pub fn representative(profile: &Profile, today: Date) -> String {
    match profile {
        Profile::Fields(entries) => record(entries, today),
        Profile::Unreadable(code) => unreadable(code),
    }
}

fn unreadable(code: &str) -> String {
    let is = |known: Code| code == known.name();
    match () {
        () if is(Code::LoneSurrogate) => r#"{"a":"\ud800"}"#.to_owned(),
        () if is(Code::NotAnObject) => "[]".to_owned(),
        () if is(Code::TooLarge) => " ".repeat(Limits::default().text_bytes + 1),
        () if is(Code::TooDeep) => {
            let deep = Limits::default().depth;
            ["{\"a\":", &"[".repeat(deep), &"]".repeat(deep), "}"].concat()
        }
        () => "{".to_owned(),
    }
}

fn record(entries: &[Entry], today: Date) -> String {
    let members: Vec<String> =
        entries.iter().map(|entry| format!("{}:{}", quoted(&entry.key), value(&entry.is, today))).collect();
    format!("{{{}}}", members.join(","))
}

/// Returns a value of a class, as JSON.
pub(crate) fn value(class: &Class, today: Date) -> String {
    let plain = |json: &str| json.to_owned();
    match class {
        Class::Null => plain("null"),
        Class::True | Class::Boolean => plain("true"),
        Class::False => plain("false"),
        Class::Integer => plain("2020"),
        Class::Number => plain("1.5"),
        Class::Array => plain("[1]"),
        Class::EmptyArray => plain("[]"),
        Class::Object => plain("{}"),
        Class::Record(entries) => record(entries, today),
        Class::List(elements) => {
            let elements: Vec<String> = elements.iter().map(|element| value(element, today)).collect();
            format!("[{}]", elements.join(","))
        }
        text => quoted(&string(text, today)),
    }
}

/// Returns a string of a class that is a string.
pub(crate) fn string(class: &Class, today: Date) -> String {
    match class {
        Class::Blank => " ".to_owned(),
        Class::Text(text) => text.representative(),
        Class::Word(word) => word.clone(),
        Class::Emails(entries) => {
            let entries = entries.iter().map(|is_address| if *is_address { "a@b.example" } else { "nobody" });
            entries.collect::<Vec<_>>().join(" ")
        }
        Class::Day(from, to) => days::representative(*from, *to, today).to_string(),
        Class::Date => "1980-02-29".to_owned(),
        Class::DateAndMore => format!("{today}T00:00:00Z"),
        Class::NoDate => "no day".to_owned(),
        Class::State(StateClass::State) => first(&STATES),
        Class::State(StateClass::Unusual) => first(&UNUSUAL_STATES),
        Class::State(StateClass::WrongCase) => first(&STATES).to_ascii_lowercase(),
        Class::State(StateClass::Unknown) => "no state".to_owned(),
        _ => String::new(),
    }
}

fn first(codes: &[&str]) -> String {
    codes.first().copied().unwrap_or_default().to_owned()
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
