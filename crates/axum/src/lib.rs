//! Casegate for servers built with axum.
//!
//! The extractor [`CaseJson`] checks a case in a request body, and [`Problem`] answers with the
//! issues of a refused case.

pub(crate) mod case_json;
pub(crate) mod problem;

pub use case_json::{CaseJson, GivesContext};
pub use problem::Problem;

/// The Rust of the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
