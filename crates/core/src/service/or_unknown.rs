//! What a reader of the service's answers makes of a text that may be of a closed kind: it never refuses the other.

use serde::{Deserialize, Serialize};

/// A value that the documentation describes, or the text that came instead.
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
    /// As documented.
    Known(T),
    /// Another text, as it came.
    Other(String),
}

impl<T: Copy> Kept<T> {
    /// The documented value, where it is one.
    pub fn known(&self) -> Option<T> {
        if let Kept::Known(value) = self { Some(*value) } else { None }
    }
}
