//! `casegate batch`: one report per line for one case per line, on all processors and in constant
//! memory.
//!
//! Each worker takes a block of whole lines, checks it, and takes the next. The reports are written
//! in the order of the blocks. Nothing is passed between threads, which would cost more than
//! reading, and memory is limited to a few blocks, however long the input is.

mod identify;
mod lines;
mod progress;
mod source;
mod turns;

use crate::Outcome;
use crate::args::Batch;
use crate::context::{self, NoToday};
use crate::error::{CliError, note};
use crate::input::{is_standard, shown};
use crate::judge::{judge, one_line, readable};
use crate::paths;
use crate::style::counted;
use casegate::Context;
use casegate::wire::text_of;
use identify::Pointer;
use lines::Block;
use progress::{Count, Progress};
use source::Source;
use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::thread;
use turns::Turns;

/// A worker writes the reports of a block so far, in its turn, if they exceed this size.
const REPORTS: usize = 1 << 20;

/// Checks every line of every file.
pub(crate) fn run(args: &Batch) -> Result<Outcome, CliError> {
    let settings = context::read(&args.context, NoToday::Refuse, false)?;
    let id = args.id.as_deref().map(Pointer::parse).transpose()?;
    let files = paths::lines(&args.files)?;
    let total = look_at(&files)?;

    let jobs = jobs(args);
    let worker = Worker { context: &settings.context, id: id.as_ref() };
    let source = Source::new(&files, settings.text_bytes);
    let turns = Turns::new(io::stdout(), jobs, Progress::where_it_is_seen(source.read_bytes(), total));
    let source = Mutex::new(source);
    let started = thread::scope(|scope| {
        // No worker starts before all exist.
        let mut reading = source.lock().unwrap_or_else(PoisonError::into_inner);
        for _ in 1..jobs {
            thread::Builder::new()
                .spawn_scoped(scope, || worker.work(&source, &turns))
                .inspect_err(|_| reading.close())?;
        }
        drop(reading);
        worker.work(&source, &turns);
        Ok(())
    });
    started.map_err(|error| CliError::threadless(jobs, &error))?;

    let (count, ended) = turns.finish();
    if count.blank > 0 {
        let what = counted(count.blank, "blank line has", "blank lines have");
        note(format_args!("{what} no case and no report"));
    }
    if let Some(fault) = source.into_inner().unwrap_or_else(PoisonError::into_inner).fault() {
        fault.print();
        return Err(CliError::new(format!(
            "{} answered before that",
            counted(count.records, "line was", "lines were")
        )));
    }
    match ended {
        Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(CliError::unwritable(&error)),
        _ if args.fail_on_invalid && count.refused > 0 => Ok(Outcome::Refused),
        _ => Ok(Outcome::Success),
    }
}

/// Returns the number of workers. This thread is one of them. WebAssembly has no other threads, and
/// the answers do not depend on the number.
fn jobs(args: &Batch) -> usize {
    if cfg!(target_family = "wasm") {
        return 1;
    }
    args.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, usize::from)
}

/// Returns the length of all files, unless one has none, as standard input. A misspelled name is reported at the start,
/// not after hours of work.
fn look_at(files: &[PathBuf]) -> Result<Option<u64>, CliError> {
    let mut total = (!files.iter().any(|path| is_standard(path))).then_some(0);
    for path in files.iter().filter(|path| !is_standard(path)) {
        let about = fs::metadata(path).map_err(|error| CliError::unreadable(shown(path), &error))?;
        if about.is_dir() {
            return Err(CliError::new(format!("{} is a folder", shown(path))));
        }
        total = total.filter(|_| about.is_file()).map(|total| total + about.len());
    }
    Ok(total)
}

/// The parts of a worker.
struct Worker<'s> {
    context: &'s Context,
    id: Option<&'s Pointer>,
}

impl Worker<'_> {
    /// Checks blocks until there are no more, or nobody reads the reports.
    fn work(&self, source: &Mutex<Source>, turns: &Turns<impl io::Write>) {
        let (mut block, mut reports) = (Block::default(), String::new());
        loop {
            let next = source.lock().unwrap_or_else(PoisonError::into_inner).fill(&mut block);
            let Some(number) = next else { return };
            reports.clear();
            reports.shrink_to(2 * REPORTS);
            let mut count = Count { bytes: block.read, ..Count::default() };
            for line in block.lines() {
                if reports.len() > REPORTS {
                    if !turns.write(number, &reports) {
                        return;
                    }
                    reports.clear();
                }
                // A report of a blank line would be five hundred times its size.
                if line.trim_ascii().is_empty() {
                    count.blank += 1;
                    continue;
                }
                count.records += 1;
                count.refused += u64::from(!self.answer(line, &mut reports));
            }
            if !turns.end(number, &mut reports, &count) {
                return;
            }
        }
    }

    /// Adds the report on a line. Returns its verdict.
    fn answer(&self, line: &[u8], reports: &mut String) -> bool {
        let text = text_of(line, self.context);
        let judged = judge(&text, self.context);
        match self.id {
            None => reports.push_str(&judged.report),
            Some(pointer) => {
                let said = if matches!(text, Cow::Borrowed(_)) { &text } else { readable(line) };
                reports.push_str("{\"id\":");
                reports.push_str(&one_line(pointer.value(said).unwrap_or("null").to_owned()));
                reports.push(',');
                reports.push_str(judged.report.get(1..).unwrap_or_default());
            }
        }
        reports.push('\n');
        judged.ok
    }
}
