//! The arguments of the command line.

pub(crate) mod certify;
mod context;
pub(crate) mod map;
pub(crate) mod recordings;
pub(crate) mod servers;

use certify::Certify;
pub(crate) use context::ContextArgs;
use map::FieldMap;
use recordings::{Drift, Record};
use servers::{Api, Listen, Serve, Trigger};

use crate::manual;
use casegate::Date;
use casegate::wire::{CASE_OPERATIONS, Operation, SERVICE_OPERATIONS};
use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Checks insurance-coverage research cases before they are sent, and explains every refusal.
#[derive(Debug, Parser)]
#[command(name = "casegate", version, long_about = manual::ABOUT, after_help = manual::AFTER)]
#[command(arg_required_else_help = true, max_term_width = 100)]
pub(crate) struct Cli {
    /// When to use color; `auto` uses it on a terminal unless `NO_COLOR` is set
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Color::Auto, display_order = 900)]
    pub(crate) color: Color,
    /// Print only errors to standard error, without notes, progress and summaries
    #[arg(short, long, global = true, display_order = 901)]
    pub(crate) quiet: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check cases, and show every finding at its line and column
    #[command(long_about = manual::CHECK, after_help = manual::CHECK_AFTER)]
    Check(Check),
    /// Check cases given as JSON lines, and print one report per line
    #[command(long_about = manual::BATCH, after_help = manual::BATCH_AFTER)]
    Batch(Batch),
    /// Find the cases whose verdict changes until a day
    #[command(long_about = manual::FORECAST, after_help = manual::FORECAST_AFTER)]
    Forecast(Forecasted),
    /// Print a case as it should be sent
    #[command(long_about = manual::PREPARE, after_help = manual::PREPARE_AFTER)]
    Prepare(FileArgs),
    /// Print the state of each form field as JSON
    #[command(long_about = manual::STATES, after_help = manual::STATES_AFTER)]
    States(FileArgs),
    /// Judge files before they are sent
    #[command(long_about = manual::FILES, after_help = manual::FILES_AFTER)]
    Files(FileLineArgs),
    /// Replay the lives of cases from their triggers
    #[command(long_about = manual::REPLAY, after_help = manual::REPLAY_AFTER)]
    Replay(LineArgs),
    /// Bring results into their documented shape
    #[command(long_about = manual::RESULTS, after_help = manual::RESULTS_AFTER)]
    Results(LineArgs),
    /// Make cases of a firm's own table, and rows of results
    #[command(long_about = manual::MAP)]
    Map(FieldMap),
    /// Run any operation of the library on JSON lines
    #[command(long_about = manual::CALL)]
    Call(Call),
    /// Describe a rule, a field, a code, a requirement, a decision or a scenario
    #[command(long_about = manual::EXPLAIN, after_help = manual::EXPLAIN_AFTER)]
    Explain(Explain),
    /// Find rules that contradict each other, never apply, or refuse every case
    #[command(long_about = manual::ANALYZE, after_help = manual::ANALYZE_AFTER)]
    Analyze(Analyze),
    /// List the rules
    #[command(after_help = manual::RULES_AFTER)]
    Rules(Rules),
    /// List the fields of a case
    #[command(long_about = manual::FIELDS, after_help = manual::FIELDS_AFTER)]
    Fields(Fields),
    /// Answer the operations of the library over HTTP
    #[command(long_about = manual::API, after_help = manual::API_AFTER)]
    Api(Api),
    /// Run a stand-in for the service on this machine
    #[command(long_about = manual::SERVE, after_help = manual::SERVE_AFTER)]
    Serve(Serve),
    /// Show webhooks as they arrive, and the state of each case
    #[command(long_about = manual::LISTEN, after_help = manual::LISTEN_AFTER)]
    Listen(Listen),
    /// Move a case of a running stand-in to an event
    #[command(long_about = manual::TRIGGER, after_help = manual::TRIGGER_AFTER)]
    Trigger(Trigger),
    /// Record how the real service answers, without any submitted value
    #[command(long_about = manual::RECORD, after_help = manual::RECORD_AFTER)]
    Record(Record),
    /// Compare a recording of the real service with the rulebook
    #[command(long_about = manual::DRIFT, after_help = manual::DRIFT_AFTER)]
    Drift(Drift),
    /// Test a backend against the stand-in, and issue a certificate
    #[command(long_about = manual::CERTIFY, after_help = manual::CERTIFY_AFTER)]
    Certify(Certify),
    /// Print types, schemas, completions or a manual page
    #[command(long_about = manual::EXPORT, after_help = manual::EXPORT_AFTER)]
    Export(Export),
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Files with one case each, folders with such files (`*.json`), or patterns such as
    /// `cases/**/*.json`; `-` or no file reads standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,
    /// Apply the repairs that need no answer to the files, and report the rest
    #[arg(long)]
    pub(crate) fix: bool,
    /// The output format
    #[arg(long, value_enum, default_value_t = CheckFormat::Human)]
    pub(crate) format: CheckFormat,
    /// Write a receipt of each case to a file, one per line: the decision and its reasons, without a
    /// submitted value
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) receipt: Option<PathBuf>,
    /// Treat warnings as errors
    #[arg(long, value_name = "WHAT", value_parser = PossibleValuesParser::new(["warnings"]))]
    pub(crate) deny: Option<String>,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
}

