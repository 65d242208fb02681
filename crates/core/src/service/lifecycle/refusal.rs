//! The messages of refused triggers.

use crate::messages::Language;
use crate::messages::parts::REFUSALS;
use crate::rulebook::params::{Param, Params};
use crate::rulebook::reasons::Refusal;
use crate::service::events::table::MESSAGE_BYTES;
use crate::service::lifecycle::limits::APPEND;

impl Refusal {
    /// Returns the message in a language, for the list of actions.
    pub(crate) fn message(self, language: Language) -> String {
        REFUSALS.message(language, self, &self.params())
    }

    fn params(self) -> Params {
        let limit = match self {
            Refusal::MessageTooLong => MESSAGE_BYTES as u64,
            Refusal::FileTooLarge => APPEND.file.0,
            Refusal::TooManyFiles => APPEND.files,
            Refusal::FilesTooLarge => APPEND.total.0,
            _ => return Params::default(),
        };
        Params::default().with("limit", Param::Number(limit))
    }
}

/// States the problem, its reason and the remedy.
///
/// ```
/// use casegate::lifecycle::Refusal;
///
/// assert_eq!(
///     Refusal::TooManyFiles.to_string(),
///     "A case accepts at most 25 files after it is created. Send other files with a new case."
/// );
/// ```
impl std::fmt::Display for Refusal {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.message(Language::English))
    }
}

impl std::error::Error for Refusal {}
