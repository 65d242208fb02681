//! The rulebook on the command line: `casegate check` for people, `casegate batch` for machines, and what the tables say.
//!
//! Every verdict is the library's own. What is here reads files, finds the place of a finding in them, and prints.

mod args;
mod batch;
mod check;
mod context;
mod error;
mod export;
mod input;
mod judge;
mod listen;
mod manual;
mod operation;
mod output;
mod prepare;
mod sanitize;
mod serve;
mod tables;

use args::{Cli, Command};
use clap::Parser;
use error::CliError;
use std::process::ExitCode;

/// How a command went, as far as its exit code tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// Nothing is wrong.
    Fine,
    /// A case is refused, or a file is not what it should be.
    Refused,
    /// The command could not be carried out.
    Failed,
}

fn main() -> ExitCode {
    let outcome = run(Cli::parse().command).unwrap_or_else(|fault| {
        fault.print();
        Outcome::Failed
    });
    ExitCode::from(outcome as u8)
}

fn run(command: Command) -> Result<Outcome, CliError> {
    match command {
        Command::Check(words) => check::run(&words),
        Command::Batch(words) => batch::run(&words),
        Command::Prepare(words) => prepare::prepare(&words),
        Command::States(words) => prepare::states(&words),
        Command::Files(words) => operation::files(&words),
        Command::Replay(lines) => operation::run("replay", &lines),
        Command::Results(lines) => operation::run("normalize_results", &lines),
        Command::Migrate(words) => operation::run("migrate_legacy", &words),
        Command::Call(words) => operation::run(&words.operation, &words.lines),
        Command::Explain(words) => tables::explain::run(&words),
        Command::Rules(words) => tables::rules::run(&words),
        Command::Fields(words) => tables::fields::run(&words),
        Command::Listen(words) => listen::run(&words),
        Command::Serve(words) => serve::run(&words),
        Command::Export(words) => export::run(&words.what),
    }
}
