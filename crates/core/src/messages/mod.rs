//! Words for people, written from the code, the field and the rule. No other module holds prose for users.
//!
//! A message says what is wrong, why, and what to do. It never repeats a submitted value: these are people's names and
//! injuries.

pub(crate) mod en;
pub(crate) mod es;
pub(crate) mod legacy;
pub(crate) mod requests;

use crate::fields::names::Key;
use crate::fields::{Field, Kind};
use crate::issue::{Code, Param, Params};
use serde::Serialize;

/// The language of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub enum Language {
    /// English, `en`.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Spanish, `es`.
    #[serde(rename = "es")]
    Spanish,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 2] = [Language::English, Language::Spanish];

    /// The language of a tag, such as `es`.
    pub fn from_tag(tag: &str) -> Option<Language> {
        match tag {
            "en" => Some(Language::English),
            "es" => Some(Language::Spanish),
            _ => None,
        }
    }
}

/// The messages of one part of the rulebook, in each language: a text for each code, with `{name}` for a parameter.
#[derive(Debug)]
pub(crate) struct Words {
    pub(crate) en: &'static [(Code, &'static str)],
    pub(crate) es: &'static [(Code, &'static str)],
}

impl Words {
    pub(crate) fn message(&self, language: Language, code: Code, params: &Params) -> String {
        let texts = match language {
            Language::English => self.en,
            Language::Spanish => self.es,
        };
        let text = texts.iter().find(|(known, _)| *known == code).map_or("", |(_, text)| text);
        fill(text, params)
    }
}

/// Puts parameters into the braces that name them.
fn fill(text: &str, params: &Params) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut parts = text.split('{');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (name, rest) = part.split_once('}').unwrap_or((part, ""));
        match params.get(name) {
            Some(Param::Number(number)) => out.push_str(&number.to_string()),
            Some(Param::Word(word)) => out.push_str(word),
            Some(Param::Words(words)) => out.push_str(&words.join(", ")),
            Some(Param::Positions(_)) | None => {}
        }
        out.push_str(rest);
    }
    out
}

/// The words of a field.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FieldWords {
    pub(crate) name: &'static str,
    /// What stands above the input.
    pub(crate) label: &'static str,
    /// What follows "Enter", or for yes-or-no questions "Say".
    pub(crate) noun: &'static str,
    /// What stands below the label, or nothing.
    pub(crate) hint: &'static str,
}

/// The words of a rule.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RuleWords {
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    pub(crate) text: &'static str,
    /// What follows "because", for each clause; none where the message says it.
    pub(crate) why: &'static [&'static str],
}

/// The words of a field of the payload.
pub(crate) fn field_words(key: Key) -> &'static FieldWords {
    find(en::FIELDS, key.name())
}

/// The words of a record's member.
pub(crate) fn member_words(member: &Field) -> &'static FieldWords {
    find(en::MEMBERS, member.name)
}

/// The words of a rule.
pub(crate) fn rule_words(id: &str) -> &'static RuleWords {
    en::RULES.iter().find(|words| words.id == id).unwrap_or(&en::NO_RULE)
}

/// The label of a word that a field may hold.
pub(crate) fn word_label(word: &str) -> Option<&'static str> {
    en::WORDS.iter().find(|(known, _)| *known == word).map(|(_, label)| *label)
}

fn find(table: &'static [FieldWords], name: &str) -> &'static FieldWords {
    table.iter().find(|words| words.name == name).unwrap_or(&en::NO_FIELD)
}

/// "the policyholder's name", for a member "the defendant's first name", for a question "the answer whether …".
pub(crate) fn noun(key: Key, member: Option<&Field>) -> String {
    match member {
        None if matches!(key.field().kind, Kind::Boolean) => format!("the answer {}", field_words(key).noun),
        None => field_words(key).noun.to_owned(),
        Some(member) => format!("{} {}", en::possessor(key.name()), member_words(member).noun),
    }
}

/// "Enter the policyholder's name".
pub(crate) fn ask(key: Key, member: Option<&Field>, kind: Kind) -> String {
    let noun = noun(key, member);
    let verb = match kind {
        Kind::Boolean => return format!("Say {}", field_words(key).noun),
        Kind::Word(_) | Kind::WordArray(_) | Kind::OneWord(_) => "Choose",
        Kind::Record(_) | Kind::Object => "Give",
        _ => "Enter",
    };
    format!("{verb} {noun}")
}
