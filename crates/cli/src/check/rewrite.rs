//! Writes a repaired file as a whole or not at all, and only if it was not changed meanwhile.
//!
//! The text goes into a new file with the owner, permissions and extended attributes of the old
//! one, which it replaces. The old file itself is written if no new file can be equivalent: the old
//! one has several hard links, its owner or attributes cannot be given to another file, or its
//! folder accepts no new file.
//!
//! On Linux the two files exchange their names atomically, and the file that was replaced is
//! compared once more: an edit that was saved after the first comparison is restored. If names
//! cannot be exchanged (on another system, on some network file systems), such an edit is lost. So
//! is one that another program writes into the file that it opened before the exchange.

use crate::error::{CliError, plain};
use crate::input::shown;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// The outcome for a file.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Written,
    /// It was changed after it was read. Nothing is written.
    Changed,
    /// The file changed, and changed again while the first change was restored. The second version
    /// is in this file beside it.
    #[cfg(unix)]
    Aside(PathBuf),
}

/// Writes `text` where `before` was read. A symbolic link remains; its target is written.
pub(crate) fn rewrite(path: &Path, before: &str, text: &str) -> Result<(), CliError> {
    let unwritable = |error: io::Error| CliError::new(format!("{} cannot be written: {}", shown(path), plain(&error)));
    let target = target(path).map_err(unwritable)?;
    let metadata = fs::metadata(&target).map_err(unwritable)?;
    if !metadata.is_file() {
        return Err(CliError::new(format!("{} is not a regular file; nothing is changed", shown(path))));
    }
    // WASI reports no permissions, and pkg/cli/bin/host.mjs refuses to open a protected file.
    if metadata.permissions().readonly() && !cfg!(target_os = "wasi") {
        // Replacing the file would bypass its protection.
        return Err(CliError::new(format!("{} is protected against writing; nothing is changed", shown(path))));
    }
    let outcome = match replace(&target, &metadata, before, text, &mut || ()) {
        Err(error) if !is_full(&error) => overwrite(&target, before, text),
        done => done,
    };
    match outcome.map_err(unwritable)? {
        Outcome::Written => Ok(()),
        Outcome::Changed => {
            let why = "changed meanwhile; nothing is written, run the command again";
            Err(CliError::new(format!("{} {why}", shown(path))))
        }
        #[cfg(unix)]
        Outcome::Aside(kept) => {
            let why = "changed twice meanwhile; the other version is kept in";
            Err(CliError::new(format!("{} {why} {}", shown(path), shown(&kept))))
        }
    }
}

/// Follows symbolic links, so that the file is replaced and not the link.
#[cfg(not(target_os = "wasi"))]
pub(super) fn target(path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(path)
}

/// WASI has no canonical paths, and there the file itself is written.
#[cfg(target_os = "wasi")]
#[expect(clippy::unnecessary_wraps, reason = "as on other systems")]
pub(super) fn target(path: &Path) -> io::Result<PathBuf> {
    Ok(path.to_owned())
}

/// A disk without space for a new file has none for a longer text either.
fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
}

/// Replaces the old file if it has the text `before`. Tests change files in `meanwhile`, which is
/// called between a comparison and the following exchange.
#[cfg(unix)]
fn replace(
    target: &Path,
    metadata: &fs::Metadata,
    before: &str,
    text: &str,
    meanwhile: &mut dyn FnMut(),
) -> io::Result<Outcome> {
    use std::os::unix::fs::{MetadataExt, fchown};

    let Some(folder) = target.parent().filter(|_| metadata.nlink() == 1) else {
        return Err(ErrorKind::Unsupported.into());
    };
    // Until the end nobody else can read the new file, and it is removed if it is not needed.
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
        return Ok(Outcome::Changed);
    }
    meanwhile();
    let new = new.into_temp_path();
    if !exchanged(&new, target)? {
        new.persist(target)?;
        return Ok(Outcome::Written);
    }
    // From here on `new` is the name of the former file. It is removed only if its content is
    // known.
    let facts = |of: &fs::Metadata| (of.mode(), of.uid(), of.gid(), of.nlink());
    if is_as(&new, before, |now| facts(now) == facts(metadata)) {
        return Ok(Outcome::Written);
    }
    meanwhile();
    let is_back = exchanged(&new, target).is_ok_and(|is_back| is_back);
    if is_back && is_as(&new, text, |now| (now.dev(), now.ino()) == (made.dev(), made.ino())) {
        return Ok(Outcome::Changed);
    }
    Ok(Outcome::Aside(new.keep()?))
}

#[cfg(not(unix))]
fn replace(_: &Path, _: &fs::Metadata, _: &str, _: &str, _: &mut dyn FnMut()) -> io::Result<Outcome> {
    Err(ErrorKind::Unsupported.into())
}

