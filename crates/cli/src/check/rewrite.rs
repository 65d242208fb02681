//! Writes a repaired file: whole or not at all, and only if nobody else wrote it meanwhile.
//!
//! The text goes into a new file with the owner, permissions and extended attributes of the old one, whose place it takes. Where a new
//! file cannot be the same (the old one has several names, its owner or attributes cannot be given to another file, its folder takes
//! no new file), the old file itself is written.

use crate::fault::{Fault, plain};
use crate::input::shown;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::Path;

/// Writes `text` where `before` was read. A symbolic link stays one; the file that it names is written.
pub(super) fn rewrite(path: &Path, before: &str, text: &str) -> Result<(), Fault> {
    let unwritable = |error: io::Error| Fault::new(format!("{} cannot be written: {}", shown(path), plain(&error)));
    let target = fs::canonicalize(path).map_err(unwritable)?;
    let metadata = fs::metadata(&target).map_err(unwritable)?;
    if !metadata.is_file() {
        return Err(Fault::new(format!("{} is not a regular file; nothing is changed", shown(path))));
    }
    if metadata.permissions().readonly() {
        // Putting another file in its place would get around the protection.
        return Err(Fault::new(format!("{} is protected against writing; nothing is changed", shown(path))));
    }
    let is_written = match replace(&target, &metadata, before, text) {
        Err(error) if !is_full(&error) => overwrite(&target, before, text),
        done => done,
    };
    if is_written.map_err(unwritable)? {
        return Ok(());
    }
    let why = "changed while it was repaired; nothing is written, run the command again";
    Err(Fault::new(format!("{} {why}", shown(path))))
}

/// A disk without room for a new file has none for a longer text either.
fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
}

/// Puts a new file in the place of the old one. Returns `false` if that has another text than `before`.
#[cfg(unix)]
fn replace(target: &Path, metadata: &fs::Metadata, before: &str, text: &str) -> io::Result<bool> {
    use std::os::unix::fs::{MetadataExt, fchown};

    let Some(folder) = target.parent().filter(|_| metadata.nlink() == 1) else {
        return Err(ErrorKind::Unsupported.into());
    };
    // Until the end nobody else can read it, and it goes away if it is not needed.
    let mut new = tempfile::Builder::new().prefix(".casegate-").tempfile_in(folder)?;
    let made = new.as_file().metadata()?;
    if (made.uid(), made.gid()) != (metadata.uid(), metadata.gid()) {
        fchown(new.as_file(), Some(metadata.uid()), Some(metadata.gid()))?;
    }
    copy_attributes(target, new.as_file())?;
    new.as_file().set_permissions(metadata.permissions())?;
    new.write_all(text.as_bytes())?;
    new.as_file().sync_all()?;
    if fs::read(target)? != before.as_bytes() {
        return Ok(false);
    }
    new.persist(target)?;
    Ok(true)
}

#[cfg(not(unix))]
fn replace(_: &Path, _: &fs::Metadata, _: &str, _: &str) -> io::Result<bool> {
    Err(ErrorKind::Unsupported.into())
}

/// Gives a file the extended attributes of another, access control lists among them, and takes away what its folder gave it.
#[cfg(unix)]
fn copy_attributes(from: &Path, to: &File) -> io::Result<()> {
    use xattr::FileExt;

    let names = match xattr::list(from) {
        Ok(names) => names.collect::<Vec<_>>(),
        Err(error) if error.kind() == ErrorKind::Unsupported => return Ok(()),
        Err(error) => return Err(error),
    };
    for own in to.list_xattr()?.filter(|own| !names.contains(own)) {
        to.remove_xattr(&own)?;
    }
    for name in names {
        let value = xattr::get(from, &name)?;
        if to.get_xattr(&name)? != value {
            to.set_xattr(&name, &value.unwrap_or_default())?;
        }
    }
    Ok(())
}

/// Writes the file itself. Returns `false` if it has another text than `before`.
fn overwrite(target: &Path, before: &str, text: &str) -> io::Result<bool> {
    let mut file = OpenOptions::new().read(true).write(true).open(target)?;
    let mut now = Vec::new();
    file.read_to_end(&mut now)?;
    if now != before.as_bytes() {
        return Ok(false);
    }
    let done = put(&mut file, text);
    if done.is_err() {
        // What was there needs no more room than it had.
        put(&mut file, before)?;
    }
    done.map(|()| true)
}

fn put(file: &mut File, text: &str) -> io::Result<()> {
    file.rewind()?;
    file.write_all(text.as_bytes())?;
    file.set_len(text.len() as u64)?;
    file.sync_all()
}
