//! The ways to submit a case, and the kinds of token.

use crate::rulebook::lifetime::{LEGACY_SUNSET, Lifetime, Moment};
use crate::text::name::named;
use serde::{Deserialize, Serialize};

/// A way to submit a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Surface {
    /// One multipart request.
    #[default]
    Create,
    /// The deprecated three-step flow.
    Legacy,
}

named!(Surface, "surface" { Create "create", Legacy "legacy", });

impl Surface {
    /// The period in which cases can be submitted this way.
    ///
    /// ```
    /// use casegate::context::Surface;
    ///
    /// assert_eq!(Surface::Legacy.lifetime().sentences(), ["Ends on November 11, 2026."]);
    /// ```
    pub const fn lifetime(self) -> Lifetime {
        match self {
            Surface::Create => Lifetime::OPEN,
            Surface::Legacy => Lifetime::refused(Moment::Date(LEGACY_SUNSET)),
        }
    }
}

/// The kind of token of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Credential {
    /// A user token.
    #[default]
    User,
    /// The operator-issued master token.
    Master,
}

named!(Credential, "credential" { User "user", Master "master", });
