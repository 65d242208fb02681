//! The commands that a program without the features `api` and `service` lacks. Their arguments are
//! parsed, so that `--help`, completions and the manual page are the same in every program.

use crate::error::CliError;

/// The default limits of `api`, as in `casegate-http`.
#[cfg(not(feature = "api"))]
pub(crate) struct Config;

#[cfg(not(feature = "api"))]
impl Config {
    pub(crate) const BODY_BYTES: usize = 2 << 20;
    pub(crate) const CONNECTIONS: u32 = 512;
}

/// The error of a command that this program lacks.
pub(crate) fn error(command: &str) -> CliError {
    CliError::new(format!(
        "this program has no `{command}`; install the program of a release, or build it with \
         `cargo install casegate-cli --features service`"
    ))
}
