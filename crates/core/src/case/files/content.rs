//! Examines the first and the last bytes of a file (D57).
//!
//! The specification says nothing about the content of files, so that every finding is a warning. A
//! finding needs proof in the bytes: what lies between the edges is not known, and a file whose parts
//! are not in the edges has no finding.

use crate::case::files::kinds::{COMPOUND, Container, FILE_KINDS, FileKind, is_at};
use crate::case::files::part::Edges;
use crate::rulebook::codes::Code;

/// Readers accept a PDF that begins within these bytes.
const PDF_START: usize = 1024;

/// With fewer bytes of a longer file, its kind is not examined.
const ENOUGH: usize = PDF_START + 8;

/// The bytes of an entry in the directory of a compound file.
const ENTRY: usize = 128;

/// Returns the findings on the content of a file with a name and a size.
pub(crate) fn of_content(name: &str, size: u64, edges: &Edges<'_>) -> Vec<Code> {
    let mut found = Vec::new();
    let kind = name.rsplit_once('.').and_then(|(_, extension)| FileKind::of_extension(extension));
    if let (Some(kind), Some(content)) = (kind, Content::new(size, edges)) {
        content.examine(kind, &mut found);
    }
    found
}

/// The known bytes of a file.
struct Content<'e> {
    size: u64,
    head: &'e [u8],
    /// The last bytes, if they are known.
    tail: Option<&'e [u8]>,
}

