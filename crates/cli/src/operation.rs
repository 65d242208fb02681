//! Operations of the library on JSON lines: `casegate call`, and commands that are one operation
//! each.

use crate::Outcome;
use crate::args::{FileLineArgs, LineArgs, operations};
use crate::context::{self, NoToday};
use crate::error::CliError;
use crate::input::{self, is_standard, name, utf8};
use crate::judge::one_line;
use crate::output::Output;
use crate::paths;
use casegate::files::{FileRequest, FileToSend, judge_files};
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// A text on several lines among others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Several {
    /// Refused, because its author meant one text.
    Refuse,
    /// Each line has an answer, whatever it is.
    Answer,
}

/// Runs an operation on every line.
pub(crate) fn run(operation: &str, args: &LineArgs) -> Result<Outcome, CliError> {
    run_on(operation, args, Several::Refuse, |line| Cow::Borrowed(line))
}

/// Runs an operation for a program.
pub(crate) fn call(operation: &str, args: &LineArgs) -> Result<Outcome, CliError> {
    run_on(operation, args, Several::Answer, |line| Cow::Borrowed(line))
}

/// Judges the files of every line, with the case of `--case` if the line has none.
pub(crate) fn files(args: &FileLineArgs) -> Result<Outcome, CliError> {
    let case = args.case.as_deref().map(case_of).transpose()?;
    if !args.paths.is_empty() {
        return files_of_paths(args, case);
    }
    let Some(case) = case else { return run("judge_files", &args.lines) };
    run_on("judge_files", &args.lines, Several::Refuse, |line| {
        match std::str::from_utf8(line).map(|text| (text, members(text))) {
            Ok((text, Some(members))) if !members.contains_key("case") => {
                let rest = text.trim_start().strip_prefix('{').unwrap_or_default();
                let comma = if members.is_empty() { "" } else { "," };
                Cow::Owned(["{\"case\":", &case, comma, rest].concat().into_bytes())
            }
            // A line that is not an object has no case, and the library reports its error.
            _ => Cow::Borrowed(line),
        }
    })
}

/// Returns the text of a file with a case.
fn case_of(path: &Path) -> Result<String, CliError> {
    let bytes = bytes_of(path)?;
    input::note_mark(path, &bytes);
    let case = utf8(&name(path), bytes)?;
    if members(&case).is_none() {
        return Err(CliError::new(format!("{} holds no case, which is a JSON object", name(path))));
    }
    Ok(case)
}

/// Judges files by their names, sizes and edges.
fn files_of_paths(args: &FileLineArgs, case: Option<String>) -> Result<Outcome, CliError> {
    let settings = context::read(&args.lines.context, NoToday::Any, false)?;
    let of_path = |path: &PathBuf| Ok(FileToSend::of_bytes(path.to_string_lossy(), &bytes_of(path)?));
    let files = args.paths.iter().map(of_path).collect::<Result<Vec<FileToSend>, CliError>>()?;
    let verdicts = judge_files(&FileRequest { files, case, ..FileRequest::default() }, &settings.context);
    let line = serde_json::to_string(&verdicts).unwrap_or_default();
    Output::plain().print(&(one_line(line) + "\n"))?;
    Ok(Outcome::Success)
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, CliError> {
    fs::read(path).map_err(|error| CliError::unreadable(name(path), &error))
}

/// Returns the members of a JSON object by name.
fn members(text: &str) -> Option<BTreeMap<String, &RawValue>> {
    serde_json::from_str(text).ok()
}

fn run_on(
    operation: &str,
    args: &LineArgs,
    several: Several,
    input_of: impl Fn(&[u8]) -> Cow<'_, [u8]>,
) -> Result<Outcome, CliError> {
    let Some(operation) = operations().find(|known| known.name == operation) else {
        return Err(CliError::new(format!("there is no operation {operation}")));
    };
    let settings =
        context::read(&args.context, if operation.needs_today { NoToday::Refuse } else { NoToday::Any }, false)?;
    let mut output = Output::plain();
    for path in paths::lines(&args.files)? {
        let unreadable = |error| CliError::unreadable(name(&path), &error);
        let mut lines = open(&path).map_err(unreadable)?;
        let mut line = Vec::new();
        let waiting = input::await_input(&path);
        input::note_mark(&path, lines.fill_buf().map_err(unreadable)?);
        drop(waiting);
        if let Some(text) = one_value(&path, several, &mut lines, &mut line)? {
            output.print(&(one_line(operation.call_bytes(&input_of(&text), &settings.context)) + "\n"))?;
            continue;
        }
        let mut lines = line.as_slice().chain(lines);
        let mut line = Vec::new();
        for number in 1_usize.. {
            if lines.read_until(b'\n', &mut line).map_err(unreadable)? == 0 {
                break;
            }
            if several == Several::Refuse && is_begun(&line) && !lines.fill_buf().map_err(unreadable)?.is_empty() {
                return Err(several_lines(&path, number));
            }
            if line.ends_with(b"\n") {
                line.pop();
            }
            if line.ends_with(b"\r") {
                line.pop();
            }
            output.print(&(one_line(operation.call_bytes(&input_of(&line), &settings.context)) + "\n"))?;
            line.clear();
        }
    }
    Ok(Outcome::Success)
}

/// Returns the whole file if it is one JSON value over several lines. Otherwise `read` has the lines that
/// were read.
fn one_value(
    path: &Path,
    several: Several,
    lines: &mut impl BufRead,
    read: &mut Vec<u8>,
) -> Result<Option<Vec<u8>>, CliError> {
    let unreadable = |error| CliError::unreadable(name(path), &error);
    lines.read_until(b'\n', read).map_err(unreadable)?;
    if !serde_json::from_slice::<IgnoredAny>(read).is_err_and(|error| error.is_eof()) {
        return Ok(None);
    }
    let first = read.len();
    lines.read_to_end(read).map_err(unreadable)?;
    let (first, rest) = read.split_at(first);
    let is_begun = several == Several::Refuse && is_begun(first) && !rest.trim_ascii().is_empty();
    let mut values = serde_json::Deserializer::from_slice(read).into_iter::<IgnoredAny>();
    match (values.next(), values.next()) {
        (Some(Ok(_)), None) => Ok(Some(std::mem::take(read))),
        (Some(Err(error)), _) if is_begun => Err(CliError::new(format!(
            "{}:{}:{} is not JSON; check the brackets, commas and quotation marks around this position",
            name(path),
            error.line(),
            error.column()
        ))),
        (Some(Ok(_)), Some(_)) if is_begun => Err(several_lines(path, 1)),
        _ => Ok(None),
    }
}

fn several_lines(path: &Path, line: usize) -> CliError {
    CliError::new(format!(
        "{}:{line} begins a JSON text that goes on in the next line; write each text on a line of its own, as `jq -c .` does, \
         or only one into the file",
        name(path)
    ))
}

/// Returns `true` for a line of JSON for people, of which the rest is on the next lines. A line that was cut off
/// ends elsewhere, and gets an answer like any other.
fn is_begun(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line).trim_ascii_end();
    let is_open = matches!(line.last(), Some(b'{' | b'[' | b',' | b':'));
    is_open && serde_json::from_slice::<IgnoredAny>(line).is_err_and(|error| error.is_eof())
}

fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    Ok(if is_standard(path) { Box::new(io::stdin().lock()) } else { Box::new(BufReader::new(File::open(path)?)) })
}
