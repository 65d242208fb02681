//! The settings with which a recording is compared.

use casegate::config::ContextError;
use serde_json::{Map, Value};

/// The settings of predictions. Their day is that of each exchange.
#[derive(Debug, Clone)]
pub struct Settings {
    pub(crate) rulebook: casegate::Settings,
    pub(crate) json: Map<String, Value>,
}

/// The reason why a context cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// The context itself is invalid.
    #[error("{0}")]
    Context(#[from] ContextError),
    /// The recording has no names, sizes or firm's fields to which the member could apply.
    #[error("`{0}` has no effect on a recording, which contains no values; leave it out")]
    NoEffect(&'static str),
}

/// The members that read values, of which a recording has none.
const NO_EFFECT: [&str; 3] = ["carriers", "house", "limits"];

impl Settings {
    /// Reads settings from the JSON of a context, which need not have a day.
    ///
    /// # Errors
    ///
    /// Returns [`SettingsError`] for an invalid context, and for one with carriers, firm rules or
    /// limits.
    pub fn read(json: &str) -> Result<Settings, SettingsError> {
        let rulebook = casegate::Settings::from_json(json)?;
        let json: Map<String, Value> = serde_json::from_str(json).unwrap_or_default();
        match NO_EFFECT.into_iter().find(|name| json.contains_key(*name)) {
            Some(name) => Err(SettingsError::NoEffect(name)),
            None => Ok(Settings { rulebook, json }),
        }
    }

    /// Returns the extra words of the context, which a recorder need not hash.
    pub fn words(&self) -> Vec<String> {
        let lists = self.json.get("words").and_then(Value::as_object);
        let words = lists.into_iter().flat_map(Map::values).filter_map(Value::as_array).flatten();
        words.filter_map(|word| word.as_str().map(str::to_owned)).collect()
    }
}