impl<'e> Content<'e> {
    /// Returns `None` if too little of the file is known.
    fn new(size: u64, edges: &'e Edges<'_>) -> Option<Content<'e>> {
        let head = edges.head().filter(|head| !head.is_empty())?;
        let is_whole = head.len() as u64 >= size;
        let is_enough = |tail: &&[u8]| tail.len() >= ENOUGH;
        let tail = if is_whole { Some(head) } else { edges.tail().filter(is_enough) };
        (is_whole || head.len() >= ENOUGH).then_some(Content { size, head, tail })
    }

    fn examine(&self, kind: &FileKind, found: &mut Vec<Code>) {
        let is_heif =
            FILE_KINDS.iter().any(|other| matches!(other.container, Container::Heif) && other.begins(self.head));
        if is_heif {
            return found.push(Code::FileHeic);
        }
        match kind.container {
            Container::Pdf if !kind.begins_within(self.head, PDF_START) => found.push(Code::FileOtherKind),
            Container::Pdf => self.pdf(found),
            // An office document with a password is a compound file around the encrypted one.
            Container::Zip { .. } | Container::Compound { .. }
                if is_at(self.head, COMPOUND) && self.entry(b"EncryptedPackage").is_some() =>
            {
                found.push(Code::FileEncrypted);
            }
            _ if kind.signatures.is_empty() && self.is_text() => {}
            _ if !kind.begins(self.head) => found.push(Code::FileOtherKind),
            Container::Zip { folder } => self.zip(folder, found),
            Container::Compound { streams } if is_at(self.head, COMPOUND) => self.compound(streams, found),
            Container::Picture { end, within } => {
                let is_ended = |tail: &[u8]| last(tail, end).is_some_and(|at| at + within >= tail.len());
                if !self.tail.is_none_or(is_ended) {
                    found.push(Code::FileDamaged);
                }
            }
            Container::Jpeg if self.is_cut_jpeg() => found.push(Code::FileDamaged),
            _ => {}
        }
    }

    fn edges(&self) -> impl Iterator<Item = &'e [u8]> {
        std::iter::once(self.head).chain(self.tail)
    }

    /// Returns bytes at a position in the file, if they are known.
    fn at(&self, position: u64, length: usize) -> Option<&'e [u8]> {
        let of = |edge: &'e [u8], start: u64| {
            let start = usize::try_from(position.checked_sub(start)?).ok()?;
            edge.get(start..start.checked_add(length)?)
        };
        let tail = self.tail.and_then(|tail| of(tail, self.size.checked_sub(tail.len() as u64)?));
        of(self.head, 0).or(tail)
    }

    /// Text has none of the other beginnings, and no NUL unless it is UTF-16. Without a mark, UTF-16
    /// has a NUL in most pairs of bytes, always at the same place.
    fn is_text(&self) -> bool {
        let is_wide = self.head.starts_with(b"\xFF\xFE") || self.head.starts_with(b"\xFE\xFF");
        let nuls = |first: usize| self.head.iter().skip(first).step_by(2).filter(|byte| **byte == 0).count();
        let (even, odd) = (nuls(0), nuls(1));
        let is_plain = even + odd == 0 || even.min(odd) == 0 && even.max(odd) > self.head.len() / 4;
        !FILE_KINDS.iter().any(|other| other.begins(self.head)) && (is_wide || is_plain)
    }

    fn pdf(&self, found: &mut Vec<Code>) {
        if self.edges().any(has_encryption) {
            found.push(Code::FileEncrypted);
        }
        let is_cut = first(self.head, b"/Linearized")
            .and_then(|at| self.head.get(at + b"/Linearized".len()..))
            .and_then(|rest| number_behind(rest, first(rest, b"/L")? + b"/L".len()))
            .is_some_and(|length| length > self.size);
        let is_ended = self.tail.is_none_or(|tail| {
            let start = last(tail, b"startxref").and_then(|at| number_behind(tail, at + b"startxref".len()));
            first(tail, b"%%EOF").is_some() && start.is_some_and(|start| start < self.size)
        });
        if is_cut || !is_ended {
            found.push(Code::FileDamaged);
        }
    }

    fn zip(&self, folder: &[u8], found: &mut Vec<Code>) {
        // The first bit of the flags of the first entry.
        if self.at(6, 1).is_some_and(|flags| flags.iter().any(|flags| flags & 1 == 1)) {
            return found.push(Code::FileEncrypted);
        }
        let Some(tail) = self.tail else { return };
        let Some(end) = last(tail, b"PK\x05\x06") else { return found.push(Code::FileDamaged) };
        let length = little(tail, end + 12, 4).and_then(|length| usize::try_from(length).ok());
        // The records of ZIP64 lie between the directory and this end, which then does not say where
        // the directory begins.
        let has_records =
            end.checked_sub(20).and_then(|at| tail.get(at..)).is_some_and(|at| at.starts_with(b"PK\x06\x07"));
        let start = length.filter(|_| !has_records).and_then(|length| end.checked_sub(length));
        let names = tail.get(start.unwrap_or(0)..end).unwrap_or_default();
        if start.is_some() && !names.starts_with(b"PK\x01\x02") {
            return found.push(Code::FileDamaged);
        }
        let has = |name: &[u8]| first(names, name).is_some();
        let is_other = |kind: &FileKind| matches!(kind.container, Container::Zip { folder } if has(folder));
        if start.is_some() && (!has(b"[Content_Types].xml") || !has(folder) && FILE_KINDS.iter().any(is_other)) {
            return found.push(Code::FileOtherKind);
        }
        if has(b"vbaProject.bin") || has(b"xl/macrosheets/") {
            found.push(Code::FileMacros);
        }
    }

    /// Returns `true` if a JPEG ends within its picture: no end comes after the segments, and the last
    /// bytes are those of a picture, where no other marker follows `FF`. The film that a phone appends
    /// to a photo has other bytes.
    fn is_cut_jpeg(&self) -> bool {
        let Some(tail) = self.tail else { return false };
        let mut at = 2;
        while let Some(&[0xFF, marker @ 0xC0..=0xFE, high, low]) = self.at(at, 4) {
            at += 2 + u64::from(high) * 256 + u64::from(low);
            if marker == 0xDA {
                break;
            }
        }
        let known = self.size - (tail.len() as u64).min(self.size);
        let rest = usize::try_from(at.saturating_sub(known)).ok().and_then(|at| tail.get(at..));
        // A segment that is longer than the file has no rest.
        let is_of_picture =
            |pair: &[u8]| !matches!(pair, [0xFF, 0x01..=0xC3 | 0xC5..=0xCF | 0xD8 | 0xD9 | 0xDE..=0xFE]);
        rest.is_none_or(|rest| rest.windows(2).all(is_of_picture))
    }

    fn compound(&self, streams: &[&[u8]], found: &mut Vec<Code>) {
        let has = |names: &[&[u8]]| names.iter().any(|name| self.entry(name).is_some());
        let is_whole = self.edges().map(<[u8]>::len).sum::<usize>() as u64 >= self.size;
        let is_other = |kind: &FileKind| matches!(kind.container, Container::Compound { streams } if has(streams));
        if is_whole && !has(streams) && FILE_KINDS.iter().any(is_other) {
            return found.push(Code::FileOtherKind);
        }
        if streams.iter().filter_map(|name| self.stream(name)).any(|start| self.has_password(start)) {
            found.push(Code::FileEncrypted);
        }
        // A message carries its attachments as they are.
        let is_document = streams.iter().any(|name| !name.starts_with(b"__"));
        if is_document && self.entry(b"_VBA_PROJECT").is_some() {
            found.push(Code::FileMacros);
        }
    }

    /// Returns the entry of a name in the directory of a compound file, if an edge has it.
    fn entry(&self, name: &[u8]) -> Option<&'e [u8]> {
        let is_named = |entry: &&[u8]| {
            let units = entry.chunks_exact(2);
            units.zip(name.iter().chain([&0])).all(|(unit, letter)| *unit == [*letter, 0])
        };
        let of = |edge: &'e [u8], start: u64| {
            let aligned = usize::try_from(start.next_multiple_of(ENTRY as u64) - start).ok()?;
            edge.get(aligned..)?.chunks_exact(ENTRY).find(is_named)
        };
        let tail = self.tail.and_then(|tail| of(tail, self.size.checked_sub(tail.len() as u64)?));
        of(self.head, 0).or(tail)
    }

    /// Returns the position of a stream whose entry is known.
    fn stream(&self, name: &[u8]) -> Option<u64> {
        let sector = little(self.entry(name)?, 116, 4)?;
        let shift = little(self.head, 30, 2).filter(|shift| *shift <= 16)?;
        Some((sector + 1) << shift)
    }

    /// Returns `true` if a document of Word or Excel that begins at a position is encrypted.
    fn has_password(&self, start: u64) -> bool {
        let word = |position: u64| little(self.at(position, 2)?, 0, 2);
        match word(start) {
            // The flags of Word's first block.
            Some(0xA5EC) => word(start + 10).is_some_and(|flags| flags & 0x0100 != 0),
            // The first records of a workbook.
            Some(0x0809) => {
                let mut position = start;
                for _ in 0..8 {
                    let (Some(record), Some(length)) = (word(position), word(position + 2)) else { return false };
                    if record == 0x002F {
                        return true;
                    }
                    position += 4 + length;
                }
                false
            }
            _ => false,
        }
    }
}

