//! The input: files or standard input, plain or gzip, one after the other.

use super::lines::{Block, Lines};
use crate::error::{CliError, note};
use crate::input::{GZIP, await_input, is_standard, name, note_mark};
use flate2::bufread::GzDecoder;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{mem, slice};

/// The lines of files, in numbered blocks for the workers.
pub(crate) struct Source<'f> {
    files: slice::Iter<'f, PathBuf>,
    limit: usize,
    /// The current file.
    open: Option<(&'f Path, Lines<Box<dyn Read + Send>>)>,
    /// The first line of the current file was not read yet.
    is_at_start: bool,
    is_hint_printed: bool,
    next: u64,
    /// The number of bytes that were read of the files, compressed as they are.
    read: Arc<AtomicU64>,
    /// The reason for an early end.
    fault: Option<CliError>,
}

impl<'f> Source<'f> {
    /// `limit` is the limit of a line.
    pub(crate) fn new(files: &'f [PathBuf], limit: usize) -> Source<'f> {
        let (is_at_start, is_hint_printed) = (false, false);
        Source {
            files: files.iter(),
            limit,
            open: None,
            is_at_start,
            is_hint_printed,
            next: 0,
            read: Arc::default(),
            fault: None,
        }
    }

    /// The number of bytes that were read so far, also while it grows.
    pub(crate) fn read_bytes(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.read)
    }

    /// Fills a block, and returns its number; `None` at the end, or if a file cannot be read.
    pub(crate) fn fill(&mut self, block: &mut Block) -> Option<u64> {
        loop {
            if self.open.is_none() {
                let path = self.files.next()?.as_path();
                match open(path, Arc::clone(&self.read)) {
                    Ok(from) => {
                        self.open = Some((path, Lines::new(from, self.limit)));
                        self.is_at_start = true;
                    }
                    Err(error) => self.end(path, &error),
                }
            }
            let (path, lines) = self.open.as_mut()?;
            match lines.fill(block) {
                Ok(true) => {
                    if mem::take(&mut self.is_at_start) {
                        let first = block.lines().next().unwrap_or_default();
                        note_mark(path, first);
                        let hint = hint(first).filter(|_| !self.is_hint_printed);
                        self.is_hint_printed |= hint.is_some();
                        hint.inspect(|hint| note(format_args!("{} {hint}", name(path))));
                    }
                    self.next += 1;
                    return Some(self.next - 1);
                }
                Ok(false) => self.open = None,
                Err(error) => {
                    let path = *path;
                    self.end(path, &error);
                }
            }
        }
    }

    fn end(&mut self, path: &Path, error: &io::Error) {
        self.fault = Some(CliError::unreadable(name(path), error));
        self.close();
    }

    /// Stops reading.
    pub(crate) fn close(&mut self) {
        (self.files, self.open) = (slice::Iter::default(), None);
    }

    pub(crate) fn fault(self) -> Option<CliError> {
        self.fault
    }
}

/// Returns a hint if the first line of a file is an opening bracket alone, as in JSON for people.
fn hint(line: &[u8]) -> Option<&'static str> {
    match line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line).trim_ascii() {
        b"{" => Some(
            "looks like one case on several lines, but each line is read as a case; \
             `casegate check` reads a whole file, and `jq -c .` writes it as one line",
        ),
        b"[" => Some(
            "looks like one list on several lines, but each line is read as a case; \
             `jq -c '.[]'` writes one line per case",
        ),
        _ => None,
    }
}

/// Opens a file. Its first bytes decide if it is gzip, not its name.
fn open(path: &Path, read: Arc<AtomicU64>) -> io::Result<Box<dyn Read + Send>> {
    let from: Box<dyn Read + Send> =
        if is_standard(path) { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
    let mut from = Counted { from, read };
    let mut start = Vec::with_capacity(GZIP.len());
    let waiting = await_input(path);
    from.by_ref().take(GZIP.len() as u64).read_to_end(&mut start)?;
    drop(waiting);
    let gzip = start == GZIP;
    let whole = Cursor::new(start).chain(from);
    Ok(if gzip { Box::new(Members::new(BufReader::with_capacity(64 << 10, whole))) } else { Box::new(whole) })
}

/// Counts the bytes that are read.
struct Counted<R> {
    from: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.from.read(to).inspect(|read| {
            self.read.fetch_add(*read as u64, Ordering::Relaxed);
        })
    }
}

/// Decompresses all members of a gzip file. Zeros at the end are ignored, because tapes and
/// block-wise copies pad files with them.
struct Members<R>(Option<GzDecoder<R>>);

impl<R: BufRead> Members<R> {
    fn new(from: R) -> Members<R> {
        Members(Some(GzDecoder::new(from)))
    }
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.0 {
            let read = member.read(to)?;
            if read > 0 || to.is_empty() {
                return Ok(read);
            }
            let Some(mut from) = self.0.take().map(GzDecoder::into_inner) else { break };
            match next(&mut from)? {
                None => {}
                Some(0) => nothing_but_zeros(&mut from)?,
                Some(_) => self.0 = Some(GzDecoder::new(from)),
            }
        }
        Ok(0)
    }
}

/// Returns the next byte without consuming it.
fn next(from: &mut impl BufRead) -> io::Result<Option<u8>> {
    loop {
        match from.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            other => return Ok(other?.first().copied()),
        }
    }
}

fn nothing_but_zeros(from: &mut impl BufRead) -> io::Result<()> {
    while let Some(byte) = next(from)? {
        if byte != 0 {
            return Err(io::Error::new(ErrorKind::InvalidData, "data follows the zero padding after the gzip data"));
        }
        let zeros = from.fill_buf()?.iter().take_while(|byte| **byte == 0).count();
        from.consume(zeros);
    }
    Ok(())
}
