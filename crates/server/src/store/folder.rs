//! The data folder: the database that its files belong to, and whether both are still in place.
//!
//! `casegate.id` names the database that wrote the folder `files`. Files that this database did not
//! write stay unchanged: the folder is refused, or they are moved aside if a former database of the
//! folder wrote them and was lost.

use super::StoreError;
use super::private::{create_file, create_folder};
use crate::clock::Clock;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The database.
pub(super) const DATABASE: &str = "casegate.sqlite3";
/// The files that `SQLite` keeps beside the database while it runs, or after a kill.
const BESIDE: [&str; 2] = ["casegate.sqlite3-wal", "casegate.sqlite3-shm"];
/// The bytes of files.
pub(super) const FILES: &str = "files";
/// The id of the database.
const MARKER: &str = "casegate.id";

/// Prepares a folder for a database. Files of a lost database are moved into a dated folder. Files
/// without any trace of a database belong to someone else.
pub(super) fn prepare(folder: &Path) -> Result<(), StoreError> {
    create_folder(folder)?;
    if length(&folder.join(DATABASE))? == 0 {
        let found = entries(&folder.join(FILES))?;
        let is_left = found > 0 || length(&folder.join(BESIDE[0]))? > 0;
        let is_marked = folder.join(MARKER).exists();
        match (is_left, is_marked) {
            (true, false) => return Err(StoreError::NoDatabase { found }),
            (true, true) => move_aside(folder)?,
            (false, true) => fs::remove_file(folder.join(MARKER))?,
            (false, false) => {}
        }
    }
    Ok(create_folder(&folder.join(FILES))?)
}

/// Ties the folder to a database, or finds that it belongs to another one. A folder without a
/// marker was written by a version without markers.
pub(super) fn claim(folder: &Path, database: &str, is_durable: bool) -> Result<(), StoreError> {
    let marker = folder.join(MARKER);
    match fs::read_to_string(&marker) {
        Ok(known) if known.trim() == database => Ok(()),
        Ok(_) => Err(StoreError::OtherDatabase),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let made = folder.join("casegate.id.new");
            or_none(fs::remove_file(&made))?;
            let mut file = create_file(&made)?;
            writeln!(file, "{database}")?;
            if is_durable {
                file.sync_all()?;
            }
            fs::rename(made, marker)?;
            if is_durable {
                settle(folder)?;
            }
            Ok(())
        }
        Err(error) => Err(error.into()),
    }
}

/// Waits until the names in a folder are on the disk.
pub(super) fn settle(folder: &Path) -> io::Result<()> {
    // On other systems folders cannot be opened, and need not be.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Returns the length of a file; 0 without one.
fn length(file: &Path) -> io::Result<u64> {
    or_none(fs::metadata(file).map(|known| known.len()))
}

/// Returns the number of entries in a folder; 0 without one.
fn entries(folder: &Path) -> io::Result<usize> {
    or_none(fs::read_dir(folder).map(Iterator::count))
}

fn or_none<T: Default>(found: io::Result<T>) -> io::Result<T> {
    match found {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(T::default()),
        found => found,
    }
}

fn move_aside(folder: &Path) -> io::Result<()> {
    let now = Clock::default().now().to_string();
    let name = format!("lost-{}", now.replace([':', '.'], "-"));
    let aside = folder.join(&name);
    create_folder(&aside)?;
    for entry in [MARKER, FILES].iter().chain(&BESIDE) {
        or_none(fs::rename(folder.join(entry), aside.join(entry)))?;
    }
    tracing::warn!(
        folder = name,
        "the database is new: what the lost one had written was moved aside, into this folder"
    );
    Ok(())
}

/// The files of the running database, to recognize others in their place.
pub(super) struct Place {
    files: Vec<(PathBuf, Option<FileId>)>,
}

pub(super) type FileId = (u64, u64);

impl Place {
    /// Returns the current state: the database is open and written.
    pub(super) fn of(folder: &Path) -> Place {
        let known = |name| {
            let path = folder.join(name);
            let id = file_id(&path);
            (path, id)
        };
        Place { files: [DATABASE, BESIDE[0]].map(known).into() }
    }

    /// Returns `true` if the open database is still the one in the folder.
    pub(super) fn is_kept(&self) -> bool {
        self.files.iter().all(|(path, id)| id.is_none() || file_id(path) == *id)
    }
}

#[cfg(unix)]
pub(super) fn file_id(path: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|known| (known.dev(), known.ino()))
}

/// On other systems an open file cannot be deleted.
#[cfg(not(unix))]
pub(super) fn file_id(_: &Path) -> Option<FileId> {
    None
}
