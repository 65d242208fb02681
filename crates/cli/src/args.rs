//! The words of the command line.

use crate::manual;
use casegate::Language;
use casegate::wire::{CASE_OPERATIONS, Operation, SERVICE_OPERATIONS};
use casegate_server::Hook;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint, value_parser};
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Checks insurance-coverage research cases before they are sent, and says why one would be refused.
#[derive(Debug, Parser)]
#[command(name = "casegate", version, long_about = manual::ABOUT, after_help = manual::AFTER)]
#[command(arg_required_else_help = true, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check cases, for people: every finding at its line and column
    #[command(long_about = manual::CHECK, after_help = manual::CHECK_AFTER)]
    Check(Check),
    /// Check a case a line, for machines: one report out for each line in
    #[command(long_about = manual::BATCH, after_help = manual::BATCH_AFTER)]
    Batch(Batch),
    /// Print a case as it should be sent
    #[command(long_about = manual::PREPARE, after_help = manual::PREPARE_AFTER)]
    Prepare(One),
    /// Print what a form must ask, field by field, as JSON
    #[command(long_about = manual::STATES, after_help = manual::STATES_AFTER)]
    States(One),
    /// Judge files before they are sent: a list of files a line in, its verdicts a line out
    #[command(long_about = manual::FILES, after_help = manual::FILES_AFTER)]
    Files(FileLineArgs),
    /// Replay the lives of cases: a trace of triggers a line in, the states and events a line out
    #[command(long_about = manual::REPLAY, after_help = manual::REPLAY_AFTER)]
    Replay(LineArgs),
    /// Bring results into their documented shape: `results_data` a line in, its shape and notes a line out
    #[command(long_about = manual::RESULTS, after_help = manual::RESULTS_AFTER)]
    Results(LineArgs),
    /// Turn legacy traces into single requests: a trace a line in, a request a line out
    #[command(long_about = manual::MIGRATE, after_help = manual::MIGRATE_AFTER)]
    Migrate(LineArgs),
    /// Carry out any operation of the library: a JSON text a line in, its answer a line out
    #[command(long_about = manual::CALL)]
    Call(Call),
    /// Tell a rule or a code in words
    #[command(long_about = manual::EXPLAIN, after_help = manual::EXPLAIN_AFTER)]
    Explain(Explain),
    /// List the rules
    #[command(after_help = manual::RULES_AFTER)]
    Rules(Rules),
    /// List the fields of a case
    #[command(long_about = manual::FIELDS, after_help = manual::FIELDS_AFTER)]
    Fields(Fields),
    /// Serve a stand-in of the whole service on this machine, to try an integration against
    #[command(long_about = manual::SERVE, after_help = manual::SERVE_AFTER)]
    Serve(Serve),
    /// Show webhooks as they come, and each case as they picture it
    #[command(long_about = manual::LISTEN, after_help = manual::LISTEN_AFTER)]
    Listen(Listen),
    /// Print files that are written from the tables: types, schemas, pages, completions, a manual page
    #[command(long_about = manual::EXPORT, after_help = manual::EXPORT_AFTER)]
    Export(Export),
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Files with one case each; `-` or none reads standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    /// Repair what needs no answer, in the files themselves, and tell of the rest
    #[arg(long)]
    pub(crate) fix: bool,
    /// How findings are printed
    #[arg(long, value_enum, default_value_t = CheckFormat::Human)]
    pub(crate) format: CheckFormat,
    /// When to use colour; `auto` uses it on a terminal unless `NO_COLOR` is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    pub(crate) color: Color,
    /// Count warnings as errors
    #[arg(long, value_name = "WHAT", value_parser = PossibleValuesParser::new(["warnings"]))]
    pub(crate) deny: Option<String>,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
}

#[derive(Debug, Args)]
pub(crate) struct Batch {
    /// Files with one case a line, plain or gzip; `-` or none reads standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    /// Copy the record's value at this JSON Pointer into the answer, as its first member `id`
    #[arg(long, value_name = "POINTER")]
    pub(crate) id: Option<String>,
    /// Exit with 1 when a case is refused
    #[arg(long)]
    pub(crate) fail_on_invalid: bool,
    /// How many threads judge cases, at most 1024; one for each processor unless given
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
}

/// More threads than this serve nobody, and a system may not have them.
const MOST_JOBS: usize = 1024;

