//! The data folder: which database its files belong to, and whether both are still where they were.
//!
//! `casegate.id` names the database that wrote the folder `files`. Nothing in a folder that this database did not write is
//! changed: it is refused, or moved aside where a former database of the folder wrote it and was lost.

use super::StoreError;
use super::private::{create_file, create_folder};
use crate::clock::Clock;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The database.
pub(super) const DATABASE: &str = "casegate.sqlite3";
/// What `SQLite` keeps beside it while it runs, or after a kill.
const BESIDE: [&str; 2] = ["casegate.sqlite3-wal", "casegate.sqlite3-shm"];
/// The bytes of files.
pub(super) const FILES: &str = "files";
/// The id of the database.
const MARKER: &str = "casegate.id";

/// Makes room for a database. Files of a database that was lost are moved into a dated folder; files without any sign of
/// a database are somebody else's.
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

/// Ties the folder to a database, or finds that it belongs to another. A folder without a mark is that of a version that
/// wrote none.
pub(super) fn claim(folder: &Path, database: &str) -> Result<(), StoreError> {
    let marker = folder.join(MARKER);
    match fs::read_to_string(&marker) {
        Ok(known) if known.trim() == database => Ok(()),
        Ok(_) => Err(StoreError::OtherDatabase),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let made = folder.join("casegate.id.new");
            or_none(fs::remove_file(&made))?;
            let mut file = create_file(&made)?;
            writeln!(file, "{database}")?;
            file.sync_all()?;
            fs::rename(made, marker)?;
            Ok(settle(folder)?)
        }
        Err(error) => Err(error.into()),
    }
}

/// Waits until the names in a folder are on the disk.
pub(super) fn settle(folder: &Path) -> io::Result<()> {
    // Elsewhere folders cannot be opened, nor need they be.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// How long a file is; nothing where there is none.
fn length(file: &Path) -> io::Result<u64> {
    or_none(fs::metadata(file).map(|known| known.len()))
}

/// How many entries a folder has; none where there is no folder.
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

/// The files of the running database, by which one that was put in their place is told apart.
pub(super) struct Place {
    files: Vec<(PathBuf, Option<FileId>)>,
}

type FileId = (u64, u64);

impl Place {
    /// As it is now: the database is open, and written.
    pub(super) fn of(folder: &Path) -> Place {
        let known = |name| {
            let path = folder.join(name);
            let id = file_id(&path);
            (path, id)
        };
        Place { files: [DATABASE, BESIDE[0]].map(known).into() }
    }

    /// Whether what is written to the open database is still in the folder.
    pub(super) fn is_kept(&self) -> bool {
        self.files.iter().all(|(path, id)| id.is_none() || file_id(path) == *id)
    }
}

#[cfg(unix)]
fn file_id(path: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|known| (known.dev(), known.ino()))
}

/// Elsewhere a file that is open cannot be taken away.
#[cfg(not(unix))]
fn file_id(_: &Path) -> Option<FileId> {
    None
}
