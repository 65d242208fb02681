//! The tests of the crate, one program.

#![expect(clippy::unwrap_used, reason = "a failing test panics")]

mod properties;
#[expect(unreachable_pub, dead_code, reason = "shared with an example")]
#[path = "../support/mod.rs"]
mod support;
mod vectors;