#[derive(Debug, Args)]
pub(crate) struct Batch {
    /// Files with one case per line, plain or gzip, or patterns such as `*.ndjson`; `-` or no file
    /// reads standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    /// Copy the value at this JSON Pointer of each case into its report, as the first property `id`
    #[arg(long, value_name = "POINTER")]
    pub(crate) id: Option<String>,
    /// Exit with 1 if a case is refused
    #[arg(long)]
    pub(crate) fail_on_invalid: bool,
    /// The number of threads, at most 1024; one per processor by default
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
}

/// More threads have no use, and a system may not provide them.
const MOST_JOBS: usize = 1024;

fn jobs(word: &str) -> Result<NonZeroUsize, String> {
    let jobs = word.parse().ok().filter(|jobs: &NonZeroUsize| jobs.get() <= MOST_JOBS);
    jobs.ok_or_else(|| format!("give a whole number from 1 to {MOST_JOBS}"))
}

/// Reads a day of an option.
pub(crate) fn day(word: &str) -> Result<Date, &'static str> {
    word.parse().map_err(|_| "write a day of the calendar as YYYY-MM-DD, such as 2026-03-01")
}

#[derive(Debug, Args)]
pub(crate) struct FileArgs {
    /// A file with one case; `-` or no file reads standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
}

#[derive(Debug, Args)]
pub(crate) struct Call {
    /// The operation, such as `check_case`
    #[arg(value_name = "OPERATION", value_parser = operation_names())]
    pub(crate) operation: String,
    #[command(flatten)]
    pub(crate) lines: LineArgs,
}

/// Returns every operation of the library.
pub(crate) fn operations() -> impl Iterator<Item = &'static Operation> {
    CASE_OPERATIONS.iter().chain(SERVICE_OPERATIONS)
}

fn operation_names() -> PossibleValuesParser {
    PossibleValuesParser::new(operations().map(|operation| operation.name))
}

/// JSON texts, one per line.
#[derive(Debug, Args)]
pub(crate) struct LineArgs {
    /// Files with one JSON text per line, or patterns such as `*.ndjson`; `-` or no file reads
    /// standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
}

/// Lists of files, one per line, and the case that they belong to.
#[derive(Debug, Args)]
pub(crate) struct FileLineArgs {
    /// A file with the case that the files belong to, for firm rules on files
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) case: Option<PathBuf>,
    /// Judge these files themselves, with their first and last 64 KB, in place of lists; prints one
    /// line
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with = "files", value_hint = ValueHint::FilePath)]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) lines: LineArgs,
}

#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// A rule's id, such as `pl.policyholder_named`, a field, such as `date_of_loss`, a finding's
    /// code, such as `date_too_old`, a `requirement_id`, such as `FLD-cc_emails-required`, a
    /// decision, such as `D17`, or a scenario of `certify`, such as `create-answer-lost`
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
}

#[derive(Debug, Args)]
pub(crate) struct Analyze {
    /// The output format
    #[arg(long, value_enum, default_value_t = TableFormat::Human)]
    pub(crate) format: TableFormat,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
}

