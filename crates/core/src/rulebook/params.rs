//! The severity of a finding and the parameters of its message.

use crate::text::date::Date;
use crate::text::name::named;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The service refuses the request.
    Error,
    /// The request may be sent: the specification leaves the matter open, or it has no effect.
    Warning,
}

named!(Severity, "severity" { Error "error", Warning "warning", });

/// A parameter of a message: a limit, a known word, the name of another field. It is never a
/// submitted value.
#[derive(Debug, Clone, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Param {
    /// A number.
    Number(u64),
    /// A day, which messages format for their language.
    Day(Date),
    /// A word of the rulebook or the settings.
    Word(String),
    /// Words of the rulebook or the settings.
    Words(Vec<String>),
    /// Positions in an array or a list.
    Positions(Vec<usize>),
}

/// Two parameters are equal if their JSON is, so that a report that was read back equals the
/// original. JSON does not distinguish a day from a word in the form of a day, nor two empty lists.
impl PartialEq for Param {
    fn eq(&self, other: &Param) -> bool {
        match (self, other) {
            (Param::Number(one), Param::Number(other)) => one == other,
            (Param::Day(one), Param::Day(other)) => one == other,
            (Param::Word(one), Param::Word(other)) => one == other,
            (Param::Words(one), Param::Words(other)) => one == other,
            (Param::Positions(one), Param::Positions(other)) => one == other,
            (Param::Day(day), Param::Word(word)) | (Param::Word(word), Param::Day(day)) => {
                Date::parse(word) == Some(*day)
            }
            (Param::Words(words), Param::Positions(positions)) | (Param::Positions(positions), Param::Words(words)) => {
                words.is_empty() && positions.is_empty()
            }
            _ => false,
        }
    }
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
pub struct Params(Vec<(Cow<'static, str>, Param)>);

impl Params {
    /// Returns the parameter of a name.
    pub fn get(&self, name: &str) -> Option<&Param> {
        self.iter().find(|(known, _)| *known == name).map(|(_, param)| param)
    }

    /// Returns all parameters in the order of reports.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Param)> {
        self.0.iter().map(|(name, param)| (&**name, param))
    }

    /// Adds all parameters of another set.
    #[cfg(feature = "firm-rules")]
    pub(crate) fn and(mut self, others: Params) -> Params {
        self.0.extend(others.0);
        self
    }

    /// Adds a parameter.
    pub(crate) fn with(mut self, name: &'static str, param: Param) -> Params {
        self.0.push((Cow::Borrowed(name), param));
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

impl<'de> Deserialize<'de> for Params {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Params, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Params;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("the parameters of a message by name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Params, A::Error> {
                let mut params = Params::default();
                while let Some((name, param)) = map.next_entry::<String, Param>()? {
                    params.0.push((Cow::Owned(name), param));
                }
                Ok(params)
            }
        }

        from.deserialize_map(InOrder)
    }
}
