//! What fuzzing once found, and every vector, through the doors that the fuzz targets open.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

#[path = "../../../fuzz/src/doors/mod.rs"]
mod doors;
mod support;

use doors::{DOORS, open, seeds};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The fuzz targets count memory. What does so is `unsafe` and not for here.
mod memory {
    pub(super) fn peak<T>(call: impl FnOnce() -> T) -> (T, usize) {
        (call(), 0)
    }
}

#[test]
fn what_was_found_stays_found() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/regressions");
    for door in DOORS {
        let Ok(found) = fs::read_dir(folder.join(door.name)) else { continue };
        for input in found {
            open(door.name, &fs::read(input.unwrap().path()).unwrap());
        }
    }
    for folder in fs::read_dir(folder).unwrap() {
        let name = folder.unwrap().file_name().into_string().unwrap();
        assert!(DOORS.iter().any(|door| door.name == name), "there is no door {name}");
    }
}

#[test]
fn every_vector_goes_through_its_door() {
    let mut opened = BTreeSet::new();
    for vector in support::all() {
        for (door, seed) in seeds(&vector.call.0, &vector.host, &vector.payload) {
            opened.insert(door);
            let opening = std::panic::catch_unwind(|| open(door, seed.as_bytes()));
            assert!(opening.is_ok(), "{door}: {}: {}", vector.file, vector.case.name);
        }
    }
    assert_eq!(opened.len(), DOORS.len());
}

/// Texts that were cut off, and texts behind the wrong door, are answered too.
#[test]
fn every_door_takes_any_text() {
    let seeds: Vec<(&str, String)> =
        support::all().iter().flat_map(|vector| seeds(&vector.call.0, &vector.host, &vector.payload)).collect();
    for (number, (door, seed)) in seeds.iter().enumerate() {
        // A third, two thirds, and so on, so that all parts of texts are cut.
        let end = seed.len() * (number % 7) / 7;
        open(door, &seed.as_bytes()[..end]);
        let other = &DOORS[number % DOORS.len()];
        open(other.name, seed.as_bytes());
    }
}
