//! The files that the arguments of a command name. A folder contains cases as `*.json` files,
//! and for some commands as files with a case per line. A
//! pattern such as `cases/**/*.json` is expanded here if no shell did it, as on Windows or in quotes.
//!
//! The library of patterns only compares names. Its own walk follows links in circles, and panics if
//! a name is not UTF-8.

use crate::error::{CliError, note};
use crate::ignored::Ignored;
use crate::input::{is_standard, shown};
use crate::tables::fields;
use casegate::context::Limits;
use glob::{MatchOptions, Pattern};
use serde::de::IgnoredAny;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

const MATCH: MatchOptions =
    MatchOptions { case_sensitive: !cfg!(windows), require_literal_separator: true, require_literal_leading_dot: true };

/// An argument that names no readable file.
#[derive(Debug)]
pub(crate) struct PathError {
    pub(crate) path: PathBuf,
    pub(crate) error: CliError,
}

type Found = Vec<Result<PathBuf, PathError>>;

/// The extensions of files with one case.
const ONE_CASE: [&str; 1] = ["json"];

/// The extensions of files with a case per line.
const CASE_PER_LINE: [&str; 2] = ["jsonl", "ndjson"];

/// Returns the files of the arguments, or standard input if there are none. A folder means all
/// files below it with one case each.
pub(crate) fn cases(arguments: &[PathBuf]) -> Found {
    or_standard(arguments, |path| if path.is_dir() { in_folder(path, &ONE_CASE) } else { by_pattern(path) })
}

/// Returns the same as [`cases`]. A folder also means the files below it with a case per line.
pub(crate) fn cases_and_lines(arguments: &[PathBuf]) -> Found {
    let extensions = [&ONE_CASE[..], &CASE_PER_LINE].concat();
    or_standard(arguments, |path| if path.is_dir() { in_folder(path, &extensions) } else { by_pattern(path) })
}

/// Returns `true` if a file has a case per line.
pub(crate) fn has_lines(path: &Path) -> bool {
    has_extension(path, &CASE_PER_LINE)
}

fn has_extension(path: &Path, known: &[&str]) -> bool {
    path.extension().is_some_and(|extension| known.iter().any(|known| extension.eq_ignore_ascii_case(known)))
}

/// Returns the files of the arguments, or standard input if there are none. A folder is left to the
/// command.
pub(crate) fn lines(arguments: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    or_standard(arguments, by_pattern).into_iter().map(|found| found.map_err(|failed| failed.error)).collect()
}

fn or_standard(arguments: &[PathBuf], files: impl Fn(&Path) -> Found) -> Found {
    if arguments.is_empty() {
        return vec![Ok(PathBuf::from("-"))];
    }
    arguments.iter().flat_map(|path| if is_standard(path) { vec![Ok(path.clone())] } else { files(path) }).collect()
}

fn in_folder(folder: &Path, extensions: &[&str]) -> Found {
    let mut ignored = Ignored::below(folder);
    let is_wanted = |entry: &DirEntry| has_extension(entry.path(), extensions);
    let found =
        walk(WalkDir::new(folder), |entry| !ignored.contains(entry.path(), entry.file_type().is_dir()), is_wanted);
    let found = or_none(found, folder, || {
        let names: Vec<String> = extensions.iter().map(|extension| format!("*.{extension}")).collect();
        format!("{} contains no file {}", shown(folder), names.join(" or "))
    });
    let is_case = |found: &Result<PathBuf, PathError>| {
        let other = found.as_ref().ok().filter(|path| has_extension(path, &ONE_CASE) && is_something_else(path));
        other.inspect(|path| note(format_args!("{} is passed over: it has no field of a case", shown(path)))).is_none()
    };
    or_none(found.into_iter().filter(is_case).collect(), folder, || format!("{} contains no case", shown(folder)))
}

/// Returns `true` if a file of a folder is a JSON object that has properties, but no field of a case, such as a
/// `package.json`. Anything else is checked, so that a broken case is found.
#[expect(clippy::zero_sized_map_values, reason = "the reader of JSON needs a value for each name")]
fn is_something_else(path: &Path) -> bool {
    let most = Limits::default().text_bytes as u64;
    let Ok(file) = File::open(path) else { return false };
    let Ok(object) = serde_json::from_reader::<_, BTreeMap<String, IgnoredAny>>(BufReader::new(file).take(most)) else {
        return false;
    };
    !object.is_empty() && !fields::of_a_case().any(|name| object.contains_key(name))
}

/// Returns the files of a pattern. A path without wildcards is returned as it is, and so is a file
/// whose name only looks like a pattern.
fn by_pattern(path: &Path) -> Found {
    let is_wild = |part: &OsStr| part.to_string_lossy().contains(['*', '?', '[']);
    let fixed: PathBuf = path.iter().take_while(|part| !is_wild(part)).collect();
    let wild: PathBuf = path.iter().skip_while(|part| !is_wild(part)).collect();
    let pattern = wild.to_str().filter(|wild| !wild.is_empty()).and_then(|wild| Pattern::new(wild).ok());
    let Some(pattern) = pattern.filter(|_| !path.exists()) else { return vec![Ok(path.to_owned())] };

    let is_relative = fixed.as_os_str().is_empty();
    let root = if is_relative { Path::new(".") } else { &fixed };
    let is_any_depth = wild.iter().any(|part| part == "**");
    let depth = if is_any_depth { usize::MAX } else { wild.iter().count() };
    let is_match =
        |entry: &DirEntry| entry.path().strip_prefix(root).is_ok_and(|below| pattern.matches_path_with(below, MATCH));
    let mut found =
        if root.is_dir() { walk(WalkDir::new(root).max_depth(depth), |_| true, is_match) } else { Vec::new() };
    if is_relative {
        for path in found.iter_mut().flatten() {
            *path = path.strip_prefix(root).unwrap_or(path).to_owned();
        }
    }
    or_none(found, path, || format!("no file matches {}", shown(path)))
}

/// Returns the files below a folder in the order of their names. Hidden files and folders, `node_modules`,
/// and links to folders are skipped, and so is what is not kept.
fn walk(below: WalkDir, mut is_kept: impl FnMut(&DirEntry) -> bool, is_wanted: impl Fn(&DirEntry) -> bool) -> Found {
    let is_visible = |entry: &DirEntry| {
        let name = entry.file_name();
        let is_hidden = name.as_encoded_bytes().starts_with(b".") || name == "node_modules";
        entry.depth() == 0 || (!is_hidden && is_kept(entry))
    };
    let entries = below.sort_by_file_name().into_iter().filter_entry(is_visible);
    let found = entries.filter_map(|entry| match entry {
        Ok(entry) if entry.depth() > 0 && is_wanted(&entry) && entry.path().is_file() => Some(Ok(entry.into_path())),
        Ok(_) => None,
        Err(error) => {
            let path = error.path().map(Path::to_owned).unwrap_or_default();
            // Links to folders are not followed, so that no walk ends in a circle.
            let error = error.into_io_error().unwrap_or_else(|| io::ErrorKind::Other.into());
            Some(Err(PathError { error: CliError::unreadable(shown(&path), &error), path }))
        }
    });
    found.collect()
}

fn or_none(found: Found, path: &Path, why: impl Fn() -> String) -> Found {
    if found.is_empty() { vec![Err(PathError { path: path.to_owned(), error: CliError::new(why()) })] } else { found }
}
