//! Members of what the service sends: rows for tables, whether a value is what a row says, and the notes of a reader.
//!
//! A reader never refuses: what does not fit is kept and noted at its place (D37).

pub(crate) mod forms;
pub(crate) mod notes;

pub(crate) use forms::OWNER_CHARACTERS;

use crate::rulebook::codes::Code;
use crate::service::record_schema::forms::{is_iso_date, is_of_a_name, is_uuid, is_whole};
use crate::text::json::document::Document;
use crate::text::usd::Usd;

/// A member of a record, as the specification's tables list it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Member {
    pub(crate) name: &'static str,
    pub(crate) holds: ValueType,
    pub(crate) presence: Presence,
    pub(crate) nullable: bool,
    /// The statement that it encodes.
    pub(crate) requirement_id: &'static str,
}

/// What a member holds.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ValueType {
    /// Any text.
    Text,
    /// A text or a number, where the documentation does not say which.
    Id,
    /// A whole number.
    Integer,
    /// `true` or `false`.
    Boolean,
    /// Only `null`.
    Null,
    /// A UUID.
    Uuid,
    /// A decimal text with two places (D34).
    Amount,
    /// A date or a date with a time, in ISO 8601's extended form with hyphens and colons.
    IsoDate,
    /// The owner of a ticket.
    Owner,
    /// A word of a closed list.
    Word(&'static [&'static str]),
    /// An object of unpublished members.
    Object,
    /// An object of another table.
    Record(&'static Shape),
    /// A list of objects of another table.
    Records(&'static Shape),
}

/// When a member is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    /// Always.
    Always,
    /// Where another member is this word; elsewhere it may be there, be `null`, or be missing.
    When(&'static str, &'static str),
    /// It may be missing.
    Optional,
    /// Never.
    Never,
}

/// A table of members.
#[derive(Debug)]
pub(crate) struct Shape {
    /// The name of the type, in Rust and TypeScript.
    pub(crate) name: &'static str,
    /// What it is, for documentation.
    pub(crate) about: &'static str,
    pub(crate) members: &'static [Member],
}

impl Shape {
    pub(crate) fn member(&self, name: &str) -> Option<&'static Member> {
        self.members.iter().find(|member| member.name == name)
    }
}

impl Member {
    pub(crate) const fn new(name: &'static str, holds: ValueType, requirement_id: &'static str) -> Member {
        Member { name, holds, presence: Presence::Always, nullable: false, requirement_id }
    }

    pub(crate) const fn or_null(self) -> Member {
        Member { nullable: true, ..self }
    }

    pub(crate) const fn when(self, member: &'static str, word: &'static str) -> Member {
        Member { presence: Presence::When(member, word), ..self }
    }

    pub(crate) const fn optional(self) -> Member {
        Member { presence: Presence::Optional, ..self }
    }

    pub(crate) const fn never(self) -> Member {
        Member { presence: Presence::Never, ..self }
    }
}

impl ValueType {
    /// Why a value is not this, if it is not: the code, and the statement where it is not the member's own.
    fn type_mismatch(self, value: &Document) -> Option<(Code, Option<&'static str>)> {
        let kind = |fits: bool| if fits { None } else { Some((Code::UnexpectedKind, None)) };
        let form = |fits: fn(&str) -> bool| match value.as_str() {
            None => kind(false),
            Some(text) if fits(text) => None,
            Some(_) => Some((Code::UnexpectedForm, None)),
        };
        match self {
            ValueType::Text => kind(value.as_str().is_some()),
            ValueType::Id => kind(matches!(value, Document::Text(_) | Document::Number(_))),
            ValueType::Integer => kind(matches!(value, Document::Number(raw) if is_whole(raw))),
            ValueType::Boolean => kind(value.as_bool().is_some()),
            ValueType::Null => kind(value.is_null()),
            ValueType::Uuid => form(is_uuid),
            ValueType::Amount => form(|text| text.parse::<Usd>().is_ok()),
            ValueType::IsoDate => form(is_iso_date),
            ValueType::Owner => match value.as_str() {
                None => kind(false),
                Some(name) if name.chars().any(|letter| !is_of_a_name(letter)) => {
                    Some((Code::UnexpectedForm, Some("TKT-owner-charset")))
                }
                Some(name) if name.chars().nth(OWNER_CHARACTERS).is_some() => {
                    Some((Code::UnexpectedForm, Some("TKT-owner-length")))
                }
                Some("") => Some((Code::UnexpectedForm, Some("TKT-owner-required"))),
                Some(_) => None,
            },
            ValueType::Word(words) => match value.as_str() {
                None => kind(false),
                Some(word) if words.contains(&word) => None,
                Some(_) => Some((Code::UnexpectedWord, None)),
            },
            ValueType::Object | ValueType::Record(_) => kind(value.as_object().is_some()),
            ValueType::Records(_) => kind(value.as_list().is_some()),
        }
    }

    /// The name of the kind in `params.expected`.
    fn expected(self) -> &'static str {
        match self {
            ValueType::Text | ValueType::Word(_) | ValueType::Id => "text",
            ValueType::Integer => "whole_number",
            ValueType::Boolean => "true_or_false",
            ValueType::Null => "null",
            ValueType::Uuid => "uuid",
            ValueType::Amount => "amount",
            ValueType::IsoDate => "iso_date",
            ValueType::Owner => "owner",
            ValueType::Object | ValueType::Record(_) => "members",
            ValueType::Records(_) => "list",
        }
    }
}
