//! Patterns and regular expressions of firm rules in the dialect of
//! [`crate::export::schema::patterns`], which means the same everywhere.
//!
//! An expression has no translation if it can match a line break, or contains anything but
//! characters, classes, groups, alternatives and repetitions, because `^`, `$` and `.` differ
//! between dialects.

use crate::export::json::{number, object, text};
use crate::export::schema::patterns::{character, is_line_break, of_characters};
use crate::text::glob::{Pattern, Piece};
use crate::text::json::document::Document;
use std::fmt::Write;

/// Any number of characters, in every dialect.
const RUN: &str = r"(?:[\x00-\x7F]|[^\x00-\x7F])*";

/// Returns the schema of a text that matches a pattern of `like`.
pub(crate) fn like(pattern: &Pattern) -> Option<Document> {
    let pieces = pattern.pieces();
    if !pieces.contains(&Piece::Run) {
        let mut out = String::new();
        let mut characters = Characters::default();
        for piece in pieces {
            match piece {
                Piece::Letter(letter) => characters.add(*letter, *letter, &mut out)?,
                Piece::Digit => characters.add('0', '9', &mut out)?,
                // In a dialect that counts surrogates, one character may be two.
                Piece::Any | Piece::Run => return None,
            }
        }
        return Some(characters.whole(&out));
    }
    // Only a run at the end permits more text there, because `$` also matches before a final line
    // break.
    if pieces.last() != Some(&Piece::Run) {
        return None;
    }
    let inner = pieces.iter().copied().skip_while(|piece| *piece == Piece::Run);
    let mut inner: Vec<Piece> = inner.collect();
    while inner.last() == Some(&Piece::Run) {
        inner.pop();
    }
    let mut out = String::new();
    for piece in &inner {
        match piece {
            Piece::Letter(letter) => out.push_str(&character(*letter)),
            Piece::Digit => out.push_str("[0-9]"),
            Piece::Run => out.push_str(RUN),
            Piece::Any => return None,
        }
    }
    let start = if pieces.first() == Some(&Piece::Run) { "" } else { "^" };
    Some(object([("type", "string".into()), ("pattern", text(format!("{start}(?:{out})")))]))
}

/// Returns the schema of a text that a regular expression matches as a whole.
pub(crate) fn matches(written: &str) -> Option<Document> {
    let mut letters = written.chars().peekable();
    let mut out = String::new();
    let mut characters = Characters::default();
    let mut depth = 0_usize;
    // The part that a repetition would repeat.
    let mut last = Last::Nothing;
    while let Some(letter) = letters.next() {
        last = match letter {
            '(' => {
                if letters.next_if_eq(&'?').is_some() {
                    letters.next_if_eq(&':')?;
                }
                out.push_str("(?:");
                depth += 1;
                Last::Nothing
            }
            ')' => {
                out.push(')');
                depth = depth.checked_sub(1)?;
                Last::Part
            }
            '|' => {
                out.push('|');
                Last::Nothing
            }
            // Lazy and greedy repetitions are equal if the whole text must match.
            '?' if last == Last::Repeated => Last::Nothing,
            '*' | '+' | '?' if last == Last::Part => {
                out.push(letter);
                Last::Repeated
            }
            '{' if last == Last::Part => {
                repetition(&mut letters, &mut out)?;
                Last::Repeated
            }
            '[' => {
                class(&mut letters, &mut characters, &mut out)?;
                Last::Part
            }
            '\\' => {
                let ranges = escaped(letters.next()?)?;
                characters.class(&ranges, &mut out)?;
                Last::Part
            }
            '.' | '^' | '$' | '*' | '+' | '?' | '{' => return None,
            letter => {
                characters.add(letter, letter, &mut out)?;
                Last::Part
            }
        };
    }
    (depth == 0).then(|| characters.whole(&out))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    Part,
    Repeated,
}

type Letters<'e> = std::iter::Peekable<std::str::Chars<'e>>;

/// Reads `{n}`, `{n,}` or `{n,m}` after its brace.
fn repetition(letters: &mut Letters<'_>, out: &mut String) -> Option<()> {
    let inside: String = letters.by_ref().take_while(|letter| *letter != '}').collect();
    let is_number = |count: &str| !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit());
    let (least, most) = inside.split_once(',').unwrap_or((&inside, "0"));
    let fits = is_number(least) && (most.is_empty() || is_number(most));
    fits.then(|| {
        let _ = write!(out, "{{{inside}}}");
    })
}

/// Reads the rest of a class after its bracket.
fn class(letters: &mut Letters<'_>, characters: &mut Characters, out: &mut String) -> Option<()> {
    let mut ranges = Vec::new();
    loop {
        let letter = letters.next()?;
        match letter {
            ']' if !ranges.is_empty() => return characters.class(&ranges, out),
            // A negated class includes line breaks; the others are operators in some dialects.
            '^' | ']' | '[' | '&' | '~' | '-' => return None,
            '\\' => ranges.extend(escaped(letters.next()?)?),
            first => ranges.push((first, first)),
        }
        if letters.next_if_eq(&'-').is_none() {
            continue;
        }
        // A hyphen at the end is literal.
        if letters.peek() == Some(&']') {
            ranges.push(('-', '-'));
            continue;
        }
        let (first, end) = ranges.pop()?;
        let last = match letters.next()? {
            '\\' => match escaped(letters.next()?)?[..] {
                [(only, same)] if only == same => only,
                _ => return None,
            },
            '[' | '&' | '~' | '-' => return None,
            last => last,
        };
        if first != end || first > last {
            return None;
        }
        ranges.push((first, last));
    }
}

/// Returns the characters of an escape.
fn escaped(letter: char) -> Option<Vec<(char, char)>> {
    match letter {
        'd' => Some(vec![('0', '9')]),
        'w' => Some(vec![('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')]),
        letter if letter.is_ascii_punctuation() && !matches!(letter, '<' | '>') => Some(vec![(letter, letter)]),
        _ => None,
    }
}

/// The characters that an expression can match.
#[derive(Default)]
struct Characters(Vec<(char, char)>);

impl Characters {
    /// Writes a character or a range of characters.
    fn add(&mut self, first: char, last: char, out: &mut String) -> Option<()> {
        if first == last && (first.is_ascii_alphanumeric() || first == '_') {
            out.push(first);
            return self.take(first, last);
        }
        self.class(&[(first, last)], out)
    }

    fn class(&mut self, ranges: &[(char, char)], out: &mut String) -> Option<()> {
        out.push('[');
        for (first, last) in ranges {
            out.push_str(&range(*first, *last));
            self.take(*first, *last)?;
        }
        out.push(']');
        Some(())
    }

    fn take(&mut self, first: char, last: char) -> Option<()> {
        // Beyond these, some dialects match surrogates in a class.
        let is_single_unit = last <= '\u{D7FF}' || (first >= '\u{E000}' && last <= '\u{FFFF}');
        let is_safe = is_single_unit && !(first..=last).any(is_line_break);
        is_safe.then(|| self.0.push((first, last)))
    }

    /// Returns the schema of a text that the written expression matches as a whole.
    fn whole(mut self, written: &str) -> Document {
        self.0.sort_unstable();
        self.0.dedup();
        if self.0.is_empty() {
            return object([("type", "string".into()), ("maxLength", number(0))]);
        }
        let all: String = self.0.iter().map(|(first, last)| range(*first, *last)).collect();
        of_characters(&format!("^(?:{written})$"), &all)
    }
}

fn range(first: char, last: char) -> String {
    if first == last { character(first) } else { format!("{}-{}", character(first), character(last)) }
}
