//! The ways to submit a case, and the kinds of token.

use crate::rulebook::lifetime::{LEGACY_SUNSET, Lifetime, Moment};
use crate::text::name::{displayed, parsed};
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

impl Surface {
    /// Both ways.
    pub const ALL: [Surface; 2] = [Surface::Create, Surface::Legacy];

    /// Returns the name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Surface::Create => "create",
            Surface::Legacy => "legacy",
        }
    }

    /// Returns the surface of a name.
    pub fn from_name(name: &str) -> Option<Surface> {
        Surface::ALL.into_iter().find(|surface| surface.name() == name)
    }

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

displayed!(Surface, name);
parsed!(Surface, from_name, "surface");

impl Credential {
    /// Both kinds.
    pub const ALL: [Credential; 2] = [Credential::User, Credential::Master];

    /// Returns the credential of a name.
    pub fn from_name(name: &str) -> Option<Credential> {
        Credential::ALL.into_iter().find(|credential| credential.name() == name)
    }

    /// Returns the name in JSON.
    ///
    /// ```
    /// assert_eq!(casegate::context::Credential::Master.name(), "master");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Credential::User => "user",
            Credential::Master => "master",
        }
    }
}

displayed!(Credential, name);
parsed!(Credential, from_name, "credential");
