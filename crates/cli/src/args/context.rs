//! The settings of the context as options.

use super::day;
use casegate::Date;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueHint};
use std::path::PathBuf;

/// Single settings of the context. Each replaces the one of `--context`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Context")]
pub(crate) struct ContextArgs {
    /// A JSON file with any settings, including those without an option
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) context: Option<PathBuf>,
    /// The day that counts as today in the firm's time zone, such as 2026-03-01
    #[arg(long, value_name = "DATE", value_parser = day)]
    pub(crate) today: Option<Date>,
    /// The day or the version of the service whose rulebook counts, such as 2026-11-11 or 2.0.0
    #[arg(long, value_name = "DAY|VERSION")]
    pub(crate) as_of: Option<String>,
    /// The kind of token of the request
    #[arg(long, value_name = "KIND", value_parser = PossibleValuesParser::new(["user", "master"]))]
    pub(crate) credential: Option<String>,
    /// The token's name, which names the reporter if no email address does
    #[arg(long, value_name = "NAME")]
    pub(crate) token_name: Option<String>,
    /// Whether the account is enrolled with the financing partner
    #[arg(long, value_name = "BOOL")]
    pub(crate) financing_enrolled: Option<bool>,
    /// How the case is submitted: in one request, or in the three deprecated steps
    #[arg(long, value_name = "WAY", value_parser = PossibleValuesParser::new(["create", "legacy"]))]
    pub(crate) surface: Option<String>,
    /// The product of the legacy path; used only with `--surface legacy`
    #[arg(long, value_name = "PRODUCT", value_parser = PossibleValuesParser::new(["pl", "pe"]))]
    pub(crate) product: Option<String>,
}
