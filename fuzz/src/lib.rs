//! The fuzz targets: each hands its bytes to an entry point of [`entry_points`], which says what must hold.

pub mod entry_points;
mod memory;

/// Defines a fuzz target by the name of its entry point.
#[macro_export]
macro_rules! target {
    ($entry_point:literal) => {
        libfuzzer_sys::fuzz_target!(|data: &[u8]| $crate::entry_points::open($entry_point, data));
    };
}
