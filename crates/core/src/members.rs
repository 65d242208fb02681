//! Members of what the service sends: rows for tables, whether a value is what a row says, and the notes of a reader.
//!
//! A reader never refuses: what does not fit is kept and noted at its place (D37).

use crate::date::Date;
use crate::document::Document;
use crate::host::Host;
use crate::issue::{Code, Issue, Param, Params, Segment, pointer};
use crate::json::Scanner;
use crate::messages::{Language, Words, en, es};
use crate::usd::Usd;

static NOTES: Words = Words { en: en::records::NOTES, es: es::records::NOTES };

/// A member of a record, as the specification's tables list it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Member {
    pub(crate) name: &'static str,
    pub(crate) holds: Holds,
    pub(crate) presence: Presence,
    pub(crate) nullable: bool,
    /// The statement that it encodes.
    pub(crate) atom: &'static str,
}

/// What a member holds.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Holds {
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
    pub(crate) members: &'static [Member],
}

impl Shape {
    pub(crate) fn member(&self, name: &str) -> Option<&'static Member> {
        self.members.iter().find(|member| member.name == name)
    }
}

impl Member {
    pub(crate) const fn new(name: &'static str, holds: Holds, atom: &'static str) -> Member {
        Member { name, holds, presence: Presence::Always, nullable: false, atom }
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

impl Holds {
    /// Why a value is not this, if it is not: the code, and the statement where it is not the member's own.
    fn misfit(self, value: &Document) -> Option<(Code, Option<&'static str>)> {
        let kind = |fits: bool| if fits { None } else { Some((Code::UnexpectedKind, None)) };
        let form = |fits: fn(&str) -> bool| match value.as_str() {
            None => kind(false),
            Some(text) if fits(text) => None,
            Some(_) => Some((Code::UnexpectedForm, None)),
        };
        match self {
            Holds::Text => kind(value.as_str().is_some()),
            Holds::Id => kind(matches!(value, Document::Text(_) | Document::Number(_))),
            Holds::Integer => kind(matches!(value, Document::Number(raw) if is_whole(raw))),
            Holds::Boolean => kind(value.as_bool().is_some()),
            Holds::Null => kind(value.is_null()),
            Holds::Uuid => form(is_uuid),
            Holds::Amount => form(|text| text.parse::<Usd>().is_ok()),
            Holds::IsoDate => form(is_iso_date),
            Holds::Owner => match value.as_str() {
                None => kind(false),
                Some(name) if name.chars().any(|letter| !is_of_a_name(letter)) => {
                    Some((Code::UnexpectedForm, Some("TKT-owner-charset")))
                }
                Some(name) if name.chars().nth(OWNER_CHARACTERS).is_some() => {
                    Some((Code::UnexpectedForm, Some("TKT-owner-length")))
                }
                Some(name) if name.is_empty() => Some((Code::UnexpectedForm, Some("TKT-owner-required"))),
                Some(_) => None,
            },
            Holds::Word(words) => match value.as_str() {
                None => kind(false),
                Some(word) if words.contains(&word) => None,
                Some(_) => Some((Code::UnexpectedWord, None)),
            },
            Holds::Object | Holds::Record(_) => kind(value.as_object().is_some()),
            Holds::Records(_) => kind(value.as_list().is_some()),
        }
    }

    /// The name of the kind in `params.expected`.
    fn expected(self) -> &'static str {
        match self {
            Holds::Text | Holds::Word(_) | Holds::Id => "text",
            Holds::Integer => "whole_number",
            Holds::Boolean => "true_or_false",
            Holds::Null => "null",
            Holds::Uuid => "uuid",
            Holds::Amount => "amount",
            Holds::IsoDate => "iso_date",
            Holds::Owner => "owner",
            Holds::Object | Holds::Record(_) => "members",
            Holds::Records(_) => "list",
        }
    }
}

/// The most characters of an owner's name (`TKT-owner-length`).
pub(crate) const OWNER_CHARACTERS: usize = 150;

fn is_of_a_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '@' | '.' | '+' | '-' | '_')
}

fn is_whole(raw: &str) -> bool {
    Scanner::new(raw, 1).number().is_ok_and(|whole| whole)
}

fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// A day, alone or with `T` and a time of day: `2026-02-14T09:30:00.5+01:00`. The other forms of ISO 8601 (without
/// hyphens, by weeks, by day of the year) are nowhere documented.
fn is_iso_date(text: &str) -> bool {
    match text.split_once('T') {
        None => Date::parse(text).is_some(),
        Some((day, time)) => Date::parse(day).is_some() && is_time(time),
    }
}

fn is_time(text: &str) -> bool {
    let (clock, zone) = match text.find(['Z', '+', '-']) {
        Some(at) => text.split_at(at),
        None => (text, "Z"),
    };
    let zoned = zone == "Z" || zone.strip_prefix(['+', '-']).is_some_and(|offset| is_clock(offset, 2));
    let (whole, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let digits = !fraction.is_empty() && fraction.bytes().all(|digit| digit.is_ascii_digit());
    zoned && digits && is_clock(whole, 3)
}

/// `hh:mm`, or `hh:mm:ss` where there may be three parts.
fn is_clock(text: &str, most: usize) -> bool {
    let parts = text.split(':').zip([23, 59, 60]);
    let sound = |(part, highest): (&str, u8)| {
        part.len() == 2
            && part.bytes().all(|digit| digit.is_ascii_digit())
            && part.parse::<u8>().is_ok_and(|number| number <= highest)
    };
    let count = text.split(':').count();
    (2..=most).contains(&count) && parts.map(sound).all(|sound| sound)
}

/// The notes of a reader, and where it stands.
#[derive(Debug)]
pub(crate) struct Notes<'h> {
    host: &'h Host,
    path: Vec<Segment>,
    list: Vec<Issue>,
    capped: bool,
}

