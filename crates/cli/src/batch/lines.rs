//! Splits the input into blocks of whole lines.
//!
//! A line ends with LF or CRLF, or with its file. Of a line beyond the limit, only enough is kept
//! to show that; the rest is dropped.

use memchr::{memchr, memrchr};
use std::io::{self, ErrorKind, Read};
use std::iter;

/// The number of bytes that are read at once, and the approximate size of a block.
const BLOCK: usize = 256 << 10;

/// Whole lines. A block is refilled in place.
#[derive(Debug, Default)]
pub(crate) struct Block {
    /// The lines with their ends, then free space.
    text: Vec<u8>,
    /// The length of the lines in the text.
    whole: usize,
    /// The most bytes of a line.
    most: usize,
    /// The number of bytes that were read for it, including dropped ones and line ends.
    pub(crate) read: u64,
}

impl Block {
    /// Returns the lines without their ends.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &[u8]> {
        let mut rest = self.text.get(..self.whole).unwrap_or_default();
        iter::from_fn(move || {
            let end = if rest.is_empty() { return None } else { memchr(b'\n', rest) };
            let (line, later) = rest.split_at(end.unwrap_or(rest.len()));
            rest = later.get(1..).unwrap_or_default();
            let line = line.get(..self.most).unwrap_or(line);
            Some(line.strip_suffix(b"\r").unwrap_or(line))
        })
    }

    /// Makes room for a block after the current content, and no more.
    fn make_room(&mut self, behind: usize) {
        let length = behind + BLOCK;
        if self.text.len() > length + BLOCK {
            self.text.truncate(length);
            self.text.shrink_to_fit(); // there was a long line
        }
        if self.text.len() < length {
            self.text.resize(length, 0);
        }
    }
}

/// Reads blocks.
pub(crate) struct Lines<R> {
    from: R,
    /// The most bytes of a line that are kept: one more than the limit, and a carriage return.
    most: usize,
    /// The start of a line whose end was not read yet.
    begun: Vec<u8>,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(from: R, limit: usize) -> Lines<R> {
        Lines { from, most: limit.saturating_add(2), begun: Vec::new() }
    }

    /// Fills a block with the next lines. Returns `false` at the end. A block may have the
    /// available lines only, so that someone who writes a line and waits receives its report.
    pub(crate) fn fill(&mut self, block: &mut Block) -> io::Result<bool> {
        let mut begun = self.begun.len();
        (block.read, block.most) = (0, self.most);
        block.make_room(begun);
        if let Some(start) = block.text.get_mut(..begun) {
            start.copy_from_slice(&self.begun);
        }
        self.begun.clear();
        loop {
            block.make_room(begun);
            let room = block.text.get_mut(begun..begun + BLOCK).unwrap_or_default();
            let read = match self.from.read(room) {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                other => other?,
            };
            if read == 0 {
                block.whole = begun;
                return Ok(begun > 0);
            }
            block.read += read as u64;
            let some = room.get(..read).unwrap_or_default();
            if let Some(end) = memrchr(b'\n', some) {
                self.begun.extend_from_slice(some.get(end + 1..).unwrap_or_default());
                block.whole = begun + end + 1;
                return Ok(true);
            }
            begun = self.most.min(begun + read);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Block, Lines};
    use std::io::Read;

    /// Returns its bytes in small parts.
    struct Dribble<'b>(&'b [u8], usize);

    impl Read for Dribble<'_> {
        fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
            let part = self.0.len().min(self.1).min(to.len());
            let (now, later) = self.0.split_at(part);
            to.get_mut(..part).unwrap_or_default().copy_from_slice(now);
            self.0 = later;
            Ok(part)
        }
    }

    fn lines(bytes: &[u8], limit: usize, parts: usize) -> Vec<String> {
        let mut reader = Lines::new(Dribble(bytes, parts), limit);
        let (mut block, mut all) = (Block::default(), Vec::new());
        while matches!(reader.fill(&mut block), Ok(true)) {
            all.extend(block.lines().map(|line| String::from_utf8_lossy(line).into_owned()));
        }
        all
    }

    #[test]
    fn lines_are_the_same_in_whatever_parts_they_come() {
        for parts in 1..12 {
            assert_eq!(lines(b"", 9, parts), Vec::<String>::new());
            assert_eq!(lines(b"\n", 9, parts), [""]);
            assert_eq!(lines(b"{}\r\n\n[1]\n2", 9, parts), ["{}", "", "[1]", "2"]);
        }
    }

    #[test]
    fn a_long_line_is_cut_and_its_length_still_shows() {
        for parts in 1..12 {
            assert_eq!(lines(b"123\n1234567890\n12\r\n", 3, parts), ["123", "12345", "12"]);
            assert_eq!(lines(b"1234\r\n", 3, parts), ["1234"]);
            assert_eq!(lines(b"1234567890", 3, parts), ["12345"]);
        }
    }
}
