//! The readers of messages.

use crate::text::name::{displayed, parsed};
use serde::{Deserialize, Serialize};

/// The readers of messages. The verdict does not depend on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// People who write programs: messages name JSON types, such as a list in square brackets.
    #[default]
    Developer,
    /// People who fill in a form: messages name answers.
    Form,
}

impl Audience {
    /// Both audiences.
    pub const ALL: [Audience; 2] = [Audience::Developer, Audience::Form];

    /// Returns the audience of a name.
    pub fn from_name(name: &str) -> Option<Audience> {
        Audience::ALL.into_iter().find(|audience| audience.name() == name)
    }

    /// Returns the name in JSON.
    ///
    /// ```
    /// assert_eq!(casegate::context::Audience::Form.name(), "form");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Audience::Developer => "developer",
            Audience::Form => "form",
        }
    }
}

displayed!(Audience, name);
parsed!(Audience, from_name, "audience");
