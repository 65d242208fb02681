//! For servers built with axum: the extractor [`CaseJson`], and the answer [`Problem`] to what it refuses.

mod case_json;
mod problem;

pub use case_json::{CaseJson, GivesHost};
pub use problem::Problem;
