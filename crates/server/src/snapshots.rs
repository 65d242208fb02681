//! The snapshots of the running stand-in, and the state at its start.

use crate::clock::Instant;
use crate::error::ApiError;
use crate::prose;
use crate::store::{Snapshot, Store};
use serde::Serialize;
use std::collections::BTreeMap;

/// A snapshot in answers.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ShownSnapshot {
    name: String,
    /// The moment by the stand-in's clock.
    taken_at: Instant,
}

struct Named {
    taken_at: Instant,
    snapshot: Snapshot,
}

/// The snapshots, by name.
pub(crate) struct Snapshots {
    start: Snapshot,
    named: BTreeMap<String, Named>,
    /// The number of snapshots so far.
    taken: u64,
}

/// The greatest length of a name.
const NAME_BYTES: usize = 64;

impl Snapshots {
    /// Takes the snapshot of the start.
    pub(crate) fn begin(store: &Store) -> Result<Snapshots, ApiError> {
        store.delete_old_snapshots();
        Ok(Snapshots { start: store.snapshot(0)?, named: BTreeMap::new(), taken: 0 })
    }

    /// Takes a snapshot. Without a name it gets one.
    pub(crate) fn take(
        &mut self,
        store: &Store,
        name: Option<String>,
        now: Instant,
    ) -> Result<ShownSnapshot, ApiError> {
        let is_plain = |name: &String| {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
            (1..=NAME_BYTES).contains(&name.len()) && name.bytes().all(plain)
        };
        let name = match name {
            Some(name) if !is_plain(&name) => {
                return Err(prose::BAD_SNAPSHOT_NAME.with(&[&NAME_BYTES.to_string()]).into());
            }
            Some(name) if self.named.contains_key(&name) => return Err((&prose::SNAPSHOT_EXISTS).into()),
            Some(name) => name,
            None => self.free_name(),
        };
        self.taken = self.taken.saturating_add(1);
        let snapshot = store.snapshot(self.taken)?;
        self.named.insert(name.clone(), Named { taken_at: now, snapshot });
        Ok(ShownSnapshot { name, taken_at: now })
    }

    fn free_name(&self) -> String {
        let mut names = (1_u64..).map(|number| format!("snapshot-{number}"));
        names.find(|name| !self.named.contains_key(name)).unwrap_or_default()
    }

    /// Returns all snapshots, by name.
    pub(crate) fn all(&self) -> Vec<ShownSnapshot> {
        let shown = |(name, known): (&String, &Named)| ShownSnapshot { name: name.clone(), taken_at: known.taken_at };
        self.named.iter().map(shown).collect()
    }

    /// Returns the snapshot with a name, or without one that of the start.
    pub(crate) fn find(&self, name: Option<&str>) -> Result<&Snapshot, ApiError> {
        let Some(name) = name else { return Ok(&self.start) };
        let known = self.named.get(name).map(|known| &known.snapshot);
        known.ok_or_else(|| (&prose::UNKNOWN_SNAPSHOT).into())
    }

    /// Forgets a snapshot.
    pub(crate) fn delete(&mut self, name: &str) -> Result<(), ApiError> {
        self.named.remove(name).map(|_| ()).ok_or_else(|| (&prose::UNKNOWN_SNAPSHOT).into())
    }
}
