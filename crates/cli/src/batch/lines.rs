//! Cuts what is read into blocks of whole lines.
//!
//! A line ends with LF or CRLF, or with its file. Of a line that is longer than the limit only so much is kept as
//! shows that it is; the rest is read and dropped.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

/// How much is read at once, and about how much a block holds.
const BLOCK: usize = 256 << 10;
/// Short lines get long reports; so a block holds no more lines than this.
const LINES: usize = 1024;

/// Some whole lines.
#[derive(Debug, Default)]
pub(crate) struct Block {
    text: Vec<u8>,
    /// Where each line ends in `text`.
    ends: Vec<usize>,
    /// How many bytes were read for it, dropped ones and line ends among them.
    pub(crate) read: u64,
}

impl Block {
    /// The lines, without their ends.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &[u8]> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let line = self.text.get(start..*end).unwrap_or_default();
            start = *end;
            line.strip_suffix(b"\r").unwrap_or(line)
        })
    }
}

/// Reads blocks.
pub(crate) struct Lines<R> {
    from: BufReader<R>,
    /// The most that is kept of a line: one more than the limit, and a carriage return.
    most: usize,
    /// What was read of a line whose end was not.
    begun: Option<Vec<u8>>,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(from: R, limit: usize) -> Lines<R> {
        Lines { from: BufReader::with_capacity(BLOCK, from), most: limit.saturating_add(2), begun: None }
    }

    /// The next block; none when there are no more lines.
    ///
    /// It holds what is there: somebody who writes a line and waits for its report gets it.
    pub(crate) fn block(&mut self) -> io::Result<Option<Block>> {
        let mut block = Block::default();
        loop {
            let some = match self.from.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                other => other?,
            };
            if some.is_empty() {
                if let Some(line) = self.begun.take() {
                    block.text.extend_from_slice(&line);
                    block.ends.push(block.text.len());
                }
                return Ok((!block.ends.is_empty()).then_some(block));
            }
            let end = memchr::memchr(b'\n', some);
            let part = some.get(..end.unwrap_or(some.len())).unwrap_or_default();
            let length = part.len();
            match (end, self.begun.take()) {
                (Some(_), begun) => {
                    let begun = begun.unwrap_or_default();
                    block.text.extend_from_slice(&begun);
                    block.text.extend_from_slice(first(part, self.most - begun.len()));
                    block.ends.push(block.text.len());
                }
                (None, begun) => {
                    let mut begun = begun.unwrap_or_default();
                    begun.extend_from_slice(first(part, self.most - begun.len()));
                    self.begun = Some(begun);
                }
            }
            let taken = length + usize::from(end.is_some());
            self.from.consume(taken);
            block.read += taken as u64;
            let full = block.text.len() >= BLOCK || block.ends.len() >= LINES;
            if full || (!block.ends.is_empty() && self.from.buffer().is_empty()) {
                return Ok(Some(block));
            }
        }
    }
}

fn first(part: &[u8], most: usize) -> &[u8] {
    part.get(..most).unwrap_or(part)
}

#[cfg(test)]
mod tests {
    use super::Lines;
    use std::io::Read;

    /// Gives its bytes in small parts.
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
        let mut all = Vec::new();
        while let Ok(Some(block)) = reader.block() {
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