impl FileKind {
    fn begins_within(&self, head: &[u8], most: usize) -> bool {
        let start = head.get(..head.len().min(most)).unwrap_or_default();
        self.signatures.iter().any(|(_, bytes)| first(start, bytes).is_some())
    }
}

/// Returns `true` if bytes of a PDF name a dictionary of encryption.
fn has_encryption(edge: &[u8]) -> bool {
    let mut rest = edge;
    while let Some(behind) = first(rest, b"/Encrypt").and_then(|at| rest.get(at + b"/Encrypt".len()..)) {
        let value = behind.trim_ascii_start();
        let is_own_name = value.len() < behind.len();
        if value.starts_with(b"<<") || is_own_name && is_reference(value) {
            return true;
        }
        rest = behind;
    }
    false
}

/// Returns `true` if bytes begin with a reference to an object, such as `5 0 R`.
fn is_reference(bytes: &[u8]) -> bool {
    let mut words = bytes.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let mut is_number = || words.next().is_some_and(|word| word.iter().all(u8::is_ascii_digit));
    is_number() && is_number() && words.next().is_some_and(|word| word.starts_with(b"R"))
}

fn first(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}

fn last(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).rposition(|window| window == part)
}

/// Returns the number in decimal digits behind a position and white space.
fn number_behind(bytes: &[u8], position: usize) -> Option<u64> {
    let rest = bytes.get(position..)?.trim_ascii_start();
    let digits = rest.iter().take_while(|digit| digit.is_ascii_digit()).count();
    std::str::from_utf8(rest.get(..digits)?).ok()?.parse().ok()
}

/// Returns a number of a few bytes, the least significant one first.
fn little(bytes: &[u8], position: usize, length: usize) -> Option<u64> {
    let bytes = bytes.get(position..position.checked_add(length)?)?;
    Some(bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
}
