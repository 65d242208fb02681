//! `casegate certify`: plays the service against a backend.

use crate::Outcome;
use crate::args::certify::Certify;
use crate::error::{CliError, Waiting, note, plain};
use crate::input::shown;
use crate::output::Output;
use crate::style::{BAD, GOOD, STRONG, styled};
use anstyle::{AnsiColor, Style};
use casegate_certify::{ActionName, Certificate, Options, Outcome as Judged, Scenario, ScenarioOutcome};
use casegate_certify::{run as play, scenarios};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

pub(crate) fn run(args: &Certify) -> Result<Outcome, CliError> {
    if args.list {
        Output::human().print(&list()?)?;
        return Ok(Outcome::Success);
    }
    let options = options(args);
    let mut printed = Ok(());
    let mut waiting = Some(Waiting::new("the first scenario is played; a line follows for each"));
    let certificate = play(&options, |scenario| {
        waiting = None;
        if printed.is_ok() {
            printed = Output::human().print(&lines(scenario));
        }
    });
    printed?;
    let certificate = certificate.map_err(|error| CliError::new(error.to_string()))?;
    Output::human().print(&summary(&certificate))?;
    if let Some(path) = &args.report {
        write(path, &report(path, &certificate))?;
    }
    Ok(match certificate.outcome {
        Judged::Passed => Outcome::Success,
        Judged::Failed => Outcome::Refused,
        Judged::Incomplete | Judged::NotTested => Outcome::Incomplete,
    })
}

fn options(args: &Certify) -> Options {
    let actions = [
        (ActionName::Reply, &args.reply),
        (ActionName::Accept, &args.accept),
        (ActionName::Cancel, &args.cancel),
        (ActionName::Append, &args.append),
    ];
    let actions: BTreeMap<ActionName, String> =
        actions.into_iter().filter_map(|(name, url)| Some((name, url.clone()?))).collect();
    Options {
        name: args.name.clone(),
        start: args.start.clone(),
        read: args.read.clone(),
        actions,
        only: args.only.clone(),
        port: args.port,
        patience: Duration::from_secs(args.patience.into()),
        log: args.backend_log.clone(),
        notice: |text| note(text),
        ..Options::new(args.submit.clone().unwrap_or_default(), args.webhook.clone().unwrap_or_default())
    }
}

fn list() -> Result<String, CliError> {
    let all = scenarios().map_err(|error| CliError::new(error.to_string()))?;
    let entry = |scenario: &Scenario| {
        format!(
            "{}\n  {}\n  {}\n",
            styled(STRONG, &scenario.name),
            scenario.sentence,
            scenario.requirements().join(", ")
        )
    };
    Ok(all.iter().map(entry).collect::<Vec<_>>().concat())
}

/// The outcome of a scenario; of a failed one also the reasons and what was seen.
fn lines(scenario: &ScenarioOutcome) -> String {
    let why = scenario.not_tested.as_ref().map(|why| format!(" ({why})")).unwrap_or_default();
    let outcome = styled(style(scenario.outcome), format_args!("{:<11}", scenario.outcome.words()));
    let mut lines = vec![format!("{outcome}{}{why}", scenario.scenario)];
    for failure in &scenario.failures {
        lines.push(format!("  {} ({})", failure.reason, failure.requirements.join(", ")));
    }
    if scenario.outcome == Judged::Failed {
        lines.push(format!("  {}", scenario.sentence));
        lines.extend(scenario.lines.iter().map(|line| format!("    {line}")));
    }
    lines.join("\n") + "\n"
}

/// For a scenario without a verdict.
const OPEN: Style = AnsiColor::Yellow.on_default();

fn style(outcome: Judged) -> Style {
    match outcome {
        Judged::Passed => GOOD,
        Judged::Failed => BAD,
        Judged::Incomplete | Judged::NotTested => OPEN,
    }
}

fn summary(certificate: &Certificate) -> String {
    let counts = [Judged::Passed, Judged::Failed, Judged::NotTested]
        .map(|outcome| (outcome, certificate.count(outcome)))
        .map(|(outcome, count)| {
            let text = format!("{} {count}", outcome.words());
            if count == 0 { text } else { styled(style(outcome), text) }
        });
    let tested = certificate.requirements.iter().filter(|requirement| requirement.outcome != Judged::NotTested).count();
    let ended = certificate.ended.as_ref().map(|why| format!("ended early: {why}\n")).unwrap_or_default();
    format!(
        "{ended}{}: {} of {} scenarios were played: {}; requirements tested: {tested}\n",
        styled(style(certificate.outcome), certificate.heading()),
        certificate.scenarios.len(),
        certificate.all_scenarios,
        counts.join(", ")
    )
}

fn report(path: &Path, certificate: &Certificate) -> String {
    let is_page = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("html"));
    if is_page { certificate.to_html() } else { format!("{:#}\n", certificate.to_json()) }
}

fn write(path: &Path, content: &str) -> Result<(), CliError> {
    fs::write(path, content)
        .map_err(|error| CliError::new(format!("{} cannot be written: {}", shown(path), plain(&error))))
}
