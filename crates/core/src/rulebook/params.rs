//! The severity of a finding and the parameters of its message.

use crate::text::date::Date;
use serde::Serialize;
use serde::ser::SerializeMap;

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The service refuses the request.
    Error,
    /// The request may be sent: the specification leaves the matter open, or it has no effect.
    Warning,
}

/// A parameter of a message: a limit, a known word, the name of another field. It is never a
/// submitted value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
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
    /// Returns the parameter of a name.
    pub fn get(&self, name: &str) -> Option<&Param> {
        self.iter().find(|(known, _)| *known == name).map(|(_, param)| param)
    }

    /// Returns all parameters in the order of reports.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Param)> {
        self.0.iter().map(|(name, param)| (*name, param))
    }

    /// Adds all parameters of another set.
    #[cfg(feature = "house")]
    pub(crate) fn and(mut self, others: Params) -> Params {
        self.0.extend(others.0);
        self
    }

    /// Adds a parameter.
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
