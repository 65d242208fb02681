//! Waivers: warnings that a firm has reviewed and suppresses until a day, with its reason.

use crate::rulebook::codes::Code;
use crate::text::date::Date;

/// A suppressed warning. Places, rules and days narrow it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Waiver {
    pub(crate) code: Code,
    pub(crate) at: Option<String>,
    pub(crate) rule: Option<String>,
    pub(crate) reason: String,
    pub(crate) until: Date,
}
