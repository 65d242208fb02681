//! The ways to submit a case, and the kinds of token.

use crate::rulebook::lifetime::{LEGACY_SUNSET, Lifetime, Until};
use serde::{Deserialize, Serialize};

/// A way to submit a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Surface {
    /// One multipart request.
    #[default]
    Create,
    /// The deprecated three-step flow.
    Legacy,
}

impl Surface {
    /// The period in which cases can be submitted this way.
    ///
    /// ```
    /// use casegate::Language;
    /// use casegate::context::Surface;
    ///
    /// assert_eq!(Surface::Legacy.lifetime().sentences(Language::Spanish), ["Termina el 11 de noviembre de 2026."]);
    /// ```
    pub const fn lifetime(self) -> Lifetime {
        match self {
            Surface::Create => Lifetime::OPEN,
            Surface::Legacy => Lifetime::until(Until::Date(LEGACY_SUNSET)),
        }
    }
}

/// The kind of token of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Credential {
    /// A user token.
    #[default]
    User,
    /// The operator-issued master token.
    Master,
}

impl Credential {
    /// The name in JSON.
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
