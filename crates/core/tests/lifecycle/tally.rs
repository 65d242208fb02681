//! What was held, how often, and where it was not.

#![allow(missing_docs, unreachable_pub, dead_code)]

use std::collections::BTreeMap;

/// Properties by their sentence.
#[derive(Default)]
pub struct Tally {
    held: BTreeMap<&'static str, u64>,
    broken: Vec<String>,
}

/// So many contradictions are told; the first are the shortest.
const MOST_TOLD: usize = 20;

impl Tally {
    /// Counts a property that must hold here.
    pub fn holds(&mut self, property: &'static str, held: bool, context: impl FnOnce() -> String) {
        *self.held.entry(property).or_default() += u64::from(held);
        if !held && self.broken.len() < MOST_TOLD {
            self.broken.push(format!("{property}: {}", context()));
        }
    }

    pub fn broken(&self) -> &[String] {
        &self.broken
    }

    /// The properties, and how often each held.
    pub fn rows(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.held.iter().map(|(property, times)| (*property, *times))
    }
}
