//! Firm rules parsed from JSON (`docs/firm-rules.md`), and the analysis that refuses
//! contradictions.

#[cfg(feature = "house")]
pub(crate) mod against;
#[cfg(feature = "house")]
pub(crate) mod condition;
#[cfg(feature = "house")]
pub(crate) mod files;
#[cfg(feature = "house")]
pub(crate) mod hints;
#[cfg(feature = "house")]
pub(crate) mod logic;
#[cfg(feature = "house")]
pub(crate) mod parse;
#[cfg(feature = "house")]
pub(crate) mod read;
#[cfg(feature = "house")]
pub(crate) mod refusal;
#[cfg(feature = "house")]
pub(crate) mod requirement;

pub use crate::rulebook::reasons::HouseRefusal;
#[cfg(feature = "house")]
pub use read::{HouseReport, check_house};
