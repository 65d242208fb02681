//! Standard output, and the one place that decides about color. If the reader disconnects, as `head`
//! does, the rest is dropped without an error.

use crate::args::Color;
use crate::error::CliError;
use anstream::stream::{AsLockedWrite, RawStream};
use anstream::{AutoStream, ColorChoice};
use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};

/// Sets when the streams have color. `auto` is a terminal, unless `NO_COLOR` is set.
pub(crate) fn use_color(color: Color) {
    match color {
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    }
    .write_global();
}

/// Returns the color of arguments that cannot be parsed, or that ask for help.
pub(crate) fn color_of(args: &[OsString]) -> Color {
    let args: Vec<&str> = args.iter().map_while(|arg| arg.to_str().filter(|arg| *arg != "--")).collect();
    let after = |at: usize| args.get(at + 1).copied();
    let mut values = args.iter().enumerate().filter_map(|(at, arg)| match arg.strip_prefix("--color") {
        Some("") => after(at),
        Some(value) => value.strip_prefix('='),
        None => None,
    });
    match values.next_back() {
        Some("always") => Color::Always,
        Some("never") => Color::Never,
        _ => Color::Auto,
    }
}

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

    /// For text with styles.
    pub(crate) fn human() -> Output {
        Output::auto(io::stdout())
    }

    /// The same on standard error, which may be a terminal when standard output is not.
    pub(crate) fn human_error() -> Output {
        Output::auto(io::stderr())
    }

    fn auto<Stream: RawStream + AsLockedWrite + 'static>(stream: Stream) -> Output {
        Output { to: Box::new(AutoStream::auto(stream)), closed: false }
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

#[cfg(test)]
mod tests {
    use super::color_of;
    use crate::args::Color;

    #[test]
    fn the_color_is_read_from_arguments_that_cannot_be_parsed() {
        for (args, color) in [
            (&["casegate", "chek"][..], Color::Auto),
            (&["casegate", "--color", "never", "chek"], Color::Never),
            (&["casegate", "rules", "--color=always", "--frob"], Color::Always),
            (&["casegate", "rules", "--color"], Color::Auto),
            (&["casegate", "check", "--colored", "never", "--", "--color=never"], Color::Auto),
        ] {
            assert_eq!(color_of(&args.iter().map(Into::into).collect::<Vec<_>>()), color, "{args:?}");
        }
    }
}
