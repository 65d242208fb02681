//! Snapshots: a copy of the database in memory, and links to its files.

use super::Store;
use super::files::named_files;
use super::folder::file_id;
use super::private::create_folder;
use crate::error::ApiError;
use rusqlite::Connection;
use rusqlite::backup::Backup;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The database and its files at a moment.
pub(crate) struct Snapshot {
    database: Connection,
    /// The ids of its files.
    files: BTreeSet<String>,
    /// The folder with a link to each file.
    folder: PathBuf,
}

impl Drop for Snapshot {
    fn drop(&mut self) {
        // If it cannot be deleted now, the next start deletes it.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Copies all pages of a database.
fn copy(from: &Connection, to: &mut Connection) -> rusqlite::Result<()> {
    Backup::new(from, to)?.step(-1).map(|_| ())
}

/// Gives a file a second name. A file never changes, so both names may have the same bytes.
fn link(from: &Path, to: &Path) -> io::Result<()> {
    fs::hard_link(from, to).or_else(|_| fs::copy(from, to).map(|_| ()))
}

impl Store {
    /// The folder of all snapshots of this process.
    fn snapshots(&self) -> PathBuf {
        self.folder.join(format!("snapshots-{}", self.database_id))
    }

    /// Deletes the snapshots of a former process, which cannot use them any more.
    pub(crate) fn delete_old_snapshots(&self) {
        let _ = fs::remove_dir_all(self.snapshots());
    }

    /// Takes a snapshot. `number` is another one for each.
    pub(crate) fn snapshot(&self, number: u64) -> Result<Snapshot, ApiError> {
        let connection = self.connection();
        let mut database = Connection::open_in_memory()?;
        copy(&connection, &mut database)?;
        let files = named_files(&connection)?;
        let snapshot = Snapshot { database, files, folder: self.snapshots().join(number.to_string()) };
        if !snapshot.files.is_empty() {
            create_folder(&snapshot.folder)?;
        }
        for id in &snapshot.files {
            // A missing file is missing from the snapshot as well.
            if let Some(path) = self.path_of(id) {
                link(&path, &snapshot.folder.join(id))?;
            }
        }
        Ok(snapshot)
    }

    /// Copies a snapshot into the database. The copy is on the disk with the next change: waiting for
    /// a megabyte takes 17 ms, and what a crash of the computer would bring back is the state before.
    fn copy_back(&self, from: &Connection, to: &mut Connection) -> Result<(), ApiError> {
        if !self.is_durable {
            return Ok(copy(from, to)?);
        }
        // A checkpoint would wait for the disk, too.
        let pages: u32 = to.pragma_query_value(None, "wal_autocheckpoint", |row| row.get(0))?;
        to.pragma_update(None, "wal_autocheckpoint", 0)?;
        to.pragma_update(None, "synchronous", "NORMAL")?;
        let copied = copy(from, to);
        to.pragma_update(None, "synchronous", "FULL")?;
        to.pragma_update(None, "wal_autocheckpoint", pages)?;
        Ok(copied?)
    }

    /// Returns to a snapshot.
    pub(crate) fn restore(&self, snapshot: &Snapshot) -> Result<(), ApiError> {
        let mut connection = self.connection();
        self.check_place()?;
        let later = named_files(&connection)?;
        for id in &snapshot.files {
            let (kept, path) = (snapshot.folder.join(id), self.file_path(id));
            // The same id may stand for other bytes by now.
            let is_same = file_id(&kept).is_some_and(|known| file_id(&path) == Some(known));
            if !is_same && kept.exists() {
                let _ = fs::remove_file(&path);
                link(&kept, &path)?;
            }
        }
        self.copy_back(&snapshot.database, &mut connection)?;
        for id in later.difference(&snapshot.files) {
            let _ = fs::remove_file(self.file_path(id));
        }
        self.missing().clear();
        Ok(())
    }
}
