//! The classes of a payload's values: everything about a value that the rulebook distinguishes, and
//! nothing else.

pub(crate) mod classify;
pub(crate) mod days;
pub(crate) mod names;
pub(crate) mod represent;
pub(crate) mod text;

use serde::{Deserialize, Serialize};

/// The class of a value.
///
/// A representative of each class is judged like the value ([`representative`]).
///
/// [`representative`]: crate::representative
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// `null`.
    Null,
    /// `true` in a yes-or-no field.
    True,
    /// `false` in a yes-or-no field.
    False,
    /// `true` or `false` in another field.
    Boolean,
    /// A whole number in a field of whole numbers.
    Integer,
    /// Any other number.
    Number,
    /// The empty string.
    Empty,
    /// A string of white space.
    Blank,
    /// A string of a field without words.
    Text(Text),
    /// A word: one of a published or confirmed list, or a hash. A hash follows the prefix on which
    /// rules depend, if the word has one.
    Word(String),
    /// A list of email addresses: for each entry, whether it is an address.
    Emails(Vec<bool>),
    /// A day, as the range of days before the day of the exchange. `null` means without an end.
    Day(Option<i32>, Option<i32>),
    /// A day in a field whose age no rule reads.
    Date,
    /// A string that starts with a day and goes on, as a time does.
    DateAndMore,
    /// A string that is not a day.
    NoDate,
    /// A state code.
    State(StateClass),
    /// An array of a field with words, by element.
    List(Vec<Class>),
    /// An array of another field.
    Array,
    /// An empty array of another field.
    EmptyArray,
    /// A nested record, by member.
    Record(Vec<Entry>),
    /// Any other object.
    Object,
}

/// The class of a string.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Text {
    /// The format.
    pub format: TextFormat,
    /// The greatest number of characters of this class of length; `None` for the last class.
    pub up_to: Option<usize>,
    /// For fields that a rule compares: equal numbers mean equal strings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same: Option<usize>,
}

/// The format of a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextFormat {
    /// Digits, and not all of them zeros.
    Digits,
    /// Zeros only.
    Zeros,
    /// An email address.
    Email,
    /// A day.
    Date,
    /// Anything else.
    Other,
}

/// The class of a state code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StateClass {
    /// A state or the District of Columbia.
    State,
    /// A territory or the military.
    Unusual,
    /// A code that is not in upper case.
    WrongCase,
    /// Not a code.
    Unknown,
}

/// A member of a payload or record.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Entry {
    /// The name, or its hash if no table publishes it.
    pub key: String,
    /// The class of the value.
    pub is: Class,
}

/// The classes of a payload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Profile {
    /// The text is not a payload. The value is the code of the finding.
    Unreadable(String),
    /// The members in the order of the text, repeated ones included.
    Fields(Vec<Entry>),
}

impl Class {
    /// Returns the class in a few words, for reports.
    pub fn words(&self) -> String {
        let day = |day: &i32| match day {
            0 => "today".to_owned(),
            -1 => "1 day ahead".to_owned(),
            1 => "1 day ago".to_owned(),
            day if *day < 0 => format!("{} days ahead", -day),
            day => format!("{day} days ago"),
        };
        match self {
            Class::Null => "null".to_owned(),
            Class::True => "true".to_owned(),
            Class::False => "false".to_owned(),
            Class::Boolean => "a boolean".to_owned(),
            Class::Integer => "an integer".to_owned(),
            Class::Number => "a number".to_owned(),
            Class::Empty => "an empty string".to_owned(),
            Class::Blank => "white space".to_owned(),
            Class::Text(text) => text.words(),
            Class::Word(word) => format!("`{word}`"),
            Class::Emails(entries) if entries.iter().all(|is_address| *is_address) => "email addresses".to_owned(),
            Class::Emails(_) => "entries that are not all addresses".to_owned(),
            Class::Day(Some(from), Some(to)) if from == to => day(from),
            Class::Day(Some(from), Some(to)) => format!("{} to {}", day(from), day(to)),
            Class::Day(Some(from), None) => format!("{} or more", day(from)),
            Class::Day(None, Some(to)) => format!("{} or more", day(to)),
            Class::Day(None, None) | Class::Date => "a day".to_owned(),
            Class::DateAndMore => "a day and more".to_owned(),
            Class::NoDate => "no day".to_owned(),
            Class::State(StateClass::State) => "a state".to_owned(),
            Class::State(StateClass::Unusual) => "a territory or the military".to_owned(),
            Class::State(StateClass::WrongCase) => "a code not in upper case".to_owned(),
            Class::State(StateClass::Unknown) => "no state".to_owned(),
            Class::List(elements) => {
                let words: Vec<String> = elements.iter().map(Class::words).collect();
                format!("[{}]", words.join(", "))
            }
            Class::Array => "an array".to_owned(),
            Class::EmptyArray => "an empty array".to_owned(),
            Class::Record(_) => "a record".to_owned(),
            Class::Object => "an object".to_owned(),
        }
    }

    /// Returns `true` if the value counts as not set (D1).
    pub fn is_unset(&self) -> bool {
        match self {
            Class::Null | Class::Empty | Class::Blank | Class::EmptyArray => true,
            Class::List(elements) => elements.is_empty(),
            _ => false,
        }
    }
}

impl Profile {
    /// Returns the members, and none for an unreadable text.
    pub fn entries(&self) -> &[Entry] {
        match self {
            Profile::Unreadable(_) => &[],
            Profile::Fields(entries) => entries,
        }
    }
}
