//! Casegate for servers built with axum: the extractor [`CaseJson`] checks a case in a request's body, and [`Problem`]
//! answers with the issues of one that is refused.

pub(crate) mod case_json;
pub(crate) mod problem;

pub use case_json::{CaseJson, GivesContext};
pub use problem::Problem;
