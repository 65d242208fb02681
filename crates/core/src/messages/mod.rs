//! Words for people, written from the code, the field and the rule. No other module holds prose for users.
//!
//! A message says what is wrong, why, and what to do. It never repeats a submitted value: these are people's names and
//! injuries.

pub(crate) mod en;

use crate::fields::names::Key;
use crate::fields::{Field, Kind};

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
