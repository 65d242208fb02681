//! Errors that prevent a command: exit code 2.

use crate::sanitize;
use std::fmt::{self, Display};
use std::io::{self, Write};

/// The reason why a command failed, for people.
#[derive(Debug)]
pub(crate) struct CliError(String);

impl CliError {
    pub(crate) fn new(why: impl Into<String>) -> CliError {
        CliError(why.into())
    }

    /// Something cannot be read.
    pub(crate) fn unreadable(name: impl Display, error: &io::Error) -> CliError {
        CliError(format!("{name} cannot be read: {}", plain(error)))
    }

    /// Standard output cannot be written.
    pub(crate) fn unwritable(error: &io::Error) -> CliError {
        CliError(format!("the output cannot be written: {}", plain(error)))
    }

    /// The system does not provide the threads.
    pub(crate) fn threadless(jobs: usize, error: &io::Error) -> CliError {
        let why = plain(error);
        CliError(format!("the system does not give {jobs} threads: {why}; ask for fewer with --jobs"))
    }

    /// Prints the error to standard error.
    pub(crate) fn print(&self) {
        note(&self.0);
    }
}

impl Display for CliError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&sanitize::one_line(&self.0))
    }
}

/// Prints a note to standard error, preceded by the program's name.
pub(crate) fn note(what: impl Display) {
    say(format_args!("casegate: {what}"));
}

/// Prints to standard error. The text may repeat anything, so it is sanitized.
pub(crate) fn say(what: impl Display) {
    // If standard error is closed, the message is lost.
    let _ = writeln!(io::stderr(), "{}", sanitize::lines(&what.to_string()));
}

/// Returns the system's message without its error number.
pub(crate) fn plain(error: &io::Error) -> String {
    let words = error.to_string();
    let end = words.find(" (os error").unwrap_or(words.len());
    words.get(..end).unwrap_or_default().to_lowercase()
}
