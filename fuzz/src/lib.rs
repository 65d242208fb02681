//! The fuzz targets: each hands its bytes to a door of [`doors`], which says what must hold.

pub mod doors;
mod memory;

/// A fuzz target by the name of its door.
#[macro_export]
macro_rules! target {
    ($door:literal) => {
        libfuzzer_sys::fuzz_target!(|data: &[u8]| $crate::doors::open($door, data));
    };
}
