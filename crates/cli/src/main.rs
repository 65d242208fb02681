//! The rulebook on the command line: `casegate check` for people, `casegate batch` for programs,
//! and the tables.
//!
//! Every verdict is the library's. This crate reads files, finds the places of findings in them,
//! and prints.

mod analyze;
#[cfg(feature = "api")]
mod api;
mod args;
mod batch;
#[cfg(feature = "service")]
mod certify;
mod check;
mod context;
#[cfg(feature = "service")]
mod drift;
mod error;
mod export;
mod forecast;
mod ignored;
mod input;
mod judge;
#[cfg(feature = "service")]
mod listen;
mod manual;
mod map;
mod operation;
mod output;
mod paths;
mod prepare;
#[cfg(feature = "service")]
mod record;
mod sanitize;
mod scenarios;
#[cfg(feature = "service")]
mod serve;
mod style;
mod tables;
#[cfg(feature = "service")]
mod trigger;
#[cfg(not(feature = "service"))]
mod unavailable;

use args::{Cli, Command};
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};
use error::CliError;
use output::Output;
use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

#[cfg(all(target_env = "musl", feature = "api"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The outcome of a command, for its exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// Success.
    Success,
    /// A case is refused, or a file differs from the expected content.
    Refused,
    /// The command failed.
    Failed,
    /// A certificate of a part only.
    #[cfg(feature = "service")]
    Incomplete,
}

/// The name under which `pkg/cli/bin/host.mjs` opens the working directory. WASI has none, and its
/// library would read relative paths as absolute ones.
#[cfg(target_os = "wasi")]
const WORKING_DIRECTORY: &str = "/casegate:working-directory";

fn main() -> ExitCode {
    #[cfg(target_os = "wasi")]
    if let Err(error) = std::env::set_current_dir(WORKING_DIRECTORY) {
        CliError::unreadable("the working directory", &error).print();
        return ExitCode::from(Outcome::Failed as u8);
    }
    let args: Vec<OsString> = env::args_os().collect();
    let parsed = manual::grouped(Cli::command()).try_get_matches_from(&args);
    let outcome = match parsed.and_then(|parsed| Cli::from_arg_matches(&parsed)) {
        Ok(cli) => {
            output::use_color(cli.color);
            if cli.quiet {
                error::be_quiet();
            }
            run(cli.command)
        }
        Err(error) => {
            output::use_color(output::color_of(&args));
            unparsed(&error)
        }
    };
    let outcome = outcome.unwrap_or_else(|fault| {
        fault.print();
        Outcome::Failed
    });
    ExitCode::from(outcome as u8)
}

/// Prints the help or the version that was asked for, or help in place of a missing command.
fn unparsed(error: &clap::Error) -> Result<Outcome, CliError> {
    let text = error.render().ansi().to_string();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Output::human().print(&text).map(|()| Outcome::Success),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            Output::human_error().print(&text).map(|()| Outcome::Failed)
        }
        _ => Err(CliError::usage(error)),
    }
}

fn run(command: Command) -> Result<Outcome, CliError> {
    match command {
        Command::Check(args) => check::run(&args),
        Command::Batch(args) => batch::run(&args),
        Command::Forecast(args) => forecast::run(&args),
        Command::Prepare(args) => prepare::prepare(&args),
        Command::States(args) => prepare::states(&args),
        Command::Files(args) => operation::files(&args),
        Command::Replay(lines) => operation::run("replay", &lines),
        Command::Results(lines) => operation::run("normalize_results", &lines),
        Command::Call(args) => operation::call(&args.operation, &args.lines),
        Command::Map(args) => map::run(&args.command),
        Command::Explain(args) => tables::explain::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Rules(args) => tables::rules::run(&args),
        Command::Fields(args) => tables::fields::run(&args),
        #[cfg(feature = "api")]
        Command::Api(args) => api::run(&args),
        #[cfg(feature = "service")]
        Command::Certify(args) => certify::run(&args),
        #[cfg(feature = "service")]
        Command::Listen(args) => listen::run(&args),
        #[cfg(feature = "service")]
        Command::Serve(args) => serve::run(&args),
        #[cfg(feature = "service")]
        Command::Trigger(args) => trigger::run(&args),
        #[cfg(feature = "service")]
        Command::Record(args) => record::run(&args),
        #[cfg(feature = "service")]
        Command::Drift(args) => drift::run(&args),
        #[cfg(not(feature = "api"))]
        Command::Api(_) => Err(unavailable::error("api")),
        #[cfg(not(feature = "service"))]
        Command::Certify(_) => Err(unavailable::error("certify")),
        #[cfg(not(feature = "service"))]
        Command::Listen(_) => Err(unavailable::error("listen")),
        #[cfg(not(feature = "service"))]
        Command::Serve(_) => Err(unavailable::error("serve")),
        #[cfg(not(feature = "service"))]
        Command::Trigger(_) => Err(unavailable::error("trigger")),
        #[cfg(not(feature = "service"))]
        Command::Record(_) => Err(unavailable::error("record")),
        #[cfg(not(feature = "service"))]
        Command::Drift(_) => Err(unavailable::error("drift")),
        Command::Export(args) => export::run(&args.what),
    }
}
