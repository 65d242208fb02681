//! The measured figures, for the table at the end: `aims.mjs` says what each figure is and what it
//! should be.

use std::io::Write;

/// Adds a figure to the file that `CASEGATE_FIGURES` names, if it names one.
pub fn print_figure(figure: &str, value: f64) -> std::io::Result<()> {
    let Some(path) = std::env::var_os("CASEGATE_FIGURES") else { return Ok(()) };
    writeln!(std::fs::OpenOptions::new().create(true).append(true).open(path)?, "{figure} {value:.4}")
}
