//! Fallback for tokens that the library does not know yet, so that reading an answer never fails on
//! one.

use serde::{Deserialize, Serialize};

/// A documented value, or the original string if the value is not documented.
///
/// ```
/// use casegate::records::OrUnknown;
/// use casegate::tokens::State;
///
/// let known: OrUnknown<State> = serde_json::from_str("\"closed\"")?;
/// assert_eq!(known, OrUnknown::Known(State::Closed));
/// let other: OrUnknown<State> = serde_json::from_str("\"archived\"")?;
/// assert_eq!(other.known(), None);
/// assert_eq!(serde_json::to_string(&other)?, "\"archived\"");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OrUnknown<T> {
    /// A documented value.
    Known(T),
    /// Any other string, unchanged.
    Other(String),
}

impl<T: Copy> OrUnknown<T> {
    /// Returns the documented value, or `None` for any other string.
    pub fn known(&self) -> Option<T> {
        if let OrUnknown::Known(value) = self { Some(*value) } else { None }
    }
}
