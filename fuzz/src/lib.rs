//! The fuzz targets: each passes its bytes to an entry point of [`entry_points`], which checks the
//! properties.

pub mod entry_points;
#[path = "../../crates/core/tests/support/mark.rs"]
mod marked;
mod memory;
#[path = "../../crates/core/tests/support/patch.rs"]
mod patch;

/// Defines a fuzz target by the name of its entry point.
#[macro_export]
macro_rules! target {
    ($entry_point:literal) => {
        libfuzzer_sys::fuzz_target!(|data: &[u8]| $crate::entry_points::open($entry_point, data));
    };
}
