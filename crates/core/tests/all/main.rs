//! The integration tests, in one program so that the library is linked once.
//! `cargo test -p casegate vectors::` runs one module.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails with a panic"
)]

mod analysis;
mod binding;
mod calls;
mod cases;
#[path = "../support/edits.rs"]
mod edits;
mod entry_points;
mod events;
mod exports;
mod files;
mod follower;
mod house;
#[path = "../support/kit.rs"]
mod kit;
#[path = "../support/kit_cases.rs"]
mod kit_cases;
mod layout;
mod lifecycle;
mod lifecycle_table;
#[path = "../support/mark.rs"]
mod marked;
mod messages;
#[path = "../support/patch.rs"]
mod patch;
mod properties;
mod receipts;
mod records;
mod repair;
mod requests;
#[path = "../support/result_fields.rs"]
mod result_fields;
mod results;
mod rust_api;
mod session;
#[path = "../support/mod.rs"]
mod support;
mod tables;
mod twins;
mod typed;
mod vectors;
