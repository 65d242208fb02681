//! `casegate forecast`: the cases whose verdict changes until a day.

use crate::Outcome;
use crate::args::{Forecasted, TableFormat};
use crate::context::{self, NoToday, Settings};
use crate::error::{CliError, say};
use crate::input;
use crate::output::Output;
use crate::paths::{self, PathError};
use casegate::{Date, DayOfChange, Forecast, Issue, Severity, forecast};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

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
type ByRule = BTreeMap<String, Vec<String>>;

pub(crate) fn run(args: &Forecasted) -> Result<Outcome, CliError> {
    let settings = context::read(&args.context, NoToday::Local, false)?;
    if args.on <= settings.context.today() {
        return Err(CliError::new(format!("--on must be after today, {}", settings.context.today())));
    }
    let mut output = Output::plain();
    let mut seen = Seen::default();
    for path in paths::cases(&args.files) {
        let read = path.and_then(|path| {
            let source =
                input::read(&path, limit(&path, &settings)).map_err(|error| PathError { path: path.clone(), error })?;
            Ok((path, source))
        });
        let (path, source) = match read {
            Ok(read) => read,
            Err(PathError { error, .. }) => {
                error.print();
                seen.outcome = Outcome::Failed;
                continue;
            }
        };
        let has_lines = has_lines(&path);
        let cases: Vec<(Option<usize>, &str)> = if has_lines {
            source
                .text
                .lines()
                .enumerate()
                .filter(|(_, line)| !line.trim().is_empty())
                .map(|(at, line)| (Some(at + 1), line))
                .collect()
        } else {
            vec![(None, &source.text)]
        };
        for (line, case) in cases {
            let said = forecast(case, &settings.context, args.on);
            let name = line.map_or_else(|| source.name.clone(), |line| format!("{}:{line}", source.name));
            seen.add(&name, &said);
            if args.format == TableFormat::Json && !said.changes.is_empty() {
                let line = CaseLine { file: &source.name, line, forecast: &said };
                let line = serde_json::to_string(&line)
                    .map_err(|error| CliError::new(format!("the forecast cannot be written: {error}")))?;
                output.print(&(line + "\n"))?;
            }
        }
    }
    if args.format == TableFormat::Human {
        output.print(&seen.text())?;
        say(seen.summary(args.on));
    }
    Ok(seen.outcome)
}

/// A file with a case on each line may be longer than the limit of a case.
fn limit(path: &Path, settings: &Settings) -> usize {
    if has_lines(path) { usize::MAX - 1 } else { settings.text_bytes }
}

fn has_lines(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "ndjson" || extension == "jsonl")
}

/// The cases so far.
struct Seen {
    cases: usize,
    /// The cases that are accepted today and refused later, or the other way round.
    changed: usize,
    /// The cases of which only warnings change.
    warned: usize,
    by_rule: ByRule,
    outcome: Outcome,
}

impl Default for Seen {
    fn default() -> Seen {
        Seen { cases: 0, changed: 0, warned: 0, by_rule: ByRule::new(), outcome: Outcome::Success }
    }
}

impl Seen {
    fn add(&mut self, name: &str, said: &Forecast) {
        self.cases += 1;
        let mut ok = said.ok;
        let mut has_changed = false;
        for change in &said.changes {
            if change.ok != ok {
                has_changed = true;
                for issue in causes(change) {
                    let rule = issue.rule.as_deref().unwrap_or_else(|| issue.code.name()).to_owned();
                    let verdict = if change.ok { "accepted" } else { "refused" };
                    let place = if issue.at.is_empty() { String::new() } else { format!("  {}", issue.at) };
                    self.by_rule.entry(rule).or_default().push(format!("  {}  {verdict}  {name}{place}\n", change.on));
                }
            }
            ok = change.ok;
        }
        self.changed += usize::from(has_changed);
        self.warned += usize::from(!has_changed && !said.changes.is_empty());
        if said.ok && !ok {
            self.outcome = self.outcome.max(Outcome::Refused);
        }
    }

    fn text(&self) -> String {
        let rules = self.by_rule.iter().map(|(rule, lines)| {
            let mut lines = lines.clone();
            lines.sort();
            format!("{rule}\n{}", lines.concat())
        });
        rules.collect::<Vec<_>>().join("\n")
    }

    fn summary(&self, on: Date) -> String {
        let cases = |count: usize| if count == 1 { "1 case".to_owned() } else { format!("{count} cases") };
        let warned =
            if self.warned == 0 { String::new() } else { format!("; other warnings on {}", cases(self.warned)) };
        format!("{} until {on}: the verdict on {} changes{warned}", cases(self.cases), cases(self.changed))
    }
}

/// Returns the errors that change a verdict.
fn causes(change: &DayOfChange) -> impl Iterator<Item = &Issue> {
    let issues = if change.ok { &change.gone } else { &change.new };
    issues.iter().filter(|issue| issue.severity == Severity::Error)
}