fn jobs(word: &str) -> Result<NonZeroUsize, String> {
    let jobs = word.parse().ok().filter(|jobs: &NonZeroUsize| jobs.get() <= MOST_JOBS);
    jobs.ok_or_else(|| format!("give a whole number from 1 to {MOST_JOBS}"))
}

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// The folder that keeps cases, files and events; made where it is missing
    #[arg(long, value_name = "DIR", default_value = "casegate-data", value_hint = ValueHint::DirPath)]
    pub(crate) data: PathBuf,
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 8787)]
    pub(crate) port: u16,
    /// The address to listen on; with 0.0.0.0, other machines reach it too
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) address: IpAddr,
    /// A file of settings, a JSON object: organizations, webhooks, carriers, delays
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,
    /// Where events go, besides what the settings name; may be repeated, and counts for this start only
    #[arg(long, value_name = "URL", value_parser = Hook::to)]
    pub(crate) webhook: Vec<Hook>,
    /// Serve the demo too, at the same address and to this machine only: an intake form, the firm's cases, a playground,
    /// the rules. With DIR, its pages are read there instead of from this program
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true, value_hint = ValueHint::DirPath)]
    #[expect(clippy::option_option, reason = "not given, given alone, given with a folder")]
    pub(crate) demo: Option<Option<PathBuf>>,
    /// How requests are logged, on standard error
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = LogFormat::Human)]
    pub(crate) log: LogFormat,
}

#[derive(Debug, Args)]
pub(crate) struct Listen {
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 8788)]
    pub(crate) port: u16,
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) address: IpAddr,
    /// The secret that deliveries are signed with; what is not signed with it gets 401
    #[arg(long, value_name = "whsec_…")]
    pub(crate) secret: Option<String>,
    /// The status that events are answered with, from 200 to 599: 500 brings retries
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u16).range(200..600))]
    pub(crate) status: u16,
    /// How events are shown: a line for people, or the event itself
    #[arg(long, value_enum, default_value_t = ListenFormat::Human)]
    pub(crate) format: ListenFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListenFormat {
    /// Type and case, and what is known of the case by now
    Human,
    /// The event as it came, a line of JSON
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// A line for people; none for what an open page asked for and got
    Human,
    /// A line of JSON, for every request
    Json,
    /// Nothing but failures
    Quiet,
}

#[derive(Debug, Args)]
pub(crate) struct One {
    /// A file with one case; `-` or none reads standard input
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

/// Every operation of the library.
pub(crate) fn operations() -> impl Iterator<Item = &'static Operation> {
    CASE_OPERATIONS.iter().chain(SERVICE_OPERATIONS)
}

fn operation_names() -> PossibleValuesParser {
    PossibleValuesParser::new(operations().map(|operation| operation.name))
}

/// JSON texts, one a line.
#[derive(Debug, Args)]
pub(crate) struct LineArgs {
    /// Files with a JSON text a line; `-` or none reads standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
}

/// Lists of files, one a line, and the case that they are sent with.
#[derive(Debug, Args)]
pub(crate) struct FileLineArgs {
    /// A file with the case that the files are sent with, for the firm's own rules on files
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) case: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) lines: LineArgs,
}

/// Settings of the context, one by one; each replaces the one of `--context`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Context")]
pub(crate) struct ContextArgs {
    /// A JSON file with any of the settings, also those that have no option
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) context: Option<PathBuf>,
    /// The day that counts as today, such as 2026-03-01
    #[arg(long, value_name = "DATE")]
    pub(crate) today: Option<String>,
    /// The kind of token that the case is sent with
    #[arg(long, value_name = "KIND", value_parser = PossibleValuesParser::new(["user", "master"]))]
    pub(crate) credential: Option<String>,
    /// The token's name, which names the reporter where no email address does
    #[arg(long, value_name = "NAME")]
    pub(crate) token_name: Option<String>,
    /// Whether the account is enrolled with the financing partner
    #[arg(long, value_name = "BOOL")]
    pub(crate) financing_enrolled: Option<bool>,
    /// How the case is sent: in one request, or in the deprecated three steps
    #[arg(long, value_name = "WAY", value_parser = PossibleValuesParser::new(["create", "legacy"]))]
    pub(crate) surface: Option<String>,
    /// The product of the legacy path; has no effect without `--surface legacy`
    #[arg(long, value_name = "PRODUCT", value_parser = PossibleValuesParser::new(["pl", "pe"]))]
    pub(crate) product: Option<String>,
    /// The language of messages
    #[arg(long, value_name = "LANGUAGE", value_parser = languages())]
    pub(crate) language: Option<Language>,
}

