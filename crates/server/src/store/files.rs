//! Files of cases: their bytes in the data folder, the rest in the database.
//!
//! An upload is written under a name with the database's id, and renamed when the database names
//! it. So the files that a start deletes are known to be the database's own: uploads that no commit
//! named, and replaced files.

use super::Store;
use super::folder::{FILES, settle};
use crate::clock::Instant;
use crate::config::Config;
use crate::error::ApiError;
use crate::storage::Trouble;
use casegate::tokens::SyncState;
use rusqlite::{Connection, Transaction, params};
use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use uuid::Uuid;

/// A stored file.
#[derive(Debug, Clone, serde::Serialize)]
pub(crate) struct StoredFile {
    pub(crate) id: String,
    pub(crate) through: String,
    pub(crate) filename: String,
    pub(crate) label: String,
    pub(crate) size: u64,
    pub(crate) created_at: Instant,
}

/// Bytes that were written and belong to no case yet. They are deleted if it is dropped without
/// [`Upload::keep`].
#[derive(Debug)]
pub(crate) struct Upload {
    id: Uuid,
    path: PathBuf,
    kept_path: PathBuf,
    kept: bool,
    is_durable: bool,
}

impl Upload {
    pub(crate) fn id(&self) -> Uuid {
        self.id
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Waits until the bytes and the name are on the disk, which a durable commit that names them
    /// requires.
    pub(crate) fn settle(&self) -> io::Result<()> {
        if !self.is_durable {
            return Ok(());
        }
        fs::OpenOptions::new().write(true).open(&self.path)?.sync_all()?;
        self.path.parent().map_or(Ok(()), settle)
    }

    /// Keeps the bytes; called after the commit.
    pub(crate) fn keep(mut self) {
        self.kept = true;
        // The file is found under this name as well, and the next start renames it.
        if let Err(error) = fs::rename(&self.path, &self.kept_path) {
            tracing::error!(kind = ?error.kind(), "a stored file keeps the name of an upload until the next start");
        }
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        if !self.kept {
            // If it cannot be deleted now, the next start deletes it.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Returns the ids of all files that a database names.
pub(super) fn named_files(connection: &Connection) -> Result<BTreeSet<String>, ApiError> {
    let mut query = connection.prepare("SELECT id FROM files UNION SELECT file_id FROM uploads")?;
    let ids = query.query_map([], |row| row.get(0))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

/// The most missing files that are remembered.
const MISSING: usize = 1000;

impl Store {
    /// Returns a place for bytes.
    pub(crate) fn upload(&self, id: Uuid) -> Upload {
        let name = id.to_string();
        let (path, kept_path) = (self.upload_path(&name), self.file_path(&name));
        Upload { id, path, kept_path, kept: false, is_durable: self.is_durable }
    }

    /// Returns the place of a file that the database names; `None` if it is missing.
    pub(super) fn path_of(&self, id: &str) -> Option<PathBuf> {
        [self.file_path(id), self.upload_path(id)].into_iter().find(|path| path.exists())
    }

    fn upload_path(&self, id: &str) -> PathBuf {
        self.folder.join(FILES).join(format!("{id}{}", self.upload_suffix()))
    }

    /// The suffix after the id in the name of an upload.
    fn upload_suffix(&self) -> String {
        format!(".{}.upload", self.database_id)
    }

    pub(super) fn file_path(&self, id: &str) -> PathBuf {
        self.folder.join(FILES).join(id)
    }

    /// Returns the bytes of a file that the database names.
    pub(crate) fn file_bytes(&self, id: &str) -> Result<Vec<u8>, ApiError> {
        for path in [self.file_path(id), self.upload_path(id)] {
            match fs::read(path) {
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                read => return Ok(read?),
            }
        }
        if !self.folder.join(FILES).is_dir() {
            return Err(Trouble::Gone.into());
        }
        self.remember_missing([id.to_owned()]);
        Err(Trouble::FileMissing.into())
    }

    /// Deletes a file that another upload replaced, according to the database.
    pub(crate) fn delete_replaced(&self, id: &str) {
        // If it cannot be deleted now, the next start deletes it.
        let _ = fs::remove_file(self.file_path(id));
    }

    fn remember_missing(&self, ids: impl IntoIterator<Item = String>) {
        let mut missing = self.missing();
        missing.extend(ids);
        while missing.len() > MISSING {
            missing.pop_last();
        }
    }

    /// Returns `true` if every file that was missing exists again.
    pub(super) fn has_its_files(&self) -> bool {
        let is_there = |id: &str| self.file_path(id).exists() || self.upload_path(id).exists();
        let mut missing = self.missing();
        missing.retain(|id| !is_there(id));
        missing.is_empty()
    }

    /// Completes what a kill interrupted: uploads that the database names get their names, and
    /// others are deleted, as are replaced files. Files that this database did not write stay
    /// unchanged.
    pub(crate) fn tidy(&self) -> Result<(), ApiError> {
        let ids = |sql: &str| {
            self.read(|tx| {
                let mut query = tx.prepare(sql)?;
                let ids = query.query_map([], |row| row.get(0))?;
                Ok(ids.collect::<Result<HashSet<String>, _>>()?)
            })
        };
        let mut missing: HashSet<String> = named_files(&self.connection())?.into_iter().collect();
        let replaced = ids("SELECT file_id FROM replaced")?;
        let suffix = self.upload_suffix();
        for entry in fs::read_dir(self.folder.join(FILES))? {
            let entry = entry?;
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            match name.strip_suffix(&suffix) {
                Some(id) if missing.remove(id) => fs::rename(entry.path(), self.file_path(id))?,
                Some(_) => fs::remove_file(entry.path())?,
                None if missing.remove(name) => {}
                None if replaced.contains(name) => fs::remove_file(entry.path())?,
                None => {}
            }
        }
        if !replaced.is_empty() {
            self.change(|tx| Ok(tx.execute("DELETE FROM replaced", [])?))?;
        }
        if !missing.is_empty() {
            tracing::error!(files = missing.len(), "files that the database lists are not in the data folder");
            self.remember_missing(missing);
        }
        Ok(())
    }

    /// Writes as much as a small request does, and deletes it.
    pub(super) fn try_write(&self) -> io::Result<()> {
        let path = self.upload_path(&Uuid::new_v4().to_string());
        let written = fs::write(&path, vec![0; 1 << 16]);
        let _ = fs::remove_file(path);
        written
    }
}
impl StoredFile {
    /// Adds the file to a case.
    pub(crate) fn add(&self, tx: &Transaction<'_>, case: i64) -> Result<(), ApiError> {
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

    /// Returns the state at the tracker, which has the file after some seconds
    /// (`file_sync_seconds`).
    pub(crate) fn sync_state(&self, config: &Config, now: Instant) -> SyncState {
        let synced_after = self.created_at.plus_seconds(config.file_sync_seconds.into());
        if now > synced_after { SyncState::Synced } else { SyncState::Pending }
    }

    /// Returns the files of a case, in order of arrival.
    pub(crate) fn of_case(tx: &Transaction<'_>, case: i64) -> Result<Vec<StoredFile>, ApiError> {
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
