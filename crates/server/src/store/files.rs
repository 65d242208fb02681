//! Files of cases: their bytes in the data folder, the rest in the database.
//!
//! An upload is written under a new id before the database names it, and taken away where it never does: at the end of
//! its request, or at the next start after a kill.

use super::Store;
use crate::clock::Instant;
use crate::config::Config;
use crate::fault::Fault;
use casegate::SyncState;
use rusqlite::{Transaction, params};
use std::collections::HashSet;
use std::path::PathBuf;
use uuid::Uuid;

/// A file as it is kept.
#[derive(Debug, Clone, serde::Serialize)]
pub(crate) struct StoredFile {
    pub(crate) id: String,
    pub(crate) through: String,
    pub(crate) filename: String,
    pub(crate) label: String,
    pub(crate) size: u64,
    pub(crate) created_at: Instant,
}

/// Bytes that were written and that no case has yet. Dropped without [`Upload::keep`], they are taken away.
#[derive(Debug)]
pub(crate) struct Upload {
    id: Uuid,
    path: PathBuf,
    kept: bool,
}

impl Upload {
    pub(crate) fn id(&self) -> Uuid {
        self.id
    }

    pub(crate) fn path(&self) -> &std::path::Path {
        &self.path
    }

    /// Waits until the bytes and the name are on the disk: a commit that names them must not come before.
    pub(crate) fn settle(&self) -> std::io::Result<()> {
        std::fs::OpenOptions::new().write(true).open(&self.path)?.sync_all()?;
        // Elsewhere folders cannot be opened, nor need they be.
        if let Some(folder) = self.path.parent().filter(|_| cfg!(unix)) {
            std::fs::File::open(folder)?.sync_all()?;
        }
        Ok(())
    }

    /// The database names it now: called after the commit.
    pub(crate) fn keep(mut self) {
        self.kept = true;
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        if !self.kept {
            // Where it cannot be taken away now, the next start does.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

impl Store {
    /// A place for bytes.
    pub(crate) fn upload(&self) -> Upload {
        let id = Uuid::new_v4();
        Upload { id, path: self.file_path(&id.to_string()), kept: false }
    }

    /// Where the bytes of a file are.
    pub(crate) fn file_path(&self, id: &str) -> PathBuf {
        self.folder.join("files").join(id)
    }

    /// Takes away bytes that no row names: a kill came between writing and committing. What is not named as an upload is
    /// somebody else's, and stays.
    pub(crate) fn sweep(&self) -> Result<(), Fault> {
        let known: HashSet<String> = self.read(|tx| {
            let mut query = tx.prepare("SELECT id FROM files UNION SELECT file_id FROM uploads")?;
            let ids = query.query_map([], |row| row.get(0))?;
            Ok(ids.collect::<Result<_, _>>()?)
        })?;
        for entry in std::fs::read_dir(self.folder.join("files"))? {
            let entry = entry?;
            let is_left = |name: &str| Uuid::try_parse(name).is_ok() && !known.contains(name);
            if entry.file_type()?.is_file() && entry.file_name().to_str().is_some_and(is_left) {
                std::fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

impl StoredFile {
    /// Gives a case a file.
    pub(crate) fn add(&self, tx: &Transaction<'_>, case: i64) -> Result<(), Fault> {
        tx.execute(
            "INSERT INTO files (id, case_id, through, filename, label, size, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![
                self.id,
                case,
                self.through,
                self.filename,
                self.label,
                i64::try_from(self.size).unwrap_or(i64::MAX),
                self.created_at
            ],
        )?;
        Ok(())
    }

    /// Whether the tracker has it: after some seconds (`file_sync_seconds`).
    pub(crate) fn sync_state(&self, config: &Config, now: Instant) -> SyncState {
        let synced_after = self.created_at.plus_seconds(config.file_sync_seconds.into());
        if now > synced_after { SyncState::Synced } else { SyncState::Pending }
    }

    /// The files of a case, in the order in which they came.
    pub(crate) fn of_case(tx: &Transaction<'_>, case: i64) -> Result<Vec<StoredFile>, Fault> {
        let mut query = tx.prepare_cached(
            "SELECT id, through, filename, label, size, created_at FROM files WHERE case_id = ?1 ORDER BY rowid",
        )?;
        let files = query.query_map([case], |row| {
            Ok(StoredFile {
                id: row.get(0)?,
                through: row.get(1)?,
                filename: row.get(2)?,
                label: row.get(3)?,
                size: row.get::<_, i64>(4)?.unsigned_abs(),
                created_at: row.get(5)?,
            })
        })?;
        Ok(files.collect::<Result<_, _>>()?)
    }
}
