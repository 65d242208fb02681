//! Opens what is read: a file or standard input, plain or gzip.

use crate::input::is_standard;
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;

/// The first bytes of every gzip file.
const GZIP: [u8; 2] = [0x1F, 0x8B];

/// Opens a file. Whether it is gzip is told by its first bytes, not by its name.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    let mut from: Box<dyn Read> =
        if is_standard(path) { Box::new(io::stdin().lock()) } else { Box::new(File::open(path)?) };
    let mut start = Vec::with_capacity(GZIP.len());
    from.by_ref().take(GZIP.len() as u64).read_to_end(&mut start)?;
    let gzip = start == GZIP;
    let whole = Cursor::new(start).chain(from);
    Ok(if gzip { Box::new(MultiGzDecoder::new(BufReader::with_capacity(64 << 10, whole))) } else { Box::new(whole) })
}
