//! `casegate forecast`: the cases whose verdict changes until a day.

use crate::Outcome;
use crate::args::{Forecasted, TableFormat};
use crate::context::{self, NoToday, Settings};
use crate::error::{CliError, say};
use crate::input::{self, is_standard};
use crate::output::Output;
use crate::paths::{self, PathError};
use crate::style::{BAD, GOOD, STRONG, counted, styled};
use casegate::{Date, DayOfChange, Forecast, Issue, Severity, forecast};
use serde::Serialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;
use std::path::Path;
use std::{fmt, iter};

/// A case with its forecast.
#[derive(Serialize)]
struct CaseLine<'f> {
    file: &'f str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(flatten)]
    forecast: &'f Forecast,
}

/// The changes of verdicts, by the rule or the code that changes them.
type ByRule = BTreeMap<String, Vec<Change>>;

pub(crate) fn run(args: &Forecasted) -> Result<Outcome, CliError> {
    let settings = context::read(&args.context, NoToday::Local, false)?;
    if args.on <= settings.context.today() {
        return Err(CliError::new(format!("--on must be after today, {}", settings.context.today())));
    }
    let mut output = Output::human();
    let mut seen = Seen::default();
    for path in paths::cases_and_lines(&args.files) {
        let read = path.and_then(|path| match Cases::read(&path, &settings) {
            Ok(cases) => Ok((path, cases)),
            Err(error) => Err(PathError { path, error }),
        });
        let (path, cases) = match read {
            Ok(read) => read,
            Err(PathError { error, .. }) => {
                error.print();
                seen.outcome = Outcome::Failed;
                continue;
            }
        };
        let file = input::source_name(&path);
        for (line, case) in cases.iter() {
            let said = forecast(case, &settings.context, args.on);
            seen.add(&file, line, &said);
            if args.format == TableFormat::Json && !said.changes.is_empty() {
                let line = CaseLine { file: &file, line, forecast: &said };
                let line = serde_json::to_string(&line)
                    .map_err(|error| CliError::new(format!("the forecast cannot be written: {error}")))?;
                output.print(&(line + "\n"))?;
            }
        }
    }
    if args.format == TableFormat::Human {
        output.print(&seen.text())?;
    }
    say(seen.summary(args.on));
    Ok(seen.outcome)
}

/// The cases of a file.
enum Cases {
    One(String),
    /// Lines, of which some may not be UTF-8.
    Lines(Vec<u8>),
}

impl Cases {
    /// Reads a file. Standard input has a case per line unless it is one JSON value.
    fn read(path: &Path, settings: &Settings) -> Result<Cases, CliError> {
        if !is_standard(path) && !paths::has_lines(path) {
            return Ok(Cases::One(input::read(path, settings.text_bytes)?.text));
        }
        let bytes = input::plain_bytes(path, u64::MAX)?;
        input::note_mark(path, &bytes);
        match String::from_utf8(bytes) {
            Ok(text) if is_standard(path) && serde_json::from_str::<IgnoredAny>(&text).is_ok() => Ok(Cases::One(text)),
            Ok(text) => Ok(Cases::Lines(text.into_bytes())),
            Err(error) => Ok(Cases::Lines(error.into_bytes())),
        }
    }

    /// Returns the cases, with the numbers of lines. Blank lines have no case.
    fn iter(&self) -> Box<dyn Iterator<Item = (Option<usize>, &[u8])> + '_> {
        match self {
            Cases::One(text) => Box::new(iter::once((None, text.as_bytes()))),
            Cases::Lines(bytes) => {
                let lines = bytes.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
                let numbered = lines.enumerate().filter(|(_, line)| !line.trim_ascii().is_empty());
                Box::new(numbered.map(|(at, line)| (Some(at + 1), line)))
            }
        }
    }
}

/// A change of a verdict. The order is that of the answer.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Change {
    on: Date,
    is_accepted: bool,
    file: String,
    line: Option<usize>,
    at: String,
}

impl fmt::Display for Change {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let style = if self.is_accepted { GOOD } else { BAD };
        let verdict = styled(style, if self.is_accepted { "accepted" } else { "refused" });
        write!(out, "  {}  {verdict}  {}", self.on, self.file)?;
        if let Some(line) = self.line {
            write!(out, ":{line}")?;
        }
        if self.at.is_empty() { Ok(()) } else { write!(out, "  {}", self.at) }
    }
}

/// The cases so far.
struct Seen {
    cases: usize,
    /// The cases that are accepted today and refused later, or the other way round.
    changed: usize,
    /// The cases of which only warnings change.
    warned: usize,
    /// The readable cases that are refused today.
    refused: usize,
    unreadable: usize,
    by_rule: ByRule,
    outcome: Outcome,
}

impl Default for Seen {
    fn default() -> Seen {
        let (cases, changed, warned, refused, unreadable) = (0, 0, 0, 0, 0);
        let (by_rule, outcome) = (ByRule::new(), Outcome::Success);
        Seen { cases, changed, warned, refused, unreadable, by_rule, outcome }
    }
}

impl Seen {
    fn add(&mut self, file: &str, line: Option<usize>, said: &Forecast) {
        self.cases += 1;
        let mut ok = said.ok;
        let mut has_changed = false;
        for change in &said.changes {
            if change.ok != ok {
                has_changed = true;
                for issue in causes(change) {
                    let rule = issue.rule.as_deref().unwrap_or_else(|| issue.code.name()).to_owned();
                    let (file, at) = (file.to_owned(), issue.at.clone());
                    self.by_rule.entry(rule).or_default().push(Change {
                        on: change.on,
                        is_accepted: change.ok,
                        file,
                        line,
                        at,
                    });
                }
            }
            ok = change.ok;
        }
        self.changed += usize::from(has_changed);
        self.warned += usize::from(!has_changed && !said.changes.is_empty());
        self.refused += usize::from(said.is_readable && !said.ok);
        self.unreadable += usize::from(!said.is_readable);
        if said.ok && !ok {
            self.outcome = self.outcome.max(Outcome::Refused);
        }
    }

    fn text(&mut self) -> String {
        let rules = self.by_rule.iter_mut().map(|(rule, changes)| {
            changes.sort();
            changes.iter().fold(format!("{}\n", styled(STRONG, rule)), |text, change| format!("{text}{change}\n"))
        });
        rules.collect::<Vec<_>>().join("\n")
    }

    fn summary(&self, on: Date) -> String {
        let cases = |count: usize| counted(count, "case", "cases");
        let others = [
            ("other warnings on", self.warned),
            ("already refused today:", self.refused),
            ("cannot be read:", self.unreadable),
        ];
        let others = others.iter().filter(|(_, count)| *count > 0);
        let others: Vec<String> = others.map(|(what, count)| format!("; {what} {}", cases(*count))).collect();
        let changed = cases(self.changed);
        format!("{} until {on}: the verdict on {changed} changes{}", cases(self.cases), others.concat())
    }
}

/// Returns the errors that change a verdict.
fn causes(change: &DayOfChange) -> impl Iterator<Item = &Issue> {
    let issues = if change.ok { &change.gone } else { &change.new };
    issues.iter().filter(|issue| issue.severity == Severity::Error)
}
