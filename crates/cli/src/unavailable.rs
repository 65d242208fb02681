//! The commands that a program without the features `api` and `service` lacks. Their arguments are
//! parsed, so that `--help`, completions and the manual page are the same in every program.

use crate::error::CliError;
use std::convert::Infallible;

/// The default limits of `api`, as in `casegate-http`.
#[cfg(not(feature = "api"))]
pub(crate) struct Config;

#[cfg(not(feature = "api"))]
impl Config {
    pub(crate) const BODY_BYTES: usize = 2 << 20;
    pub(crate) const CONNECTIONS: u32 = 512;
}

/// An address of webhooks, which this program does not check.
#[derive(Debug, Clone)]
pub(crate) struct Hook;

impl Hook {
    #[expect(clippy::unnecessary_wraps, reason = "the signature of a parser of arguments")]
    pub(crate) fn to(_: &str) -> Result<Hook, Infallible> {
        Ok(Hook)
    }
}

/// The error of a command that this program lacks.
pub(crate) fn error(command: &str) -> CliError {
    CliError::new(format!(
        "this program has no `{command}`; install the program of a release, or build it with \
         `cargo install casegate-cli --features service`"
    ))
}
