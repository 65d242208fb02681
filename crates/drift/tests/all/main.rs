//! The tests of the crate: one test program, so that its libraries are linked once.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test fails with a panic, and prints figures for scripts/prove"
)]

mod deviations;
mod privacy;
mod representative;
mod service;
