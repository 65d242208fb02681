//! The arguments of `record` and `drift`.

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use std::net::IpAddr;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Record {
    #[command(subcommand)]
    pub(crate) command: Option<RecordCommand>,
    /// The base address of the service, in front of which a proxy records
    #[arg(long, value_name = "URL", required_unless_present = "from", conflicts_with = "from")]
    pub(crate) upstream: Option<String>,
    /// A file with saved exchanges (HAR, or a JSON line for each exchange); may be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) from: Vec<PathBuf>,
    /// The host of the service, which a HAR file with several similar hosts needs; the port may be left out
    #[arg(long, value_name = "HOST", requires = "from")]
    pub(crate) host: Option<String>,
    /// The recording; new lines are appended
    #[arg(long, value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub(crate) into: Option<PathBuf>,
    /// The key of hashes, created if missing; the name of the recording and `.key` by default
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) key: Option<PathBuf>,
    /// A JSON file with settings, whose extra words are recorded as they are
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) context: Option<PathBuf>,
    /// The receiver to which the proxy forwards webhooks; without it, they are answered with 204
    #[arg(long, value_name = "URL", requires = "upstream")]
    pub(crate) webhooks_to: Option<String>,
    /// The port of the proxy; 0 selects a free one
    #[arg(long, value_name = "N", default_value_t = 8786)]
    pub(crate) port: u16,
    /// The address that the proxy listens on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) address: IpAddr,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RecordCommand {
    /// Replace the hash of a word or name in a recording by the word, after a person confirmed it
    Reveal(Reveal),
}

#[derive(Debug, Args)]
pub(crate) struct Reveal {
    /// The recording
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// The word or name
    #[arg(long, value_name = "WORD")]
    pub(crate) word: String,
    /// The key of hashes; the name of the recording and `.key` by default
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) key: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Drift {
    /// The recording; `-` reads standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// The output format
    #[arg(long, value_enum, default_value_t = DriftFormat::Human)]
    pub(crate) format: DriftFormat,
    /// List the numbered decisions that no exchange confirms or contradicts, in the report for people
    #[arg(long)]
    pub(crate) open: bool,
    /// A JSON file with the settings that the account has at the service
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) context: Option<PathBuf>,
    /// Write a context with which the rulebook would agree: confirmed words, warnings as errors
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) propose_context: Option<PathBuf>,
    /// Write test vectors with made-up values and the verdicts of the service
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) propose_vectors: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DriftFormat {
    /// Text for people
    Human,
    /// One JSON object
    Json,
    /// A SARIF 2.1.0 log, for code scanning
    Sarif,
}
