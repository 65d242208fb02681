//! Operations of the library on lines: `casegate call`, and the commands that are one operation each.

use crate::Outcome;
use crate::args::{Lines, operations};
use crate::fault::Fault;
use crate::host::{self, NoToday};
use crate::input::{is_standard, name, or_standard};
use crate::judge::one_line;
use crate::output::Output;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// Carries out an operation on every line.
pub(crate) fn run(operation: &str, words: &Lines) -> Result<Outcome, Fault> {
    let Some(operation) = operations().find(|known| known.name == operation) else {
        return Err(Fault::new(format!("there is no operation {operation}")));
    };
    let settings = host::read(&words.host, if operation.needs_today { NoToday::Refuse } else { NoToday::Any }, false)?;
    let mut output = Output::plain();
    for path in or_standard(&words.files) {
        let unreadable = |error| Fault::unreadable(name(&path), &error);
        let mut lines = open(&path).map_err(unreadable)?;
        let mut line = Vec::new();
        while lines.read_until(b'\n', &mut line).map_err(unreadable)? > 0 {
            if line.ends_with(b"\n") {
                line.pop();
            }
            if line.ends_with(b"\r") {
                line.pop();
            }
            // What is no UTF-8 is no JSON either, as a NUL is none.
            let text = std::str::from_utf8(&line).unwrap_or("\0");
            output.print(&(one_line(operation.call_with(text, &settings.host)) + "\n"))?;
            line.clear();
        }
    }
    Ok(Outcome::Fine)
}

fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    Ok(if is_standard(path) { Box::new(io::stdin().lock()) } else { Box::new(BufReader::new(File::open(path)?)) })
}
