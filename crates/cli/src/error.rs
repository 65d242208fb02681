//! The one place that writes errors and notes to standard error. An error prevents a command: exit
//! code 2. Notes are left out with `--quiet`.

use crate::sanitize;
use crate::style::{BAD, styled};
use std::fmt::{self, Display};
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

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

    /// The arguments cannot be used.
    pub(crate) fn usage(error: &clap::Error) -> CliError {
        let text = error.render().to_string();
        CliError(text.strip_prefix("error: ").unwrap_or(&text).trim_end().to_owned())
    }

    /// Prints the error to standard error.
    pub(crate) fn print(&self) {
        write(&format!("{} {}", styled(BAD, "casegate:"), sanitize::lines(&self.0)));
    }
}

impl Display for CliError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&sanitize::one_line(&self.0))
    }
}

static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// Leaves out all notes from here on.
pub(crate) fn be_quiet() {
    IS_QUIET.store(true, Ordering::Relaxed);
}

/// Returns `true` if only errors are printed to standard error.
pub(crate) fn is_quiet() -> bool {
    IS_QUIET.load(Ordering::Relaxed)
}

/// Prints a note to standard error, preceded by the program's name.
pub(crate) fn note(what: impl Display) {
    say(format_args!("casegate: {what}"));
}

/// Prints a note as it is. The text may repeat anything, so it is sanitized.
pub(crate) fn say(what: impl Display) {
    if !is_quiet() {
        write(&sanitize::lines(&what.to_string()));
    }
}

fn write(line: &str) {
    // If standard error is closed, the message is lost.
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// Notes the reason of a wait on a terminal, once it has taken three seconds. Dropping it ends the wait. A program
/// that reads standard error gets the same lines from a slow run as from a fast one.
pub(crate) struct Waiting {
    _until: Option<mpsc::Sender<()>>,
}

impl Waiting {
    const AFTER: Duration = Duration::from_secs(3);

    pub(crate) fn new(why: &'static str) -> Waiting {
        // WebAssembly has no threads.
        if is_quiet() || cfg!(target_family = "wasm") || !io::stderr().is_terminal() {
            return Waiting { _until: None };
        }
        let (until, ended) = mpsc::channel::<()>();
        let wait = move || {
            if ended.recv_timeout(Waiting::AFTER) == Err(RecvTimeoutError::Timeout) {
                note(why);
            }
        };
        // A note is not worth an error where the system gives no thread.
        Waiting { _until: thread::Builder::new().spawn(wait).ok().map(|_| until) }
    }
}

/// Returns the system's message without its error number.
pub(crate) fn plain(error: &io::Error) -> String {
    let words = error.to_string();
    let end = words.find(" (os error").unwrap_or(words.len());
    words.get(..end).unwrap_or_default().to_lowercase()
}
