//! The stand-in as a real process over loopback: `casegate serve`.
// A test that panics has failed, as it should.
#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails with a panic"
)]

mod bodies;
mod crowds;
mod demo;
mod faults;
mod folders;
mod fuzz;
mod languages;
mod legacy;
mod listen;
mod observe;
mod openapi;
mod operator;
#[cfg(unix)]
mod page;
#[cfg(unix)]
mod private;
mod replies;
mod requests;
mod results;
mod sizes;
mod starts;
#[cfg(unix)]
mod storage;
mod support;
mod tokens;
mod uploads;
mod vectors;
mod walk;
mod webhooks;
