//! Opens what is read: a file or standard input, plain or gzip.

use crate::input::{GZIP, is_standard};
use flate2::bufread::GzDecoder;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read};
use std::path::Path;

/// Opens a file. Whether it is gzip is told by its first bytes, not by its name.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    let mut from: Box<dyn Read> =
        if is_standard(path) { Box::new(io::stdin().lock()) } else { Box::new(File::open(path)?) };
    let mut start = Vec::with_capacity(GZIP.len());
    from.by_ref().take(GZIP.len() as u64).read_to_end(&mut start)?;
    let gzip = start == GZIP;
    let whole = Cursor::new(start).chain(from);
    Ok(if gzip { Box::new(Members::new(BufReader::with_capacity(64 << 10, whole))) } else { Box::new(whole) })
}

/// Unpacks gzip: one member after the other, then zeros, with which a tape or a copy by blocks fills its last block.
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

/// The next byte, which stays to be read.
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
            return Err(io::Error::new(ErrorKind::InvalidData, "something follows the zeros after its gzip"));
        }
        let zeros = from.fill_buf()?.iter().take_while(|byte| **byte == 0).count();
        from.consume(zeros);
    }
    Ok(())
}