#[derive(Debug, Args)]
pub(crate) struct Rules {
    /// Only the rules of this product
    #[arg(long, value_parser = PossibleValuesParser::new(["pl", "pe"]))]
    pub(crate) product: Option<String>,
    /// The output format
    #[arg(long, value_enum, default_value_t = TableFormat::Human)]
    pub(crate) format: TableFormat,
}

#[derive(Debug, Args)]
pub(crate) struct Fields {
    /// Only the fields of this product
    #[arg(long, value_parser = PossibleValuesParser::new(["pl", "pe"]))]
    pub(crate) product: Option<String>,
    /// The output format
    #[arg(long, value_enum, default_value_t = TableFormat::Human)]
    pub(crate) format: TableFormat,
}

#[derive(Debug, Args)]
pub(crate) struct Export {
    #[command(subcommand)]
    pub(crate) what: Exported,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Exported {
    /// The tables that decide a case: fields, words, rules and codes
    Rules(RulesExport),
    /// The JSON Schema of a product's cases
    #[command(long_about = manual::EXPORT_SCHEMA)]
    Schema(Schema),
    /// The differences between the JSON Schemas of cases and `check`, with reasons, as JSON
    Unsaid(Unsaid),
    /// The JSON Schema of a context, for editors
    SettingsSchema(Compared),
    /// The JSON Schema of a report
    ReportSchema(Compared),
    /// The service's endpoints and webhooks as `OpenAPI` 3.1
    Openapi(Compared),
    /// The endpoints of `casegate api` as `OpenAPI` 3.1
    HttpOpenapi(Compared),
    /// Shell completions
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// A manual page
    Man {
        /// The command; the whole program by default
        #[arg(value_name = "COMMAND")]
        command: Option<String>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Schema {
    /// The product
    #[arg(long, value_parser = PossibleValuesParser::new(["pl", "pe"]))]
    pub(crate) product: String,
    /// The version of JSON Schema
    #[arg(long, value_parser = PossibleValuesParser::new(["2020-12", "draft-07"]), default_value = "2020-12")]
    pub(crate) draft: String,
    #[command(flatten)]
    pub(crate) context: ContextFile,
    /// The day of the schema; without it, the schema does not check the age of a loss
    #[arg(long, value_name = "DATE", value_parser = day)]
    pub(crate) today: Option<Date>,
    /// The kind of token of the cases
    #[arg(long, value_name = "KIND", value_parser = PossibleValuesParser::new(["user", "master"]))]
    pub(crate) credential: Option<String>,
    #[command(flatten)]
    pub(crate) compared: Compared,
}

/// A context whose firm rules are added.
#[derive(Debug, Args)]
pub(crate) struct ContextFile {
    /// A JSON file with settings, of which the firm rules, the day and the kind of token are used
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) context: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Unsaid {
    #[command(flatten)]
    pub(crate) context: ContextFile,
    #[command(flatten)]
    pub(crate) compared: Compared,
}

#[derive(Debug, Args)]
pub(crate) struct Forecasted {
    /// Files with one case each (`*.json`) or with one per line (`*.ndjson`, `*.jsonl`), folders with
    /// such files, and patterns; `-` or no file reads standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,
    /// The last day to look at, such as 2026-12-31
    #[arg(long, value_name = "DAY", value_parser = day)]
    pub(crate) on: Date,
    /// The form of the answer
    #[arg(long, value_enum, default_value = "human")]
    pub(crate) format: TableFormat,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RulesExport {
    /// The form of the tables
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: TablesFormat,
    #[command(flatten)]
    pub(crate) compared: Compared,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TablesFormat {
    /// One JSON document
    #[default]
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct Compared {
    /// Print nothing, and exit with 1 unless this file has the expected content
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) check: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// The source line with carets, the message, the rule and the fix
    Human,
    /// One JSON line per file: its name and its report, with the line and column of each issue
    Json,
    /// Annotations for a GitHub workflow
    Github,
    /// One SARIF 2.1.0 log of all files, for code scanning
    Sarif,
    /// One JUnit XML report of all files, for test reports
    Junit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// A table
    Human,
    /// JSON
    Json,
}
