//! The arguments of `map`.

use crate::args::{ContextArgs, TableFormat};
use crate::manual;
use clap::{Args, Subcommand, ValueHint};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct FieldMap {
    #[command(subcommand)]
    pub(crate) command: MapCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum MapCommand {
    /// Check a map, and the columns of a table
    #[command(after_help = manual::MAP_CHECK_AFTER)]
    Check(MapCheck),
    /// Make the cases of a table, and check them
    #[command(long_about = manual::MAP_CASES, after_help = manual::MAP_CASES_AFTER)]
    Cases(MapCases),
    /// Write results, or the findings of rows, as a table
    #[command(long_about = manual::MAP_ROWS, after_help = manual::MAP_ROWS_AFTER)]
    Rows(MapRows),
}

#[derive(Debug, Args)]
pub(crate) struct MapCheck {
    /// The map
    #[arg(value_name = "MAP", value_hint = ValueHint::FilePath)]
    pub(crate) map: PathBuf,
    /// A CSV file with the columns of the map
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
    /// The output format
    #[arg(long, value_enum, default_value_t = TableFormat::Human)]
    pub(crate) format: TableFormat,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
}

#[derive(Debug, Args)]
pub(crate) struct MapCases {
    /// The map
    #[arg(value_name = "MAP", value_hint = ValueHint::FilePath)]
    pub(crate) map: PathBuf,
    /// A CSV file; `-` reads standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// The output format; JSON has a line for each row
    #[arg(long, value_enum, default_value_t = TableFormat::Human)]
    pub(crate) format: TableFormat,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
}

#[derive(Debug, Args)]
pub(crate) struct MapRows {
    /// The map
    #[arg(value_name = "MAP", value_hint = ValueHint::FilePath)]
    pub(crate) map: PathBuf,
    /// A JSON list of objects, or an object on each line; `-` reads standard input
    #[arg(value_name = "RESULTS", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// Write cells as they are, for a program; a spreadsheet may run or change them
    #[arg(long)]
    pub(crate) exact: bool,
}