/// Exchanges two names atomically. Returns `false` without a change if the system or the file
/// system cannot.
#[cfg(target_os = "linux")]
fn exchanged(one: &Path, other: &Path) -> io::Result<bool> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;

    match renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE) {
        Ok(()) => Ok(true),
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
#[expect(clippy::unnecessary_wraps, reason = "as on Linux")]
fn exchanged(_: &Path, _: &Path) -> io::Result<bool> {
    Ok(false)
}

/// Returns `true` if the metadata of a file pass the test and its text is `text`.
#[cfg(unix)]
fn is_as(path: &Path, text: &str, is: impl FnOnce(&fs::Metadata) -> bool) -> bool {
    fs::symlink_metadata(path).is_ok_and(|now| is(&now)) && fs::read(path).is_ok_and(|now| now == text.as_bytes())
}

/// Copies the extended attributes of a file, including access control lists, and removes those that
/// its folder added.
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

/// Writes into the file itself if it has the text `before`.
fn overwrite(target: &Path, before: &str, text: &str) -> io::Result<Outcome> {
    let mut file = OpenOptions::new().read(true).write(true).open(target)?;
    let mut now = Vec::new();
    file.read_to_end(&mut now)?;
    if now != before.as_bytes() {
        return Ok(Outcome::Changed);
    }
    let done = put(&mut file, text);
    if done.is_err() {
        // The old text fits into the space that it had.
        put(&mut file, before)?;
    }
    done.map(|()| Outcome::Written)
}

fn put(file: &mut File, text: &str) -> io::Result<()> {
    file.rewind()?;
    file.write_all(text.as_bytes())?;
    file.set_len(text.len() as u64)?;
    file.sync_all()
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;
    use std::os::unix::fs::MetadataExt;

    const BEFORE: &str = "before";
    const REPAIRED: &str = "repaired";

    /// Replaces a file during changes, each of which happens between a comparison and an exchange.
    fn raced(changes: &[&dyn Fn(&Path)]) -> (tempfile::TempDir, PathBuf, io::Result<Outcome>) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("case.json");
        fs::write(&file, BEFORE).unwrap();
        let mut changes = changes.iter();
        let mut meanwhile = || changes.next().into_iter().for_each(|change| change(&file));
        let outcome = replace(&file, &fs::metadata(&file).unwrap(), BEFORE, REPAIRED, &mut meanwhile);
        assert!(changes.next().is_none(), "every change was made");
        (folder, file, outcome)
    }

    /// Editors save by replacing the file.
    fn saved(text: &'static str) -> impl Fn(&Path) {
        move |file| {
            let new = file.with_extension("new");
            fs::write(&new, text).unwrap();
            fs::rename(new, file).unwrap();
        }
    }

    fn texts(folder: &Path) -> Vec<String> {
        let mut texts: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
        texts.sort();
        texts
    }

    #[test]
    fn without_an_edit_the_file_is_replaced() {
        let (folder, _, outcome) = raced(&[]);
        assert_eq!((outcome.unwrap(), texts(folder.path())), (Outcome::Written, vec![REPAIRED.to_owned()]));
    }

    #[test]
    fn an_edit_between_comparison_and_exchange_is_put_back() {
        let in_place = |file: &Path| fs::write(file, "edited").unwrap();
        for edit in [&saved("edited") as &dyn Fn(&Path), &in_place] {
            let (folder, file, outcome) =
                raced(&[edit, &|file| assert_eq!(fs::read_to_string(file).unwrap(), REPAIRED)]);
            assert_eq!(outcome.unwrap(), Outcome::Changed);
            assert_eq!(fs::read_to_string(file).unwrap(), "edited");
            assert_eq!(texts(folder.path()), ["edited"]);
        }
    }

    #[test]
    fn an_edit_while_another_is_put_back_is_kept_aside() {
        let (folder, file, outcome) = raced(&[&saved("edited"), &saved("edited again")]);
        let Outcome::Aside(kept) = outcome.unwrap() else { panic!("kept aside") };
        assert_eq!(fs::read_to_string(file).unwrap(), "edited");
        assert_eq!(fs::read_to_string(kept).unwrap(), "edited again");
        assert_eq!(texts(folder.path()).len(), 2);
    }

    #[test]
    fn another_file_of_the_same_text_is_one_and_other_permissions_or_names_are_not() {
        let (folder, _, outcome) = raced(&[&saved(BEFORE)]);
        assert_eq!((outcome.unwrap(), texts(folder.path())), (Outcome::Written, vec![REPAIRED.to_owned()]));

        let nothing = |_: &Path| ();
        let linked = |file: &Path| fs::hard_link(file, file.with_extension("link")).unwrap();
        let (_folder, file, outcome) = raced(&[&linked, &nothing]);
        assert_eq!(outcome.unwrap(), Outcome::Changed);
        assert_eq!(fs::metadata(&file).unwrap().ino(), fs::metadata(file.with_extension("link")).unwrap().ino());

        let protected = |file: &Path| {
            let mut permissions = fs::metadata(file).unwrap().permissions();
            permissions.set_readonly(true);
            fs::set_permissions(file, permissions).unwrap();
        };
        let (_folder, file, outcome) = raced(&[&protected, &nothing]);
        assert_eq!(outcome.unwrap(), Outcome::Changed);
        assert!(fs::metadata(file).unwrap().permissions().readonly());
    }

    #[test]
    fn whatever_took_the_place_stays() {
        let nothing = |_: &Path| ();
        let folder_there = |file: &Path| {
            fs::remove_file(file).unwrap();
            fs::create_dir(file).unwrap();
        };
        let (_folder, file, outcome) = raced(&[&folder_there, &nothing]);
        assert_eq!((outcome.unwrap(), file.is_dir()), (Outcome::Changed, true));

        let (folder, _, outcome) = raced(&[&|file| fs::remove_file(file).unwrap()]);
        assert_eq!(outcome.unwrap_err().kind(), ErrorKind::NotFound);
        assert!(texts(folder.path()).is_empty());
    }
}
