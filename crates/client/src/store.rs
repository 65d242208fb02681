//! Where a client keeps what it must not forget.

use crate::submit::digest;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A place for texts. Several processes may share one.
pub trait Store: Send + Sync {
    /// Returns a text.
    ///
    /// # Errors
    ///
    /// Returns an error if the place cannot be read.
    fn get(&self, key: &str) -> io::Result<Option<String>>;

    /// Replaces a text, or removes it with `None`, only if it is still `before`. Returns `false` if it
    /// is not. What was put is durable when this returns.
    ///
    /// # Errors
    ///
    /// Returns an error if the text may not be durable.
    fn put(&self, key: &str, text: Option<&str>, before: Option<&str>) -> io::Result<bool>;

    /// Returns the keys that begin with a prefix.
    ///
    /// # Errors
    ///
    /// Returns an error if the place cannot be read.
    fn keys(&self, prefix: &str) -> io::Result<Vec<String>>;
}

/// A store for tests.
#[derive(Debug, Default)]
pub struct MemoryStore(Mutex<BTreeMap<String, String>>);

impl Store for MemoryStore {
    fn get(&self, key: &str) -> io::Result<Option<String>> {
        Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned())
    }

    fn put(&self, key: &str, text: Option<&str>, before: Option<&str>) -> io::Result<bool> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.get(key).map(String::as_str) != before {
            return Ok(false);
        }
        match text {
            Some(text) => all.insert(key.to_owned(), text.to_owned()),
            None => all.remove(key),
        };
        Ok(true)
    }

    fn keys(&self, prefix: &str) -> io::Result<Vec<String>> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(all.keys().filter(|key| key.starts_with(prefix)).cloned().collect())
    }
}

/// A store of files, for one process. A file is whole, old or new, whenever the power fails. Its first
/// line is its key.
#[derive(Debug)]
pub struct FileStore {
    folder: PathBuf,
    turn: Mutex<()>,
}

impl FileStore {
    /// Opens a folder, which is created if it is missing.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be created.
    pub fn open(folder: impl Into<PathBuf>) -> io::Result<FileStore> {
        let folder = folder.into();
        fs::create_dir_all(&folder)?;
        Ok(FileStore { folder, turn: Mutex::default() })
    }

    fn read(&self, name: impl AsRef<Path>) -> io::Result<Option<String>> {
        match fs::read_to_string(self.folder.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            text => text.map(Some),
        }
    }

    /// The key of a file; a name that is a digest does not tell it.
    fn key_of(&self, name: &str) -> io::Result<Option<String>> {
        match name.strip_suffix(".txt") {
            Some(name) if name.starts_with('_') => Ok(decoded(name.get(1..).unwrap_or_default())),
            Some(digest) if digest.starts_with('=') => {
                let text = self.read(name)?;
                Ok(text.and_then(|text| serde_json::from_str(text.lines().next()?).ok()))
            }
            _ => Ok(None),
        }
    }
}

/// Returns a file name on every file system: no capitals, no reserved name such as `con`, and not too long.
fn file_name(key: &str) -> String {
    let letter = |byte| match byte {
        b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
        _ => format!("%{byte:02x}"),
    };
    let name: String = key.bytes().map(letter).collect();
    if name.len() <= 120 { format!("_{name}.txt") } else { format!("={}.txt", digest(&key.into())) }
}

impl Store for FileStore {
    fn get(&self, key: &str) -> io::Result<Option<String>> {
        let text = self.read(file_name(key))?;
        Ok(text.map(|text| text.split_once('\n').unwrap_or_default().1.to_owned()))
    }

    fn put(&self, key: &str, text: Option<&str>, before: Option<&str>) -> io::Result<bool> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if self.get(key)?.as_deref() != before {
            return Ok(false);
        }
        let path = self.folder.join(file_name(key));
        match text {
            Some(text) => {
                let fresh = path.with_extension("new");
                let mut file = private(&fresh)?;
                file.write_all(format!("{}\n{text}", serde_json::Value::from(key)).as_bytes())?;
                file.sync_all()?;
                fs::rename(&fresh, &path)?;
            }
            None if path.exists() => fs::remove_file(&path)?,
            None => {}
        }
        // The new name; other systems have no way to ask for it.
        if cfg!(unix) {
            File::open(&self.folder)?.sync_all()?;
        }
        Ok(true)
    }

    fn keys(&self, prefix: &str) -> io::Result<Vec<String>> {
        let mut keys = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let key = entry?.file_name().to_str().map(|name| self.key_of(name)).transpose()?.flatten();
            keys.extend(key.filter(|key| key.starts_with(prefix)));
        }
        Ok(keys)
    }
}

/// Only its owner can read the file, which may have a token.
fn private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn decoded(name: &str) -> Option<String> {
    let mut parts = name.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend_from_slice(part.get(2..)?.as_bytes());
    }
    String::from_utf8(bytes).ok()
}
