//! Casegate for servers built with axum.
//!
//! The extractors [`CaseJson`] and [`CaseForm`] check a case in a request body, [`CaseBody`] takes
//! both, and [`Problem`] answers with the issues of a refused case.

pub(crate) mod case_body;
pub(crate) mod case_form;
pub(crate) mod case_json;
pub(crate) mod problem;

pub use case_body::CaseBody;
pub use case_form::CaseForm;
pub use case_json::{CaseJson, GivesContext};
pub use problem::Problem;

/// The Rust of the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
