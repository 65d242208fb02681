//! Standard output, and standard error where findings go there. A reader that goes away, such as `head`, is no fault: what is left is not printed.

use crate::args::Color;
use crate::error::CliError;
use anstream::stream::{AsLockedWrite, RawStream};
use anstream::{AutoStream, ColorChoice};
use std::io::{self, ErrorKind, Write};

/// One of the two.
pub(crate) struct Output {
    to: Box<dyn Write>,
    closed: bool,
}

impl Output {
    /// For bytes that are printed as they are.
    pub(crate) fn plain() -> Output {
        Output { to: Box::new(io::stdout().lock()), closed: false }
    }

    /// For text with colours, which are left out where they are not wanted.
    pub(crate) fn colored(color: Color) -> Output {
        Output::auto(io::stdout(), color)
    }

    /// The same on standard error, which may be a terminal when standard output is none.
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

    /// Prints a text, now.
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
