//! Files that are whole, old or new, whenever the power fails.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Replaces a file. Its new content is on disk once this returns.
pub(crate) fn replace_file(path: &Path, text: &str) -> io::Result<()> {
    let fresh = path.with_extension("new");
    let mut file = File::create(&fresh)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    std::fs::rename(&fresh, path)?;
    // The new name; other systems have no way to ask for it.
    if cfg!(unix) {
        path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())?;
    }
    Ok(())
}
