//! Permissions. The data folder contains payloads, files and tokens, so only the user who runs the
//! stand-in may read it.

use std::fs::File;
use std::io;
use std::path::Path;

/// Creates a folder, and missing ones above it.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    let mut folder = std::fs::DirBuilder::new();
    folder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, FOLDER);
    folder.create(path)
}

/// Creates a new file.
pub(crate) fn create_file(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, FILE);
    options.open(path)
}

#[cfg(unix)]
const FOLDER: u32 = 0o700;
#[cfg(unix)]
const FILE: u32 = 0o600;

/// Removes the permissions of other users for a folder and its content, and logs that. Files of
/// another user stay unchanged, which is logged as well.
#[cfg(unix)]
pub(crate) fn tighten(folder: &Path) {
    let (mut tightened, mut failed) = (0_u64, 0_u64);
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let mut restrict = |path: &Path, most: u32| match restricted(path, most) {
            Ok(done) => tightened += u64::from(done),
            Err(_) => failed += 1,
        };
        restrict(&folder, FOLDER);
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            // A link may lead outside of the folder.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                Ok(kind) if kind.is_file() => restrict(&entry.path(), FILE),
                _ => {}
            }
        }
    }
    if tightened > 0 {
        tracing::warn!(tightened, "others could read the data folder or files in it, and cannot any more");
    }
    if failed > 0 {
        tracing::warn!(failed, "others may read files of the data folder: their permissions cannot be changed");
    }
}

#[cfg(not(unix))]
pub(crate) fn tighten(_: &Path) {}

/// Restricts the permissions of a path. Returns `true` if it had more.
#[cfg(unix)]
fn restricted(path: &Path, most: u32) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    let now = std::fs::metadata(path)?.permissions().mode() & 0o777;
    if now & !most == 0 {
        return Ok(false);
    }
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(now & most))?;
    Ok(true)
}
