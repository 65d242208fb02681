//! The tests of the crate: one test program, so that its libraries are linked once.

#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test fails with a panic")]

mod cases;
mod deviations;
mod har;
mod privacy;
mod proposals;
mod recording;
mod representative;
mod service;
mod sessions;
