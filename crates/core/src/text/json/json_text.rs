//! JSON text that is retained as it is.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::fmt;

/// A JSON value as text, with the spelling of its numbers and the order of its members.
///
/// In JSON it is the value itself. Two values are equal if their texts are.
///
/// ```
/// use casegate::json::JsonText;
///
/// let price: JsonText = serde_json::from_str("1.10")?;
/// assert_eq!(price.get(), "1.10");
/// assert_eq!(serde_json::to_string(&[price])?, "[1.10]");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JsonText(Box<RawValue>);

impl JsonText {
    /// Returns the text.
    pub fn get(&self) -> &str {
        self.0.get()
    }
}

/// Omits the text, because it may be a payload, and what is debugged is logged.
impl fmt::Debug for JsonText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("JsonText").finish_non_exhaustive()
    }
}

impl AsRef<str> for JsonText {
    fn as_ref(&self) -> &str {
        self.get()
    }
}

impl From<JsonText> for String {
    fn from(text: JsonText) -> String {
        Box::<str>::from(text.0).into()
    }
}

impl PartialEq for JsonText {
    fn eq(&self, other: &JsonText) -> bool {
        self.get() == other.get()
    }
}

impl Eq for JsonText {}

impl From<Box<RawValue>> for JsonText {
    fn from(text: Box<RawValue>) -> JsonText {
        JsonText(text)
    }
}

impl From<JsonText> for Box<RawValue> {
    fn from(text: JsonText) -> Box<RawValue> {
        text.0
    }
}

impl fmt::Display for JsonText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.get())
    }
}
