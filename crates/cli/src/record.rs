//! `casegate record`: turns exchanges into lines without values.

use crate::Outcome;
use crate::args::recordings::{Record, RecordCommand, Reveal};
use crate::check::rewrite::rewrite;
use crate::drift::settings;
use crate::error::{CliError, note, plain};
use crate::input::{self, shown};
use crate::style::counted;
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
    let recorder = Recorder::new(key, words.into_iter().collect()).continuing(&continued(into)?);
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
        let source = read_source(&text, args.host.as_deref());
        let source = source.map_err(|error| CliError::new(format!("{}: {error}", input::name(path))))?;
        for sentence in source.left_out_by_reason() {
            note(format_args!("{}: {sentence}", input::name(path)));
        }
        count += source.exchanges.len();
        lines.extend(source.exchanges.iter().map(|raw| recorder.line(raw).to_json() + "\n"));
    }
    if count == 0 {
        return Err(CliError::new("nothing to record: the files have no exchange with the service"));
    }
    append(into, &lines)?;
    note(format_args!("recorded {} into {}", counted(count, "line", "lines"), shown(into)));
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
        CliError::new("the recording has no hash of this word").print();
        return Ok(Outcome::Refused);
    }
    rewrite(&args.file, &text, &revealed)?;
    note(format_args!("revealed in {}", counted(count, "place", "places")));
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

/// Returns the lines of a recording that is continued. A torn last line, which a full disk or a kill
/// leaves, is cut off.
fn continued(recording: &Path) -> Result<Vec<Line>, CliError> {
    let text = match fs::read_to_string(recording) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(CliError::unreadable(shown(recording), &error)),
    };
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let (lines, torn) = text.split_at(whole);
    let lines = read_lines(lines).map_err(|error| CliError::new(format!("{}: {error}", shown(recording))))?;
    if !torn.is_empty() {
        // A file of another kind is not cut.
        if lines.is_empty() && !torn.starts_with("{\"exchange\":") && !torn.starts_with("{\"event\":") {
            return Err(CliError::new(format!("{}: line 1 is not a line of a recording", shown(recording))));
        }
        let file = OpenOptions::new().write(true).open(recording);
        let cut = file.and_then(|file| file.set_len(u64::try_from(whole).unwrap_or(u64::MAX)));
        cut.map_err(|error| unwritable(recording, &error))?;
        note(format_args!("{}: the last line was torn, and is cut off", shown(recording)));
    }
    Ok(lines)
}

/// Appends all of the text or nothing.
fn append(path: &Path, text: &str) -> Result<(), CliError> {
    let appended = || {
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        let length = file.metadata()?.len();
        file.write_all(text.as_bytes()).inspect_err(|_| {
            // A full disk takes the start of a line, which would spoil the next one.
            let _ = file.set_len(length);
        })
    };
    appended().map_err(|error| unwritable(path, &error))
}

fn unwritable(path: &Path, error: &std::io::Error) -> CliError {
    CliError::new(format!("{} cannot be written: {}", shown(path), plain(error)))
}
