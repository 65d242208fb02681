//! Inputs that fuzzing found, and every vector, through the entry points of the fuzz targets.

#[path = "../../../../fuzz/src/entry_points/mod.rs"]
mod shared;

use crate::support::{self, Vector};
use crate::{marked, patch};
use shared::{ENTRY_POINTS, open, seeds};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The fuzz targets count memory, which takes `unsafe` code and is left out here.
mod memory {
    pub(super) fn peak<T>(call: impl FnOnce() -> T) -> (T, usize) {
        (call(), 0)
    }
}

/// The first inputs of fuzzing, each with its entry point.
fn first() -> Vec<(&'static str, String)> {
    let of = |vector: Vector| seeds(&vector.call.0, &vector.context, &vector.payload);
    let first: BTreeSet<_> = support::all().into_iter().flat_map(of).collect();
    first.into_iter().collect()
}

#[test]
fn what_was_found_is_tried_again() {
    let Ok(folders) = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/regressions")) else {
        return;
    };
    for folder in folders {
        let folder = folder.unwrap();
        for input in fs::read_dir(folder.path()).unwrap() {
            open(folder.file_name().to_str().unwrap(), &fs::read(input.unwrap().path()).unwrap());
        }
    }
}

/// All of them, because a sample of every seventh missed two errors. `scripts/fuzz` starts from them.
#[test]
fn vectors_go_through_their_entry_points() {
    let mut opened = BTreeSet::new();
    for (entry_point, seed) in &first() {
        opened.insert(*entry_point);
        open(entry_point, seed.as_bytes());
    }
    assert_eq!(opened.len(), ENTRY_POINTS.len());
}

/// Texts that are cut off, and texts that are for another entry point.
#[test]
fn every_entry_point_accepts_any_text() {
    for (number, (entry_point, seed)) in first().iter().step_by(11).enumerate() {
        open(entry_point, &seed.as_bytes()[..seed.len() * (number % 7) / 7]);
        open(ENTRY_POINTS[number % ENTRY_POINTS.len()].name, seed.as_bytes());
    }
}
