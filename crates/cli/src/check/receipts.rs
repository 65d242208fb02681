//! The file of `--receipt`: a receipt for each case, one per line.

use super::rewrite::target;
use crate::context::Settings;
use crate::error::{CliError, plain, say};
use crate::input::{Source, is_standard, shown};
use casegate::receipt;
use std::fs;
use std::path::Path;

/// The receipts so far, and their file.
pub(super) struct Receipts<'a> {
    path: &'a Path,
    text: String,
}

impl Receipts<'_> {
    /// Refuses a file that is one of the inputs, because writing it would replace the input.
    pub(super) fn new<'p, 'i>(
        path: &'p Path,
        inputs: impl IntoIterator<Item = &'i Path>,
    ) -> Result<Receipts<'p>, CliError> {
        if is_standard(path) {
            let why = "--receipt takes a file, because findings go to standard output";
            return Err(CliError::new(format!("{why}; `casegate call receipt` prints receipts of lines")));
        }
        // A file that does not exist yet is no input.
        if let Ok(own) = target(path)
            && inputs.into_iter().any(|input| target(input).is_ok_and(|input| input == own))
        {
            return Err(CliError::new(format!("--receipt would replace {}, which is an input", shown(path))));
        }
        Ok(Receipts { path, text: String::new() })
    }

    /// Adds the receipt of a case. A text beyond the limit was not read to its end, so its digest is
    /// unknown.
    pub(super) fn add(&mut self, source: &Source, settings: &Settings) {
        if source.text.len() > settings.text_bytes {
            say(format_args!("{} is longer than the limit and has no receipt", source.name));
            return;
        }
        self.text.push_str(&receipt(&source.text, &settings.context).to_string());
        self.text.push('\n');
    }

    pub(super) fn write(self) -> Result<(), CliError> {
        fs::write(self.path, self.text)
            .map_err(|error| CliError::new(format!("{} cannot be written: {}", shown(self.path), plain(&error))))
    }
}
