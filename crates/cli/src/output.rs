//! Standard output. A reader that goes away, such as `head`, is no fault: what is left is not printed.

use crate::args::Color;
use crate::fault::Fault;
use anstream::{AutoStream, ColorChoice};
use std::io::{self, ErrorKind, Write};

/// Standard output.
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
        let choice = match color {
            Color::Auto => AutoStream::choice(&io::stdout()),
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        Output { to: Box::new(AutoStream::new(io::stdout().lock(), choice)), closed: false }
    }

    /// Prints a text, now.
    pub(crate) fn print(&mut self, text: &str) -> Result<(), Fault> {
        if self.closed {
            return Ok(());
        }
        match self.to.write_all(text.as_bytes()).and_then(|()| self.to.flush()) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(())
            }
            Err(error) => Err(Fault::unwritable(&error)),
        }
    }
}
