//! Schemas of the records that the service sends: tables of members, type checks, and the notes of
//! a reader.
//!
//! A reader never rejects a record. Deviating values are retained and noted with their paths (D37).

pub(crate) mod forms;
pub(crate) mod notes;

pub(crate) use forms::OWNER_CHARACTERS;

use crate::rulebook::codes::Code;
use crate::rulebook::lifetime::{Lifetime, Moment};
use crate::service::record_schema::forms::{is_iso_date, is_of_a_name, is_uuid, is_whole};
use crate::text::json::document::Document;
use crate::text::usd::Usd;

/// A member of a record, as listed in the tables of the specification.
#[derive(Debug, Clone, Copy)]
pub struct Member {
    /// The key in the record.
    pub name: &'static str,
    /// The type of the value.
    pub value_type: ValueType,
    /// The presence of the member.
    pub presence: Presence,
    /// `true` if `null` is a documented value.
    pub nullable: bool,
    /// The period in which the member may be absent all the same.
    pub absence: Lifetime,
    /// The specification statement that defines the member.
    pub requirement_id: &'static str,
}

/// The type of a member's value.
#[derive(Debug, Clone, Copy)]
pub enum ValueType {
    /// Any string.
    Text,
    /// A string or a number. The documentation does not define which.
    Id,
    /// An integer.
    Integer,
    /// `true` or `false`.
    Boolean,
    /// Only `null`.
    Null,
    /// A UUID.
    Uuid,
    /// A decimal string with two places (D34).
    Amount,
    /// A date or a date with a time, in ISO 8601's extended form with hyphens and colons.
    IsoDate,
    /// The owner of a ticket.
    Owner,
    /// One value of a closed list of strings.
    Word(&'static [&'static str]),
    /// An object with unpublished members.
    Object,
    /// An object that another table defines.
    Record(&'static Shape),
    /// A list of objects that another table defines.
    Records(&'static Shape),
}

/// The presence of a member in its record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// The member is always present.
    Always,
    /// The member is present if another member has this value. Otherwise it may be present, `null`
    /// or missing.
    When(&'static str, &'static str),
    /// The member may be missing.
    Optional,
    /// The member is never present.
    Never,
}

/// A table of members.
#[derive(Debug)]
pub struct Shape {
    /// The name of the type, in Rust and TypeScript.
    pub name: &'static str,
    /// A description for generated documentation.
    pub about: &'static str,
    /// The members.
    pub members: &'static [Member],
}

impl Shape {
    pub(crate) fn member(&self, name: &str) -> Option<&'static Member> {
        self.members.iter().find(|member| member.name == name)
    }
}

impl Member {
    pub(crate) const fn new(name: &'static str, value_type: ValueType, requirement_id: &'static str) -> Member {
        Member {
            name,
            value_type,
            presence: Presence::Always,
            nullable: false,
            absence: Lifetime::OPEN,
            requirement_id,
        }
    }

    pub(crate) const fn absent_until(self, end: Moment) -> Member {
        Member { absence: Lifetime::until(end), ..self }
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
    /// Returns the code of the mismatch if the value does not have this type. The second item is a
    /// statement that replaces the member's own one.
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

    /// Returns the name of the type in `params.expected`.
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
