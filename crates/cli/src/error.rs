//! What keeps a command from being carried out: exit code 2.

use crate::sanitize;
use std::fmt::Display;
use std::io::{self, Write};

/// Why a command could not be carried out, for people.
#[derive(Debug)]
pub(crate) struct CliError(String);

impl CliError {
    pub(crate) fn new(why: impl Into<String>) -> CliError {
        CliError(why.into())
    }

    /// Something that cannot be read.
    pub(crate) fn unreadable(name: impl Display, error: &io::Error) -> CliError {
        CliError(format!("{name} cannot be read: {}", plain(error)))
    }

    /// Standard output that cannot be written.
    pub(crate) fn unwritable(error: &io::Error) -> CliError {
        CliError(format!("the output cannot be written: {}", plain(error)))
    }

    /// Threads that the system does not give.
    pub(crate) fn threadless(jobs: usize, error: &io::Error) -> CliError {
        let why = plain(error);
        CliError(format!("the system does not give {jobs} threads: {why}; ask for fewer with --jobs"))
    }

    /// Says it on standard error.
    pub(crate) fn print(&self) {
        note(&self.0);
    }
}

/// Says something on standard error, in the program's name.
pub(crate) fn note(what: impl Display) {
    say(format_args!("casegate: {what}"));
}

/// Says something on standard error. What it repeats may hold anything.
pub(crate) fn say(what: impl Display) {
    // There is nobody left to tell when standard error is closed.
    let _ = writeln!(io::stderr(), "{}", sanitize::lines(&what.to_string()));
}

/// The system's words without its error number.
pub(crate) fn plain(error: &io::Error) -> String {
    let words = error.to_string();
    let end = words.find(" (os error").unwrap_or(words.len());
    words.get(..end).unwrap_or_default().to_lowercase()
}
