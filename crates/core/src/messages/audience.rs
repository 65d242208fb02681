//! The readers of messages.

use crate::text::name::named;
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

named!(Audience, "audience" { Developer "developer", Form "form", });
