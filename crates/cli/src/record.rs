//! `casegate record`: turns exchanges into lines without values.

use crate::Outcome;
use crate::args::recordings::{Record, RecordCommand, Reveal};
use crate::drift::{settings, write};
use crate::error::{CliError, note, plain};
use crate::input::{self, shown};
use casegate_drift::{Key, Line, Recorder, read_lines, read_source, reveal};
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

pub(crate) fn run(args: &Record) -> Result<Outcome, CliError> {
    if let Some(RecordCommand::Reveal(args)) = &args.command {
        return reveal_word(args);
    }
    let Some(into) = &args.into else { return Ok(Outcome::Failed) };
    let words = settings(args.context.as_deref())?.words();
    let key = key(&key_path(into, args.key.as_deref()))?;
    let recorder = Recorder::new(key, words.into_iter().collect()).cases_from(next_case(into)?);
    match &args.upstream {
        Some(upstream) => proxy(args, upstream, into, recorder),
        None => from_files(args, into, recorder),
    }
}

fn from_files(args: &Record, into: &Path, mut recorder: Recorder) -> Result<Outcome, CliError> {
    let mut lines = String::new();
    let mut count = 0;
    for path in &args.from {
        let text = input::own_text(path)?;
        let found = read_source(&text).map_err(|error| CliError::new(format!("{}: {error}", input::name(path))))?;
        count += found.len();
        lines.extend(found.iter().map(|raw| recorder.line(raw).to_json() + "\n"));
    }
    append(into, &lines)?;
    note(format_args!("recorded {count} exchanges and events into {}", shown(into)));
    Ok(Outcome::Success)
}

fn proxy(args: &Record, upstream: &str, into: &Path, recorder: Recorder) -> Result<Outcome, CliError> {
    use casegate_drift::proxy::{Proxy, WEBHOOKS, serve};
    use std::net::SocketAddr;

    let proxy = Proxy { upstream: upstream.trim_end_matches('/').to_owned(), webhooks_to: args.webhooks_to.clone() };
    // The file can be written before the first request is forwarded.
    append(into, "")?;
    let ready = |url: &str| note(format_args!("recording at {url}, webhooks at {url}{WEBHOOKS} (Ctrl-C stops it)"));
    let file = into.to_owned();
    let write = move |line: &str| {
        // The caller is answered even if the disk is full.
        append(&file, &format!("{line}\n")).unwrap_or_else(|error| error.print());
    };
    serve(proxy, recorder, SocketAddr::new(args.address, args.port), ready, write)
        .map_err(|error| CliError::new(error.to_string()))?;
    Ok(Outcome::Success)
}

fn reveal_word(args: &Reveal) -> Result<Outcome, CliError> {
    let key = read_key(&key_path(&args.file, args.key.as_deref()))?;
    let text = input::own_text(&args.file)?;
    let (revealed, count) =
        reveal(&text, &key, &args.word).map_err(|error| CliError::new(format!("{}: {error}", shown(&args.file))))?;
    if count == 0 {
        note("the recording has no hash of this word");
        return Ok(Outcome::Refused);
    }
    write(&args.file, &revealed)?;
    note(format_args!("revealed in {count} places"));
    Ok(Outcome::Success)
}

/// Returns the path of the key: the given one, or the one beside the recording.
fn key_path(recording: &Path, given: Option<&Path>) -> PathBuf {
    let beside = || {
        let mut name = recording.as_os_str().to_owned();
        name.push(".key");
        PathBuf::from(name)
    };
    given.map_or_else(beside, Path::to_owned)
}

fn read_key(path: &Path) -> Result<Key, CliError> {
    let text = fs::read_to_string(path).map_err(|error| CliError::unreadable(shown(path), &error))?;
    Key::parse(&text).map_err(|error| CliError::new(format!("{}: {error}", shown(path))))
}

/// Reads the key, or creates it.
fn key(path: &Path) -> Result<Key, CliError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = match options.open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return read_key(path),
        Err(error) => return Err(unwritable(path, &error)),
    };
    let key = Key::random().map_err(|error| CliError::new(error.to_string()))?;
    file.write_all(key.to_text().as_bytes()).map_err(|error| unwritable(path, &error))?;
    Ok(key)
}

/// Returns the number of the first case that a recording does not have yet.
fn next_case(recording: &Path) -> Result<usize, CliError> {
    let text = match fs::read_to_string(recording) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(1),
        Err(error) => return Err(CliError::unreadable(shown(recording), &error)),
    };
    let lines = read_lines(&text).map_err(|error| CliError::new(format!("{}: {error}", shown(recording))))?;
    let case = |line: &Line| match line {
        Line::Exchange(exchange) => exchange.case,
        Line::Event(event) => event.case,
    };
    Ok(lines.iter().filter_map(case).max().unwrap_or_default() + 1)
}

fn append(path: &Path, text: &str) -> Result<(), CliError> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.and_then(|mut file| file.write_all(text.as_bytes())).map_err(|error| unwritable(path, &error))
}

fn unwritable(path: &Path, error: &std::io::Error) -> CliError {
    CliError::new(format!("{} cannot be written: {}", shown(path), plain(error)))
}
