//! Firm rules parsed from JSON (`docs/firm-rules.md`), and the analysis that refuses
//! contradictions.

#[cfg(feature = "firm-rules")]
pub(crate) mod against;
#[cfg(feature = "firm-rules")]
pub(crate) mod condition;
#[cfg(feature = "firm-rules")]
pub(crate) mod files;
#[cfg(feature = "firm-rules")]
pub(crate) mod hints;
#[cfg(feature = "firm-rules")]
pub(crate) mod logic;
#[cfg(feature = "firm-rules")]
pub(crate) mod parse;
#[cfg(feature = "firm-rules")]
pub(crate) mod read;
#[cfg(feature = "firm-rules")]
pub(crate) mod refusal;
#[cfg(feature = "firm-rules")]
pub(crate) mod requirement;

pub use crate::rulebook::reasons::HouseRefusal;
#[cfg(feature = "firm-rules")]
pub use read::{HouseReport, check_house};
