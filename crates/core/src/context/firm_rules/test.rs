//! The tests of firm rules. Conditions and requirements share them.

use crate::context::firm_rules::expression::Expression;
use crate::context::firm_rules::field::FieldPath;
use crate::context::firm_rules::range::{Range, number_of};
use crate::rulebook::fields::Kind;
use crate::rulebook::params::{Param, Params};
use crate::text::date::Date;
use crate::text::glob::Pattern;
use crate::text::lowercase::lower;

/// A test of one value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Test {
    /// The field is set, or not set (D1).
    Set(bool),
    /// The answer is this value (D6).
    Is(bool),
    /// The word or text is one of these.
    OneOf(Vec<String>),
    /// The word or text starts with one of these.
    StartsWith(Vec<String>),
    /// The words include this one.
    Contains(String),
    /// The text matches the pattern.
    Like(String, Pattern),
    /// The text matches the regular expression.
    Matches(Expression),
    /// The text has at most this number of characters.
    AtMostCharacters(usize),
    /// The number, or the number in a text, is in the range.
    Number(Range),
    /// The number of entries is in the range.
    Count(Range),
    /// The day is this one or later.
    NotBefore(Date),
    /// The day is this one or earlier.
    NotAfter(Date),
    /// The day is between these days, both included.
    BetweenDays(Date, Date),
    /// The day is today or at most this number of days before.
    WithinDays(i32),
    /// The day is today or earlier.
    NotAfterToday,
    /// The day is one of these days of the week.
    Weekday(Weekdays),
    /// The value has this relation to that of another field.
    Field(FieldPath, Relation),
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

    pub(crate) fn takes_numbers(self, number: i32, other: i32) -> bool {
        // The difference of two numbers may exceed 32 bits.
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
            Test::Like(..) => "like",
            Test::Matches(_) => "matches",
            Test::AtMostCharacters(_) => "at_most_characters",
            Test::Number(range) => range.name(),
            Test::Count(_) => "count",
            Test::NotBefore(_) => "not_before",
            Test::NotAfter(_) => "not_after",
            Test::BetweenDays(..) => "between",
            Test::WithinDays(_) => "within_days",
            Test::NotAfterToday => "not_after_today",
            Test::Weekday(_) => "weekday",
            Test::Field(_, relation) => relation.name(),
        }
    }

    /// The weight in the limit on words: the number of words, at least one.
    pub(crate) fn words(&self) -> usize {
        match self {
            Test::OneOf(words) | Test::StartsWith(words) => words.len(),
            // The compiled form takes as much space as some words.
            Test::Matches(_) => 4,
            _ => 1,
        }
    }

    /// Returns the field that the value is compared with.
    pub(crate) fn other(&self) -> Option<FieldPath> {
        if let Test::Field(other, _) = self { Some(*other) } else { None }
    }

    /// Adds the limits of the test to the parameters of a finding.
    pub(crate) fn limits(&self, params: Params) -> Params {
        match self {
            Test::Set(value) | Test::Is(value) => {
                params.with("value", Param::from(if *value { "true" } else { "false" }))
            }
            Test::OneOf(words) | Test::StartsWith(words) => params.with("words", Param::Words(words.clone())),
            Test::Contains(word) => params.with("words", Param::Words(vec![word.clone()])),
            Test::Like(written, _) => params.with("pattern", Param::Word(written.clone())),
            Test::Matches(expression) => params.with("pattern", Param::from(expression.written())),
            Test::AtMostCharacters(limit) => params.with("limit", Param::from(*limit)),
            Test::Number(range) | Test::Count(range) | Test::Field(_, Relation::DaysAfter(range)) => {
                range.limits(params)
            }
            Test::NotBefore(day) | Test::NotAfter(day) => params.with("date", Param::Word(day.to_string())),
            Test::BetweenDays(first, last) => {
                params.with("first", Param::Word(first.to_string())).with("last", Param::Word(last.to_string()))
            }
            Test::WithinDays(days) => params.with("days", Param::Number(u64::try_from(*days).unwrap_or_default())),
            Test::NotAfterToday | Test::Field(..) => params,
            Test::Weekday(days) => params.with("words", Param::Words(days.names().map(str::to_owned).collect())),
        }
    }

    /// Returns `true` if the result depends on the day.
    pub(crate) fn needs_today(&self) -> bool {
        matches!(self, Test::WithinDays(_) | Test::NotAfterToday)
    }

    /// Returns `true` if the test reads a text, so that the reader must retain it.
    pub(crate) fn reads_text(&self) -> bool {
        !matches!(self, Test::Set(_) | Test::Is(_))
    }

    /// Returns `true` if a word or text passes, and `None` for tests of other types. State codes
    /// are case-insensitive (D14).
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
            Test::Matches(expression) => expression.fits(word),
            Test::AtMostCharacters(limit) => word.chars().nth(*limit).is_none(),
            Test::Number(range) => number_of(word).is_some_and(|number| range.takes(number)),
            _ => return None,
        })
    }

    /// Returns `true` if a day passes, and `None` for tests of other types.
    pub(crate) fn takes_day(&self, day: Date, today: Date) -> Option<bool> {
        Some(match self {
            Test::NotBefore(first) => day >= *first,
            Test::NotAfter(last) => day <= *last,
            Test::BetweenDays(first, last) => (*first..=*last).contains(&day),
            Test::WithinDays(days) => (0..=*days).contains(&today.days_since(day)),
            Test::NotAfterToday => day <= today,
            Test::Weekday(days) => days.0 & (1 << day.weekday()) != 0,
            _ => return None,
        })
    }

    /// Returns `true` if every value that passes this test is known to pass the other.
    pub(crate) fn is_within(&self, other: &Test) -> bool {
        match (self, other) {
            (Test::Number(one), Test::Number(other)) | (Test::Count(one), Test::Count(other)) => one.is_within(*other),
            (Test::Weekday(one), Test::Weekday(other)) => one.0 & !other.0 == 0,
            (Test::AtMostCharacters(few), Test::AtMostCharacters(more)) => few <= more,
            (Test::WithinDays(days), Test::WithinDays(more)) => days <= more,
            (Test::WithinDays(_), Test::NotAfterToday) => true,
            // Equal texts need not be numbers, so they do not imply an order of numbers.
            (Test::Field(one, Relation::Same), Test::Field(other, relation)) => {
                one == other && relation.takes(0) && !matches!(relation, Relation::AtLeast | Relation::AtMost)
            }
            (Test::Field(one, Relation::DaysAfter(days)), Test::Field(other, Relation::DaysAfter(more))) => {
                one == other && days.is_within(*more)
            }
            _ => self == other,
        }
    }

    /// Returns `true` if no value is known to pass both tests.
    pub(crate) fn is_apart(&self, other: &Test) -> bool {
        match (self, other) {
            (Test::Number(one), Test::Number(other)) | (Test::Count(one), Test::Count(other)) => one.is_apart(*other),
            (Test::Weekday(one), Test::Weekday(other)) => one.0 & other.0 == 0,
            (Test::Field(one, Relation::DaysAfter(days)), Test::Field(other, Relation::DaysAfter(more))) => {
                one == other && days.is_apart(*more)
            }
            _ => false,
        }
    }
}
