//! Reads the classes of a payload.

use crate::classes::names::{self, field, is_compared};
use crate::classes::{Class, Entry, Profile, StateClass, days, text};
use crate::key::Key;
use casegate::email::is_email_address;
use casegate::fields::{Field, Kind};
use casegate::vocabulary::{StateCode, WordList, state_code};
use casegate::{Code, Context, Date, check_case};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

/// Reads the classes of payloads.
#[derive(Debug)]
pub struct Classifier<'k> {
    key: &'k Key,
    /// Words and names that are recorded as they are, besides the published ones.
    confirmed: &'k BTreeSet<String>,
    today: Date,
}

/// The findings about a text that is not a payload.
const UNREADABLE: [Code; 5] = [Code::NotJson, Code::LoneSurrogate, Code::NotAnObject, Code::TooLarge, Code::TooDeep];

impl<'k> Classifier<'k> {
    /// Creates a classifier for the exchanges of a day.
    pub fn new(key: &'k Key, confirmed: &'k BTreeSet<String>, today: Date) -> Classifier<'k> {
        Classifier { key, confirmed, today }
    }

    /// Returns the classes of a payload's text.
    pub fn profile(&self, payload: &str) -> Profile {
        let report = check_case(payload, &Context::new(self.today));
        let unreadable = report.issues.iter().find(|issue| issue.at.is_empty() && UNREADABLE.contains(&issue.code));
        if let Some(issue) = unreadable {
            return Profile::Unreadable(issue.code.name().to_owned());
        }
        let Ok(members) = serde_json::from_str::<Members<'_>>(payload) else {
            return Profile::Unreadable(Code::NotJson.name().to_owned());
        };
        let mut seen = Vec::new();
        let entries = members.0.iter().map(|(name, value)| {
            let Some(field) = field(name) else { return self.unknown(name, value.get()) };
            let same = is_compared(name).then_some(&mut seen);
            Entry { key: name.clone(), is: self.value(field, value.get(), true, same) }
        });
        Profile::Fields(entries.collect())
    }

    fn unknown(&self, name: &str, value: &str) -> Entry {
        Entry { key: self.name(name), is: of_type(value) }
    }

    /// Returns a name if it is confirmed, and its hash if not.
    pub(crate) fn name(&self, name: &str) -> String {
        if self.confirmed.contains(name) { name.to_owned() } else { self.key.hash(name) }
    }

    /// Returns a word of a list, or the prefix and hash of another word.
    pub(crate) fn word(&self, lists: &[&WordList], word: &str) -> String {
        if lists.iter().any(|list| list.contains(word)) || self.confirmed.contains(word) {
            return word.to_owned();
        }
        [names::prefix(lists, word), &self.key.hash(word)].concat()
    }

    fn value(&self, field: &Field, raw: &str, is_top: bool, same: Option<&mut Vec<String>>) -> Class {
        let kind = field.kind;
        match raw.as_bytes().first() {
            Some(b't') if matches!(kind, Kind::Boolean) => Class::True,
            Some(b'f') if matches!(kind, Kind::Boolean) => Class::False,
            Some(b'-' | b'0'..=b'9') if matches!(kind, Kind::Integer) && is_whole(raw) => Class::Integer,
            Some(b'"') => self.text(field, &string(raw), is_top, same),
            Some(b'[') if kind.words().is_some() => {
                let elements: Vec<&RawValue> = serde_json::from_str(raw).unwrap_or_default();
                let lists = names::lists(field.name);
                Class::List(elements.into_iter().map(|element| self.element(&lists, element.get())).collect())
            }
            Some(b'{') if !kind.members().is_empty() => {
                let members = serde_json::from_str::<Members<'_>>(raw).map(|members| members.0).unwrap_or_default();
                let entries = members.iter().map(|(name, value)| match names::member(kind, name) {
                    Some(member) => Entry { key: name.clone(), is: self.value(member, value.get(), false, None) },
                    None => self.unknown(name, value.get()),
                });
                Class::Record(entries.collect())
            }
            _ => of_type(raw),
        }
    }

    /// Returns the class of an element of an array of words. A blank element is a word (D41).
    fn element(&self, lists: &[&WordList], raw: &str) -> Class {
        if raw.starts_with('"') { Class::Word(self.word(lists, &string(raw))) } else { of_type(raw) }
    }

    fn text(&self, field: &Field, text: &str, is_top: bool, same: Option<&mut Vec<String>>) -> Class {
        if let Some(blank) = blank(text) {
            return blank;
        }
        match field.kind {
            Kind::Emails => Class::Emails(text.split_whitespace().map(is_email_address).collect()),
            Kind::Date => match Date::parse(text) {
                Some(day) if is_top => days::class(day, self.today),
                Some(_) => Class::Date,
                None if text.get(..10).is_some_and(|start| Date::parse(start).is_some()) => Class::DateAndMore,
                None => Class::NoDate,
            },
            Kind::State { .. } => Class::State(match state_code(text) {
                StateCode::State => StateClass::State,
                StateCode::Unusual => StateClass::Unusual,
                StateCode::WrongCase => StateClass::WrongCase,
                StateCode::Unknown => StateClass::Unknown,
            }),
            Kind::Word(_) | Kind::WordArray(_) | Kind::OneWord(_) => {
                Class::Word(self.word(&names::lists(field.name), text))
            }
            _ => Class::Text(text::class(text, same.map(|seen| number(text, seen)))),
        }
    }
}

/// Returns the class of a value by its type alone.
pub(crate) fn of_type(raw: &str) -> Class {
    let is_empty = || raw.get(1..raw.len() - 1).is_some_and(|inside| inside.trim().is_empty());
    match raw.as_bytes().first() {
        Some(b'n') => Class::Null,
        Some(b't' | b'f') => Class::Boolean,
        Some(b'"') => {
            let text = string(raw);
            blank(&text).unwrap_or_else(|| Class::Text(text::class(&text, None)))
        }
        Some(b'[') if is_empty() => Class::EmptyArray,
        Some(b'[') => Class::Array,
        Some(b'{') => Class::Object,
        _ => Class::Number,
    }
}

/// Returns the number of a text among the compared ones.
fn number(text: &str, seen: &mut Vec<String>) -> usize {
    seen.iter().position(|known| known == text).unwrap_or_else(|| {
        seen.push(text.to_owned());
        seen.len() - 1
    })
}

/// Returns the class of a string that counts as not set.
fn blank(text: &str) -> Option<Class> {
    match text {
        "" => Some(Class::Empty),
        text => text.chars().all(char::is_whitespace).then_some(Class::Blank),
    }
}

fn string(raw: &str) -> Cow<'_, str> {
    serde_json::from_str::<String>(raw).map(Cow::Owned).unwrap_or_default()
}

/// Returns `true` if the rulebook reads a number as a whole one. It is asked, so that the forms of
/// whole numbers are not written twice.
fn is_whole(raw: &str) -> bool {
    let Some(day) = Date::new(2026, 3, 1) else { return false };
    let payload = format!(r#"{{"vehicle_information":{{"vehicle_year":{raw}}}}}"#);
    let report = check_case(&payload, &Context::new(day));
    !report.issues.iter().any(|issue| issue.at == "/vehicle_information/vehicle_year")
}

/// The members of an object in the order of the text, repeated ones included.
struct Members<'t>(Vec<(String, &'t RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Members<'de>, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Members<'de>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        from.deserialize_map(Reader)
    }
}
