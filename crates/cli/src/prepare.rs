//! `casegate prepare` and `casegate states`: one case in, one JSON text out.

use crate::Outcome;
use crate::args::FileArgs;
use crate::context::{self, NoToday, Settings};
use crate::error::{CliError, note};
use crate::input::{self, Source};
use crate::judge::one_line;
use crate::output::Output;
use crate::sanitize;
use casegate::prepare::Reason;
use casegate::{check_case, prepare_case, wire};
use std::path::Path;

/// Prints the payload as it should be sent and, on standard error, what was omitted.
pub(crate) fn prepare(args: &FileArgs) -> Result<Outcome, CliError> {
    let (settings, source) = read(args)?;
    let ready = prepare_case(&source.text, &settings.context);
    let Some(payload) = ready.prepared else {
        let report = check_case(&source.text, &settings.context);
        let why = report.issues.first().map_or("", |issue| issue.message.as_str());
        CliError::new(format!("{}: {why}", source.name)).print();
        return Ok(Outcome::Refused);
    };
    for omitted in ready.omitted {
        note(format_args!("left out {}: {}", sanitize::one_line(&omitted.at), why(omitted.reason)));
    }
    Output::plain().print(&format!("{}\n", payload.get()))?;
    Ok(Outcome::Success)
}

/// Prints the state of every field.
pub(crate) fn states(args: &FileArgs) -> Result<Outcome, CliError> {
    let (settings, source) = read(args)?;
    let states = one_line(wire::FIELD_STATES.call_with(&source.text, &settings.context));
    Output::plain().print(&format!("{states}\n"))?;
    Ok(Outcome::Success)
}

fn read(args: &FileArgs) -> Result<(Settings, Source), CliError> {
    let settings = context::read(&args.context, NoToday::Local, false)?;
    let source = input::read(args.file.as_deref().unwrap_or(Path::new("-")), settings.text_bytes)?;
    Ok((settings, source))
}

fn why(reason: Reason) -> &'static str {
    match reason {
        Reason::NotSet => "it says nothing",
        Reason::Deprecated => "it is old and has no effect",
        Reason::Ignored => "the service ignores it",
        Reason::Removed => "the service no longer has this field",
        Reason::ReadOnly => "the service fills it in",
        Reason::Renamed => "its value is under the current name",
        Reason::Duplicate => "the same field comes again, and the last one counts",
        _ => "the service does not read it",
    }
}