impl<'h> Notes<'h> {
    pub(crate) fn new(host: &'h Host) -> Notes<'h> {
        Notes { host, path: Vec::new(), list: Vec::new(), capped: false }
    }

    /// Reads a part of what is read.
    pub(crate) fn within<T>(&mut self, step: impl Into<Segment>, read: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step.into());
        let outcome = read(self);
        self.path.pop();
        outcome
    }

    /// Notes something here.
    pub(crate) fn here(&mut self, code: Code, params: Params, atom: Option<&'static str>) {
        self.told(code, params.clone(), params, atom);
    }

    /// Notes something here whose message is told with other parameters than the note has.
    fn told(&mut self, code: Code, words: Params, params: Params, atom: Option<&'static str>) {
        if self.list.len() >= self.host.limits.findings {
            self.capped = true;
            return;
        }
        let mut note = Issue::told(&NOTES, self.host.language, code, self.path.clone(), words);
        note.params = params;
        self.list.push(match atom {
            Some(atom) => note.breaks(atom),
            None => note,
        });
    }

    /// Notes that this does not agree with another member of the same record.
    pub(crate) fn contradiction(&mut self, with: &str, atom: &'static str) {
        let before = self.list.len();
        self.here(Code::Contradiction, Params::default(), Some(atom));
        let mut other: Vec<Segment> = self.path.iter().take(self.path.len().saturating_sub(1)).cloned().collect();
        other.push(Segment::from(with));
        if let Some(note) = self.list.get_mut(before) {
            note.because.push(pointer(&other));
        }
    }

    /// Notes what keeps the value here from being what the row says; tells whether it fits.
    pub(crate) fn fits(&mut self, value: &Document, member: &Member) -> bool {
        if member.nullable && value.is_null() {
            return true;
        }
        let Some((code, atom)) = member.holds.misfit(value) else { return true };
        let atom = Some(atom.unwrap_or(member.atom)).filter(|atom| !atom.is_empty());
        if let (Code::UnexpectedWord, Holds::Word(words)) = (code, member.holds) {
            self.here(code, words_of(words), atom);
            return false;
        }
        let mut kinds = vec![member.holds.expected()];
        if matches!(member.holds, Holds::Id) {
            kinds.push("number");
        }
        if member.nullable {
            kinds.push("null");
        }
        let wanted = Params::default().with("wanted", Param::Word(in_words(self.host.language, &kinds)));
        let params = Params::default().with("expected", Param::Words(kinds.into_iter().map(str::to_owned).collect()));
        self.told(code, wanted, params, atom);
        false
    }

    pub(crate) fn unknown(&mut self) {
        self.here(Code::UnknownField, Params::default(), None);
    }

    /// All notes; past the host's limit a last one says that there are more.
    pub(crate) fn finish(mut self) -> Vec<Issue> {
        if self.capped {
            let limit = Params::default().with("limit", Param::from(self.host.limits.findings));
            self.list.push(Issue::told(&NOTES, self.host.language, Code::FindingsCapped, Vec::new(), limit));
        }
        self.list
    }
}

/// The parameter that lists words of ours.
pub(crate) fn words_of(words: &[&str]) -> Params {
    Params::default().with("words", Param::Words(words.iter().map(|word| (*word).to_owned()).collect()))
}

fn in_words(language: Language, kinds: &[&str]) -> String {
    let (table, or) = match language {
        Language::English => (en::records::KINDS, en::records::OR),
        Language::Spanish => (es::records::KINDS, es::records::OR),
    };
    let word = |kind: &&str| table.iter().find(|(known, _)| known == kind).map_or("", |(_, words)| *words);
    kinds.iter().map(word).collect::<Vec<_>>().join(or)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_times_of_iso_8601() {
        for good in ["2026-02-14", "2026-02-14T09:30", "2026-02-14T09:30:00Z", "2026-02-14T09:30:00.25+01:00"] {
            assert!(is_iso_date(good), "{good}");
        }
        for bad in [
            "",
            "T",
            "2026-02-30",
            "02/14/2026",
            "2026-02-14 09:30",
            "2026-02-14T",
            "2026-02-14T9:30",
            "2026-02-14T24:30",
            "2026-02-14T09:30.",
            "2026-02-14T09:30+",
            "2026-02-14T09:30+1",
            "2026-02-14T09:30:00:00",
            "2026-02-14T09:3é",
            "2026-02-14T09:30Z01:00",
        ] {
            assert!(!is_iso_date(bad), "{bad}");
        }
    }

    #[test]
    fn uuids() {
        assert!(is_uuid("123e4567-e89b-12d3-a456-426614174000"));
        for bad in ["", "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400g"] {
            assert!(!is_uuid(bad), "{bad}");
        }
    }

    #[test]
    fn every_kind_has_words_in_every_language() {
        for language in Language::ALL {
            for (kind, _) in en::records::KINDS {
                assert!(!in_words(language, &[kind]).is_empty(), "{kind}");
            }
        }
        assert_eq!(en::records::KINDS.len(), es::records::KINDS.len());
    }
}