/// The languages that the library has.
fn languages() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.map(Language::tag))
        .try_map(|tag| Language::from_tag(&tag).ok_or("there is no such language"))
}

/// The language of what is printed from the tables.
#[derive(Debug, Args)]
pub(crate) struct InLanguage {
    /// The language of rules and labels
    #[arg(long, value_name = "LANGUAGE", value_parser = languages(), default_value = "en")]
    pub(crate) language: Language,
}

#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// A rule's id, such as `pl.policyholder_named`, or a finding's code, such as `date_too_old`
    #[arg(value_name = "RULE")]
    pub(crate) rule: String,
    #[command(flatten)]
    pub(crate) words: InLanguage,
}

#[derive(Debug, Args)]
pub(crate) struct Rules {
    /// How they are printed
    #[arg(long, value_enum, default_value_t = TableFormat::Human)]
    pub(crate) format: TableFormat,
    #[command(flatten)]
    pub(crate) words: InLanguage,
}

#[derive(Debug, Args)]
pub(crate) struct Fields {
    /// Only the fields of this product
    #[arg(long, value_parser = PossibleValuesParser::new(["pl", "pe"]))]
    pub(crate) product: Option<String>,
    /// How they are printed
    #[arg(long, value_enum, default_value_t = TableFormat::Human)]
    pub(crate) format: TableFormat,
    #[command(flatten)]
    pub(crate) words: InLanguage,
}

#[derive(Debug, Args)]
pub(crate) struct Export {
    #[command(subcommand)]
    pub(crate) what: Exported,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Exported {
    /// TypeScript types of cases, reports and settings
    Types(Compared),
    /// TypeScript types of what happens around a case: its life, requests, events, results, records
    ServiceTypes(Compared),
    /// The field catalogue, word lists and rules as a TypeScript module; in another language than English, their words
    Fields(InWords),
    /// The digest of the tables as a Rust module
    Digest(Compared),
    /// The JSON Schema of a product's cases
    #[command(long_about = manual::EXPORT_SCHEMA)]
    Schema(Schema),
    /// What the JSON Schemas of cases cannot say, and why, as JSON
    Unsaid(Unsaid),
    /// The JSON Schema of a context, for editors
    SettingsSchema(Compared),
    /// The JSON Schema of a report
    ReportSchema(Compared),
    /// The service's endpoints and webhooks as `OpenAPI` 3.1
    Openapi(Compared),
    /// A page about a rule in Markdown
    #[command(long_about = manual::EXPORT_PAGE)]
    Page(Page),
    /// The pages about all rules, and one that lists them, as files of a folder
    Pages(Pages),
    /// What the rules say and find, and cases of each, as JSON
    RuleCases(RuleCases),
    /// A shell's completions
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// A manual page
    Man {
        /// The command that the page is about; the whole program unless given
        #[arg(value_name = "COMMAND")]
        command: Option<String>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct InWords {
    #[command(flatten)]
    pub(crate) words: InLanguage,
    #[command(flatten)]
    pub(crate) compared: Compared,
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
    /// The day on which the schema is to hold; without it, the age of a loss is left out
    #[arg(long, value_name = "DATE")]
    pub(crate) today: Option<casegate::Date>,
    /// The kind of token that the cases are sent with
    #[arg(long, value_name = "KIND", value_parser = PossibleValuesParser::new(["user", "master"]))]
    pub(crate) credential: Option<String>,
    #[command(flatten)]
    pub(crate) compared: Compared,
}

/// A context whose firm's rules are added.
#[derive(Debug, Args)]
pub(crate) struct ContextFile {
    /// A JSON file of settings; the firm's rules, the day and the kind of token count
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
pub(crate) struct Page {
    /// The rule's id, such as `pl.policyholder_named`
    #[arg(value_name = "RULE")]
    pub(crate) rule: String,
    /// The folder with the test vectors, for examples
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) vectors: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) compared: Compared,
}

#[derive(Debug, Args)]
pub(crate) struct Pages {
    /// The folder that they are written to
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,
    /// The folder with the test vectors, for examples
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) vectors: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct RuleCases {
    /// The folder with the test vectors
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) vectors: PathBuf,
    #[command(flatten)]
    pub(crate) compared: Compared,
}

#[derive(Debug, Args)]
pub(crate) struct Compared {
    /// Print nothing, and exit with 1 when this file is not what would be printed
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) check: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// The source line with carets, the message, the rule and the fix
    Human,
    /// The report, a line for each file
    Json,
    /// Annotations of a GitHub workflow
    Github,
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
