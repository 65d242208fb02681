//! What a house rule can ask of a value: the same tests in conditions and in demands.

use crate::date::Date;
use crate::fields::Kind;
use crate::issue::{Param, Params};
use crate::pattern::Pattern;

/// A test of one value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Test {
    /// The field is set (D1), or is not.
    Set(bool),
    /// The answer is this one (D6).
    Is(bool),
    /// The word or text is one of these.
    OneOf(Vec<String>),
    /// The word or text starts with one of these.
    StartsWith(Vec<String>),
    /// One of the words is this one.
    Contains(String),
    /// The text fits the pattern.
    Like(String, Pattern),
    /// The text has at most so many characters.
    AtMostCharacters(usize),
    /// The day is this one or later.
    NotBefore(Date),
    /// The day is this one or earlier.
    NotAfter(Date),
    /// The day is today or at most so many days before.
    WithinDays(i32),
    /// The day is today or earlier.
    NotAfterToday,
}

/// What a field can be asked, by the kind of its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    Answer,
    /// One word of a list, or a state code.
    Word,
    /// Several words, or entries.
    Words,
    Entries,
    Text,
    Day,
    /// Whether it is given, and no more.
    Thing,
}

impl Family {
    pub(super) fn of(kind: Kind) -> Family {
        match kind {
            Kind::Boolean => Family::Answer,
            Kind::State { .. } | Kind::Word(_) => Family::Word,
            Kind::WordArray(_) | Kind::OneWord(_) => Family::Words,
            Kind::Emails => Family::Entries,
            Kind::Text => Family::Text,
            Kind::Date => Family::Day,
            Kind::Integer | Kind::Record(_) | Kind::Object => Family::Thing,
        }
    }

    /// The tests that it can be given besides `set`, by name.
    pub(super) fn tests(self) -> &'static [&'static str] {
        match self {
            Family::Answer => &["is"],
            Family::Word => &["equals", "one_of", "starts_with"],
            Family::Words => &["equals", "one_of", "starts_with", "contains"],
            Family::Entries => &["equals", "one_of", "starts_with", "contains", "like", "at_most_characters"],
            Family::Text => &["equals", "one_of", "starts_with", "like", "at_most_characters"],
            Family::Day => &["not_before", "not_after", "within_days", "not_after_today"],
            Family::Thing => &[],
        }
    }
}

impl Test {
    /// The name in findings; `equals` is a `one_of` with one word.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Test::Set(_) => "set",
            Test::Is(_) => "is",
            Test::OneOf(_) => "one_of",
            Test::StartsWith(_) => "starts_with",
            Test::Contains(_) => "contains",
            Test::Like(..) => "like",
            Test::AtMostCharacters(_) => "at_most_characters",
            Test::NotBefore(_) => "not_before",
            Test::NotAfter(_) => "not_after",
            Test::WithinDays(_) => "within_days",
            Test::NotAfterToday => "not_after_today",
        }
    }

    /// How many words it names, at least one.
    pub(super) fn words(&self) -> usize {
        match self {
            Test::OneOf(words) | Test::StartsWith(words) => words.len(),
            _ => 1,
        }
    }

    /// Its limits, added to a finding's parameters.
    pub(super) fn limits(&self, params: Params) -> Params {
        match self {
            Test::Set(value) | Test::Is(value) => {
                params.with("value", Param::from(if *value { "true" } else { "false" }))
            }
            Test::OneOf(words) | Test::StartsWith(words) => params.with("words", Param::Words(words.clone())),
            Test::Contains(word) => params.with("words", Param::Words(vec![word.clone()])),
            Test::Like(written, _) => params.with("pattern", Param::Word(written.clone())),
            Test::AtMostCharacters(limit) => params.with("limit", Param::from(*limit)),
            Test::NotBefore(day) | Test::NotAfter(day) => params.with("date", Param::Word(day.to_string())),
            Test::WithinDays(days) => params.with("days", Param::Number(u64::try_from(*days).unwrap_or_default())),
            Test::NotAfterToday => params,
        }
    }

    /// Whether it reads the words of a text, so that the reader has to keep it.
    pub(super) fn reads_text(&self) -> bool {
        !matches!(self, Test::Set(_) | Test::Is(_))
    }

    /// Whether a word or text passes; `None` for tests of something else. State codes count in any case (D14).
    pub(crate) fn takes(&self, word: &str, kind: Kind) -> Option<bool> {
        let same = |known: &String| match kind {
            Kind::State { .. } => known.eq_ignore_ascii_case(word),
            _ => known == word,
        };
        let starts = |prefix: &String| match kind {
            Kind::State { .. } => word.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix)),
            _ => word.starts_with(prefix.as_str()),
        };
        Some(match self {
            Test::OneOf(words) => words.iter().any(same),
            Test::StartsWith(prefixes) => prefixes.iter().any(starts),
            Test::Like(_, pattern) => pattern.fits(word),
            Test::AtMostCharacters(limit) => word.chars().nth(*limit).is_none(),
            _ => return None,
        })
    }

    /// Whether a day passes; `None` for tests of something else.
    pub(crate) fn takes_day(&self, day: Date, today: Date) -> Option<bool> {
        Some(match self {
            Test::NotBefore(first) => day >= *first,
            Test::NotAfter(last) => day <= *last,
            Test::WithinDays(days) => (0..=*days).contains(&today.days_since(day)),
            Test::NotAfterToday => day <= today,
            _ => return None,
        })
    }
}
