//! Comparisons of the exported schemas with the rulebook, in one program so that the libraries are
//! linked once. `cargo test -p casegate-schema-tests openapi::` runs one module.

#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test fails with a panic")]

mod equality;
mod firm;
mod openapi;
mod patterns;
#[path = "../../../../crates/core/tests/support/result_fields.rs"]
mod result_fields;
mod results;
mod settings;
#[path = "../../../../crates/core/tests/support/mod.rs"]
mod support;
mod types;
