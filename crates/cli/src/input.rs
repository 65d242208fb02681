//! Reads a file with one case, or standard input.

use crate::error::{CliError, Waiting, note};
use crate::sanitize;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

/// The first bytes of every gzip file.
pub(crate) const GZIP: [u8; 2] = [0x1F, 0x8B];

/// The text of a case, and its source.
pub(crate) struct Source {
    /// The name for people, sanitized for a terminal.
    pub(crate) name: String,
    /// The path for tools; standard input has none.
    pub(crate) path: Option<PathBuf>,
    pub(crate) text: String,
}

/// Returns a path for people.
pub(crate) fn name(path: &Path) -> String {
    if is_standard(path) { "standard input".to_owned() } else { shown(path) }
}

/// Returns the name of a file, sanitized for a terminal.
pub(crate) fn shown(path: &Path) -> String {
    sanitize::one_line(&path.to_string_lossy())
}

/// Returns `true` if a path means standard input.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the name of a case's source, before a line number.
pub(crate) fn source_name(path: &Path) -> String {
    if is_standard(path) { "<stdin>".to_owned() } else { shown(path) }
}

/// Reads a case. Of a text beyond the limit, only enough is read to show that.
pub(crate) fn read(path: &Path, limit: usize) -> Result<Source, CliError> {
    let bytes = plain_bytes(path, limit as u64 + 1)?;
    let source = |text| Source { name: source_name(path), path: (!is_standard(path)).then(|| path.to_owned()), text };
    if bytes.len() > limit {
        return Ok(source(String::from_utf8_lossy(&bytes).into_owned()));
    }
    note_mark(path, &bytes);
    Ok(source(utf8(&name(path), bytes)?))
}

/// A byte order mark, which editors on Windows write.
pub(crate) const MARK: char = '\u{feff}';

/// Notes a byte order mark at the start of what the service would get. It is no JSON there, and the
/// library refuses it.
pub(crate) fn note_mark(path: &Path, start: &[u8]) {
    if start.starts_with("\u{feff}".as_bytes()) {
        let why = "starts with a byte order mark, which JSON does not allow; save it as UTF-8 without one";
        note(format_args!("{} {why}", name(path)));
    }
}

/// Reads a text that is for this program alone, such as settings. There a byte order mark has no
/// meaning.
pub(crate) fn own_text(path: &Path) -> Result<String, CliError> {
    let text = utf8(&name(path), plain_bytes(path, u64::MAX)?)?;
    Ok(text.strip_prefix(MARK).map(str::to_owned).unwrap_or(text))
}

/// Reads at most a number of bytes, which must not be compressed.
pub(crate) fn plain_bytes(path: &Path, most: u64) -> Result<Vec<u8>, CliError> {
    let bytes = bytes(path, most).map_err(|error| CliError::unreadable(name(path), &error))?;
    if bytes.starts_with(&GZIP) {
        return Err(CliError::new(format!(
            "{} is gzip, not JSON; unpack it, or where it holds a case a line, give it to `casegate batch`",
            name(path)
        )));
    }
    Ok(bytes)
}

/// Decodes the bytes of a file.
pub(crate) fn utf8(name: &str, bytes: Vec<u8>) -> Result<String, CliError> {
    String::from_utf8(bytes)
        .map_err(|error| CliError::new(not_utf8(name, error.as_bytes(), error.utf8_error().valid_up_to())))
}

/// Notes that standard input is awaited, at once if it is a terminal. A file is not awaited.
pub(crate) fn await_input(path: &Path) -> Option<Waiting> {
    let is_terminal = is_standard(path) && io::stdin().is_terminal();
    if is_terminal {
        note("reading standard input from the terminal; end it with Ctrl-D");
    }
    (is_standard(path) && !is_terminal).then(|| Waiting::new("waiting for standard input"))
}

fn bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let _waiting = await_input(path);
    if is_standard(path) {
        io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    } else {
        File::open(path)?.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

fn not_utf8(name: &str, bytes: &[u8], at: usize) -> String {
    if matches!(bytes, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]) {
        return format!("{name} is UTF-16 text; save it as UTF-8");
    }
    let before = bytes.get(..at).unwrap_or_default();
    let line = memchr::memchr_iter(b'\n', before).count() + 1;
    let column =
        String::from_utf8_lossy(before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default()).chars().count();
    format!("{name}:{line}:{} is not UTF-8 text; save the file as UTF-8", column + 1)
}
