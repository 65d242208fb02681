//! Operations on a case: check, preparation, form states, sessions, repairs, files.

pub(crate) mod case_types;
pub(crate) mod check;
pub(crate) mod deserializers;
pub mod explain;
pub mod files;
#[cfg(feature = "analysis")]
pub(crate) mod forecast;
pub mod form;
pub(crate) mod input;
pub mod prepare;
#[cfg(feature = "receipts")]
pub mod receipt;
pub mod repair;
pub(crate) mod rule_sentences;
pub mod session;
pub mod states;
pub mod typed;
