//! The tests of values. Conditions and requirements share them.

use crate::rulebook::fields::Kind;
use crate::rulebook::params::{Param, Params};
use crate::rulebook::rules::expression::Expression;
use crate::rulebook::rules::field_path::FieldPath;
use crate::rulebook::rules::parts::{FirmOnly, Words};
use crate::rulebook::rules::range::{Range, number_of};
use crate::text::date::Date;
use crate::text::glob::Pattern;
use crate::text::lowercase::lower;
use std::borrow::Cow;
use std::sync::Arc;

/// A test of one value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Test {
    /// The field is set, or not set (D1).
    Set(bool),
    /// The answer is this value (D6).
    Is(bool),
    /// The word or text is one of these.
    OneOf(Words),
    /// The word or text starts with one of these.
    StartsWith(Words),
    /// The words include this one.
    Contains(Cow<'static, str>),
    /// The number, or the number in a text, is in the range.
    Number(Range<i64>),
    /// The number of days from the day to today is in the range.
    Age(Range),
    /// The words are both commercial and personal (D15).
    Mixed,
    /// The company is in this list of the context or, if the flag is `false`, only resembles one
    /// of the list (D19, D50). For requirements only.
    Carrier(Carriers, bool),
    /// The current field is set to another value than this old name or, if the flag is `false`, is
    /// not set or set to the same (D16).
    Contradicted(FieldPath, bool),
    /// The product differs from that of the legacy path (D22).
    OfOtherPath,
    /// The context says that the account is enrolled in financing (D20).
    Enrolled,
    /// The text matches the pattern.
    Like(String, Pattern, FirmOnly),
    /// The text matches the regular expression, which the compiler accepts in a static row only
    /// behind a pointer.
    Matches(Arc<Expression>, FirmOnly),
    /// The text has at most this number of characters.
    AtMostCharacters(usize, FirmOnly),
    /// The number of entries is in the range.
    Count(Range, FirmOnly),
    /// The day is this one or later.
    NotBefore(Date, FirmOnly),
    /// The day is this one or earlier.
    NotAfter(Date, FirmOnly),
    /// The day is between these days, both included.
    BetweenDays(Date, Date, FirmOnly),
    /// The day is one of these days of the week.
    Weekday(Weekdays, FirmOnly),
    /// The value has this relation to that of another field.
    Field(FieldPath, Relation, FirmOnly),
}

/// A list of carriers in the context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Carriers {
    Refused,
    Specialty,
}

/// A relation between the values of two fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relation {
    /// They are equal, ignoring case and white space.
    Same,
    /// The number is at least, or at most, the other one.
    AtLeast,
    AtMost,
    /// The day is not before, or not after, the other one.
    NotBefore,
    NotAfter,
    /// The number of days after the other day is in the range.
    DaysAfter(Range),
}

/// Days of the week, a bit for each from Monday.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Weekdays(pub(crate) u8);

impl Weekdays {
    pub(crate) const NAMES: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    pub(crate) const ALL: Weekdays = Weekdays((1 << Weekdays::NAMES.len()) - 1);

    pub(crate) fn names(self) -> impl Iterator<Item = &'static str> {
        Weekdays::NAMES.into_iter().enumerate().filter(move |(at, _)| self.0 & (1 << at) != 0).map(|(_, name)| name)
    }
}

impl Relation {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Relation::Same => "equals_field",
            Relation::AtLeast => "at_least_field",
            Relation::AtMost => "at_most_field",
            Relation::NotBefore => "not_before_field",
            Relation::NotAfter => "not_after_field",
            Relation::DaysAfter(_) => "days_after",
        }
    }

    /// Returns `true` if values with this difference are in the relation.
    fn takes(self, difference: i32) -> bool {
        match self {
            Relation::Same => difference == 0,
            Relation::AtLeast | Relation::NotBefore => difference >= 0,
            Relation::AtMost | Relation::NotAfter => difference <= 0,
            Relation::DaysAfter(range) => range.takes(difference),
        }
    }

    pub(crate) fn takes_days(self, day: Date, other: Date) -> bool {
        self.takes(day.days_since(other))
    }

    pub(crate) fn takes_numbers(self, number: i64, other: i64) -> bool {
        // The difference of two numbers may exceed the type.
        self.takes(match number.cmp(&other) {
            std::cmp::Ordering::Less => -1,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => 1,
        })
    }

    /// Returns `true` if two texts are in the relation. Only numbers can be greater or less.
    pub(crate) fn takes_texts(self, text: &str, other: &str) -> bool {
        match self {
            Relation::Same => {
                let words = |text| str::split_whitespace(text).map(|word| word.chars().map(lower));
                let (mut words, mut others) = (words(text), words(other));
                loop {
                    match (words.next(), others.next()) {
                        (None, None) => return true,
                        (Some(word), Some(other)) if word.clone().eq(other.clone()) => {}
                        _ => return false,
                    }
                }
            }
            _ => number_of(text).zip(number_of(other)).is_some_and(|(text, other)| self.takes_numbers(text, other)),
        }
    }
}

