//! What a finding looks like: a code to match on, a place, a rule, and words for people.

mod cap;
mod codes;

pub(crate) use cap::Cap;
pub use codes::Code;

use crate::date::Date;
use crate::messages::{Language, Words};
use crate::rules::{RULES, Then};
use crate::write;
use serde::Serialize;
use serde::ser::SerializeMap;
use std::borrow::Cow;

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The service refuses the request.
    Error,
    /// The specification leaves it open, or it has no effect; the request may be sent.
    Warning,
}

/// A step of a path into a payload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Segment {
    /// A key of an object.
    Key(String),
    /// A position in an array.
    Index(usize),
}

/// What a message needs besides the place: limits, known words, other fields' names; never a submitted value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Param {
    /// A number.
    Number(u64),
    /// A day, which messages write as people of their language do.
    Day(Date),
    /// A word of ours.
    Word(String),
    /// Words of ours.
    Words(Vec<String>),
    /// Positions in an array or a list.
    Positions(Vec<usize>),
}

impl From<usize> for Param {
    fn from(number: usize) -> Param {
        Param::Number(number as u64)
    }
}

impl From<&str> for Param {
    fn from(word: &str) -> Param {
        Param::Word(word.to_owned())
    }
}

/// The parameters of an issue, by name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Params(Vec<(&'static str, Param)>);

impl Params {
    /// The parameter of a name.
    pub fn get(&self, name: &str) -> Option<&Param> {
        self.iter().find(|(known, _)| *known == name).map(|(_, param)| param)
    }

    /// All of them, in the order of reports.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Param)> {
        self.0.iter().map(|(name, param)| (*name, param))
    }

    /// With all of some others.
    pub(crate) fn and(mut self, others: Params) -> Params {
        self.0.extend(others.0);
        self
    }

    /// With one more parameter.
    pub(crate) fn with(mut self, name: &'static str, param: Param) -> Params {
        self.0.push((name, param));
        self
    }
}

impl Serialize for Params {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut map = out.serialize_map(Some(self.0.len()))?;
        for (name, param) in &self.0 {
            map.serialize_entry(name, param)?;
        }
        map.end()
    }
}

/// An edit that would mend an issue, where there is one that invents nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Fix {
    /// Remove the value.
    Remove,
    /// Put the same letters in upper case.
    Uppercase,
    /// Move the value to another field.
    Rename {
        /// The pointer of that field.
        to: String,
    },
    /// Make the value an array with the one element that it is.
    WrapInArray,
    /// Put a known word in its place.
    Replace {
        /// The word.
        value: String,
    },
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Issue {
    /// What was found.
    pub code: Code,
    /// How much it weighs.
    pub severity: Severity,
    /// Where: a JSON Pointer (RFC 6901); empty for the whole payload. A missing field has its own place (D10).
    pub at: String,
    /// The same place as a list of keys and positions.
    pub path: Vec<Segment>,
    /// The rule that was broken, where it was one of [`crate::rules`] or a house rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Cow<'static, str>>,
    /// The statement of the specification that was broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub atom: Option<&'static str>,
    /// Pointers of the values that made the rule apply.
    pub because: Vec<String>,
    /// What a translated message needs.
    pub params: Params,
    /// What is wrong, why, and what to do, in the host's language.
    pub message: String,
    /// An edit that mends it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Fix>,
}

impl Issue {
    /// An issue whose message needs nothing but its parameters.
    pub(crate) fn told(words: &Words, language: Language, code: Code, path: Vec<Segment>, params: Params) -> Issue {
        let message = words.message(language, code, &params);
        Issue::in_words(code, path, params, message)
    }

    /// An issue with a message of its own.
    pub(crate) fn in_words(code: Code, path: Vec<Segment>, params: Params, message: String) -> Issue {
        Issue {
            code,
            severity: code.severity(),
            at: pointer(&path),
            path,
            rule: None,
            atom: None,
            because: Vec::new(),
            params,
            message,
            fix: None,
        }
    }

    /// The same at another place.
    pub(crate) fn moved(self, path: Vec<Segment>) -> Issue {
        Issue { at: pointer(&path), path, ..self }
    }

    /// Whether only `true` mends it.
    pub(crate) fn must_be(&self) -> bool {
        let at = &self.at;
        let rule = RULES.iter().find(|rule| Some(rule.id) == self.rule.as_deref());
        let mut thens = rule.into_iter().flat_map(|rule| rule.clauses).flat_map(|clause| clause.then);
        thens.any(|(then, _)| matches!(then, Then::MustBeTrue(key) if at.strip_prefix('/') == Some(key.name())))
    }

    /// With the statement of the specification that was broken.
    pub(crate) fn breaks(mut self, atom: &'static str) -> Issue {
        self.atom = Some(atom);
        self
    }
}

impl From<&str> for Segment {
    fn from(key: &str) -> Segment {
        Segment::Key(key.to_owned())
    }
}

impl From<usize> for Segment {
    fn from(position: usize) -> Segment {
        Segment::Index(position)
    }
}

/// Writes a path as a JSON Pointer.
pub(crate) fn pointer(path: &[Segment]) -> String {
    // Most pointers fit, and few names have what is to be escaped.
    let mut out = String::with_capacity(48);
    for segment in path {
        out.push('/');
        match segment {
            Segment::Key(key) if !key.bytes().any(|byte| byte == b'~' || byte == b'/') => out.push_str(key),
            Segment::Key(key) => {
                for letter in key.chars() {
                    match letter {
                        '~' => out.push_str("~0"),
                        '/' => out.push_str("~1"),
                        other => out.push(other),
                    }
                }
            }
            Segment::Index(position) => write::number(&mut out, *position as u64),
        }
    }
    out
}
