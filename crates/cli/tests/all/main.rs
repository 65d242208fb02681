//! The tests of the program, as a process: one test program, so that its libraries are linked once.
//! `cargo test -p casegate-cli --features service service::` runs one module.

#![expect(clippy::expect_used, clippy::indexing_slicing, clippy::unwrap_used, reason = "a test fails with a panic")]
#![cfg_attr(feature = "api", expect(clippy::panic, reason = "a test fails with a panic"))]

#[cfg(feature = "api")]
mod api;
mod batch;
mod check;
#[cfg(feature = "api")]
mod connection;
mod everywhere;
#[path = "../../../core/tests/support/mod.rs"]
mod expanded;
mod fix;
mod forecast;
mod formats;
mod map;
#[expect(unreachable_pub, dead_code, reason = "shared with the library's tests")]
#[path = "../../../map/tests/support/mod.rs"]
mod maps;
#[path = "../../../core/tests/support/mark.rs"]
mod marked;
mod privacy;
mod replies;
#[cfg(feature = "service")]
mod service;
mod snapshots;
mod spark;
mod support;
mod vectors;