impl Test {
    /// The name in findings. `equals` is a `one_of` with one word.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Test::Set(_) => "set",
            Test::Is(_) => "is",
            Test::OneOf(_) => "one_of",
            Test::StartsWith(_) => "starts_with",
            Test::Contains(_) => "contains",
            Test::Number(range) => range.name(),
            Test::Age(Range { least: Some(0), most: None }) => "not_after_today",
            Test::Age(Range { least: Some(0), .. }) => "within_days",
            Test::Age(_) => "age",
            Test::Mixed => "mixed",
            Test::Carrier(Carriers::Refused, _) => "refused",
            Test::Carrier(Carriers::Specialty, _) => "specialty",
            Test::Contradicted(..) => "contradicted",
            Test::OfOtherPath => "of_other_path",
            Test::Enrolled => "enrolled",
            Test::Like(..) => "like",
            Test::Matches(..) => "matches",
            Test::AtMostCharacters(..) => "at_most_characters",
            Test::Count(..) => "count",
            Test::NotBefore(..) => "not_before",
            Test::NotAfter(..) => "not_after",
            Test::BetweenDays(..) => "between",
            Test::Weekday(..) => "weekday",
            Test::Field(_, relation, _) => relation.name(),
        }
    }

    /// The weight in the limit on words: the number of words, at least one.
    pub(crate) fn words(&self) -> usize {
        match self {
            Test::OneOf(words) | Test::StartsWith(words) => words.len(),
            // The compiled form takes as much space as some words.
            Test::Matches(..) => 4,
            _ => 1,
        }
    }

    /// Returns the field that the value is compared with.
    pub(crate) fn other(&self) -> Option<FieldPath> {
        if let Test::Field(other, ..) = self { Some(*other) } else { None }
    }

    /// Adds the limits of the test to the parameters of a finding.
    pub(crate) fn limits(&self, params: Params) -> Params {
        match self {
            Test::Set(value) | Test::Is(value) => {
                params.with("value", Param::from(if *value { "true" } else { "false" }))
            }
            Test::OneOf(words) | Test::StartsWith(words) => {
                params.with("words", Param::Words(words.iter().map(str::to_owned).collect()))
            }
            Test::Contains(word) => params.with("words", Param::Words(vec![word.to_string()])),
            Test::Like(written, ..) => params.with("pattern", Param::Word(written.clone())),
            Test::Matches(expression, _) => params.with("pattern", Param::from(expression.written())),
            Test::AtMostCharacters(limit, _) => params.with("limit", Param::from(*limit)),
            Test::Number(range) => range.limits(params),
            Test::Count(range, _) | Test::Field(_, Relation::DaysAfter(range), _) => range.limits(params),
            Test::NotBefore(day, _) | Test::NotAfter(day, _) => params.with("date", Param::Word(day.to_string())),
            Test::BetweenDays(first, last, _) => {
                params.with("first", Param::Word(first.to_string())).with("last", Param::Word(last.to_string()))
            }
            Test::Age(Range { most: Some(days), .. }) => {
                params.with("days", Param::Number(u64::try_from(*days).unwrap_or_default()))
            }
            Test::Weekday(days, _) => params.with("words", Param::Words(days.names().map(str::to_owned).collect())),
            Test::Age(_)
            | Test::Field(..)
            | Test::Mixed
            | Test::Carrier(..)
            | Test::Contradicted(..)
            | Test::OfOtherPath
            | Test::Enrolled => params,
        }
    }

    /// Returns `true` if the result depends on the day.
    pub(crate) fn needs_today(&self) -> bool {
        matches!(self, Test::Age(_))
    }

    /// Returns `true` if the test reads a text, so that the reader must retain it.
    pub(crate) const fn reads_text(&self) -> bool {
        !matches!(self, Test::Set(_) | Test::Is(_) | Test::Enrolled)
    }

    /// Returns `true` if a requirement tests each word, and `false` if the test is about the whole
    /// value.
    pub(crate) fn is_of_each_word(&self) -> bool {
        matches!(
            self,
            Test::OneOf(_)
                | Test::StartsWith(_)
                | Test::Number(_)
                | Test::Age(_)
                | Test::Like(..)
                | Test::Matches(..)
                | Test::AtMostCharacters(..)
                | Test::NotBefore(..)
                | Test::NotAfter(..)
                | Test::BetweenDays(..)
                | Test::Weekday(..)
        )
    }

    /// Returns `true` if a word or text passes, and `None` for tests of other types. State codes
    /// are case-insensitive (D14).
    pub(crate) fn takes(&self, word: &str, kind: Kind) -> Option<bool> {
        // No rule of the specification reads a state.
        let is_state = cfg!(feature = "firm-rules") && matches!(kind, Kind::State { .. });
        let same = |known: &str| known == word || is_state && known.eq_ignore_ascii_case(word);
        let starts = |prefix: &str| {
            let start = |word: &str| word.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
            word.starts_with(prefix) || is_state && start(word)
        };
        Some(match self {
            Test::OneOf(words) => words.iter().any(same),
            Test::StartsWith(prefixes) => prefixes.iter().any(starts),
            Test::Like(_, pattern, _) => pattern.fits(word),
            Test::Matches(expression, _) => expression.fits(word),
            Test::AtMostCharacters(limit, _) => word.chars().nth(*limit).is_none(),
            Test::Number(range) => number_of(word).is_some_and(|number| range.takes(number)),
            Test::Set(_)
            | Test::Is(_)
            | Test::Contains(_)
            | Test::Age(_)
            | Test::Mixed
            | Test::Carrier(..)
            | Test::Contradicted(..)
            | Test::OfOtherPath
            | Test::Enrolled
            | Test::Count(..)
            | Test::NotBefore(..)
            | Test::NotAfter(..)
            | Test::BetweenDays(..)
            | Test::Weekday(..)
            | Test::Field(..) => return None,
        })
    }

    /// Returns `true` if a day passes, and `None` for tests of other types.
    pub(crate) fn takes_day(&self, day: Date, today: Date) -> Option<bool> {
        Some(match self {
            Test::Age(range) => range.takes(today.days_since(day)),
            Test::NotBefore(first, _) => day >= *first,
            Test::NotAfter(last, _) => day <= *last,
            Test::BetweenDays(first, last, _) => (*first..=*last).contains(&day),
            Test::Weekday(days, _) => days.0 & (1 << day.weekday()) != 0,
            _ => return None,
        })
    }

    /// Returns `true` if every value that passes this test is known to pass the other.
    pub(crate) fn is_within(&self, other: &Test) -> bool {
        match (self, other) {
            (Test::Number(one), Test::Number(other)) => one.is_within(*other),
            (Test::Age(one), Test::Age(other)) | (Test::Count(one, _), Test::Count(other, _)) => one.is_within(*other),
            (Test::Weekday(one, _), Test::Weekday(other, _)) => one.0 & !other.0 == 0,
            (Test::AtMostCharacters(few, _), Test::AtMostCharacters(more, _)) => few <= more,
            // Equal texts need not be numbers, so they do not imply an order of numbers.
            (Test::Field(one, Relation::Same, _), Test::Field(other, relation, _)) => {
                one == other && relation.takes(0) && !matches!(relation, Relation::AtLeast | Relation::AtMost)
            }
            (Test::Field(one, Relation::DaysAfter(days), _), Test::Field(other, Relation::DaysAfter(more), _)) => {
                one == other && days.is_within(*more)
            }
            _ => self == other,
        }
    }

    /// Returns `true` if no value is known to pass both tests.
    pub(crate) fn is_apart(&self, other: &Test) -> bool {
        match (self, other) {
            (Test::Number(one), Test::Number(other)) => one.is_apart(*other),
            (Test::Age(one), Test::Age(other)) | (Test::Count(one, _), Test::Count(other, _)) => one.is_apart(*other),
            (Test::Weekday(one, _), Test::Weekday(other, _)) => one.0 & other.0 == 0,
            (Test::Field(one, Relation::DaysAfter(days), _), Test::Field(other, Relation::DaysAfter(more), _)) => {
                one == other && days.is_apart(*more)
            }
            _ => false,
        }
    }
}
