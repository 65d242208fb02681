//! Fallback for tokens that the library does not know yet, so that reading an answer never fails on
//! one.

use serde::{Deserialize, Serialize};

/// A documented value, or the original string if the value is not documented.
///
/// ```
/// use casegate::records::Kept;
/// use casegate::tokens::State;
///
/// let known: Kept<State> = serde_json::from_str("\"closed\"")?;
/// assert_eq!(known, Kept::Known(State::Closed));
/// let other: Kept<State> = serde_json::from_str("\"archived\"")?;
/// assert_eq!(other.known(), None);
/// assert_eq!(serde_json::to_string(&other)?, "\"archived\"");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Kept<T> {
    /// A documented value.
    Known(T),
    /// Any other string, unchanged.
    Other(String),
}

impl<T: Copy> Kept<T> {
    /// Returns the documented value, or `None` for any other string.
    pub fn known(&self) -> Option<T> {
        if let Kept::Known(value) = self { Some(*value) } else { None }
    }
}
