//! How a case is submitted, and with which kind of token.

use crate::rulebook::lifetime::{LEGACY_SUNSET, Lifetime, Until};
use serde::{Deserialize, Serialize};

/// The way a case is submitted.
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
    /// Until when cases can be submitted this way.
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

/// The kind of token that the request is made with.
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
    /// The word in JSON.
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
