//! Standard output, and standard error where findings go there. If the reader disconnects, as
//! `head` does, the rest is dropped without an error.

use crate::args::Color;
use crate::error::CliError;
use anstream::stream::{AsLockedWrite, RawStream};
use anstream::{AutoStream, ColorChoice};
use std::io::{self, ErrorKind, Write};

/// One of the two streams.
pub(crate) struct Output {
    to: Box<dyn Write>,
    closed: bool,
}

impl Output {
    /// For bytes that are printed unchanged.
    pub(crate) fn plain() -> Output {
        Output { to: Box::new(io::stdout().lock()), closed: false }
    }

    /// For text with colors, which are removed if they are not wanted.
    pub(crate) fn colored(color: Color) -> Output {
        Output::auto(io::stdout(), color)
    }

    /// The same on standard error, which may be a terminal when standard output is not.
    pub(crate) fn colored_error(color: Color) -> Output {
        Output::auto(io::stderr(), color)
    }

    fn auto<Stream: RawStream + AsLockedWrite + 'static>(stream: Stream, color: Color) -> Output {
        let choice = match color {
            Color::Auto => AutoStream::choice(&stream),
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        Output { to: Box::new(AutoStream::new(stream, choice)), closed: false }
    }

    /// Prints a text at once.
    pub(crate) fn print(&mut self, text: &str) -> Result<(), CliError> {
        if self.closed {
            return Ok(());
        }
        match self.to.write_all(text.as_bytes()).and_then(|()| self.to.flush()) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(())
            }
            Err(error) => Err(CliError::unwritable(&error)),
        }
    }
}
