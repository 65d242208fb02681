//! The abstract space of cases: for each field its classes of values, and the combinations that
//! rules distinguish. Each is judged by the library, by `kit/reference.py`, and by the JSON Schemas.

// For tests: a wrong value ends the run.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    reason = "a test fails with a panic"
)]

pub mod differ;
pub mod enumerate;
pub mod forecast;
pub mod judge;
#[path = "../../../crates/core/tests/support/kit.rs"]
mod kit;
pub mod partitions;
pub mod payloads;
pub mod program;
pub mod random;
pub mod receipts;
pub mod settings;
pub mod space;
