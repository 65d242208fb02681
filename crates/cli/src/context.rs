//! The context: a file, and options that replace its settings. Both are merged into one JSON text
//! for the library, so that errors have its messages.

use crate::args::ContextArgs;
use crate::error::{CliError, note};
use crate::input::{own_text, shown};
use crate::sanitize;
use casegate::config::ContextError;
use casegate::context::Limits;
use casegate::{Code, Context, Severity};
use serde_json::{Map, Value};
use std::path::Path;

/// The settings.
pub(crate) struct Settings {
    pub(crate) context: Context,
    /// The greatest length of a payload; nothing beyond it need be kept.
    pub(crate) text_bytes: usize,
}

/// The behavior without a given day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoToday {
    /// Use this computer's date, and report it.
    Local,
    /// Refuse, because a bulk run must give the same answers on any day.
    Refuse,
    /// The command does not depend on the day.
    Any,
}

/// Reads the settings. With `deny_warnings` every warning becomes an error.
pub(crate) fn read(args: &ContextArgs, no_today: NoToday, deny_warnings: bool) -> Result<Settings, CliError> {
    let (mut settings, about) = merged(args)?;
    if !settings.contains_key("today") {
        if no_today == NoToday::Refuse {
            let needs = "--today DATE (or \"today\" in the file of --context)";
            return Err(CliError::new(format!(
                "this needs {needs}: the same lines then get the same reports on any day"
            )));
        }
        let today = chrono::Local::now().date_naive().to_string();
        if no_today == NoToday::Local {
            note(format_args!("today is {today}, this computer's date; --today sets another date"));
        }
        settings.insert("today".to_owned(), Value::String(today));
    }
    if deny_warnings {
        raise_warnings(&mut settings);
    }
    settings_of(&Value::Object(settings).to_string(), &about)
}

/// Reads the settings, which need not have a day.
#[cfg(feature = "api")]
pub(crate) fn read_any_day(args: &ContextArgs) -> Result<Map<String, Value>, CliError> {
    let (settings, about) = merged(args)?;
    let text = Value::Object(settings.clone()).to_string();
    casegate::Settings::from_json(&text).map_err(|error| unusable(&about, &error))?;
    Ok(settings)
}

/// Returns the settings of the file and of the options, and the start of messages about them.
fn merged(args: &ContextArgs) -> Result<(Map<String, Value>, String), CliError> {
    let mut settings = Map::new();
    let mut about = String::new();
    if let Some(path) = &args.context {
        about = format!("{}: ", shown(path));
        let text = own_text(path)?;
        settings = match serde_json::from_str(&text) {
            Ok(settings) => settings,
            // The library has the message.
            Err(_) => match casegate::Settings::from_json(&text) {
                Err(error) => return Err(unusable(&about, &error)),
                Ok(_) => Map::new(),
            },
        };
    }
    overlay(&mut settings, args);
    if args.product.is_some() && settings.get("surface").and_then(Value::as_str) != Some("legacy") {
        note("--product has no effect without --surface legacy");
    }
    Ok((settings, about))
}

/// Reads a file of settings, also without a day.
pub(crate) fn of_file(path: &Path) -> Result<casegate::Settings, CliError> {
    casegate::Settings::from_json(&own_text(path)?).map_err(|error| unusable(&format!("{}: ", shown(path)), &error))
}

fn unusable(about: &str, error: &ContextError) -> CliError {
    CliError::new(format!("{about}{}", sanitize::one_line(&error.to_string())))
}

fn settings_of(text: &str, about: &str) -> Result<Settings, CliError> {
    let context = Context::from_json(text).map_err(|error| unusable(about, &error))?;
    let limit = serde_json::from_str(text).ok().and_then(|settings: Value| {
        settings.pointer("/limits/text_bytes").and_then(Value::as_u64).and_then(|limit| usize::try_from(limit).ok())
    });
    Ok(Settings { context, text_bytes: limit.unwrap_or(Limits::default().text_bytes) })
}

fn overlay(settings: &mut Map<String, Value>, args: &ContextArgs) {
    let today = args.today.map(|today| today.to_string());
    let texts = [
        ("today", &today),
        ("as_of", &args.as_of),
        ("credential", &args.credential),
        ("token_name", &args.token_name),
        ("surface", &args.surface),
        ("product", &args.product),
    ];
    for (name, text) in texts {
        if let Some(text) = text {
            settings.insert(name.to_owned(), Value::String(text.clone()));
        }
    }
    if let Some(enrolled) = args.financing_enrolled {
        settings.insert("financing_enrolled".to_owned(), Value::Bool(enrolled));
    }
}

/// Raises every warning, and errors that the file may have lowered.
fn raise_warnings(settings: &mut Map<String, Value>) {
    let severity = settings.entry("severity").or_insert_with(|| Value::Object(Map::new()));
    // The library refuses anything but an object.
    if let Value::Object(severity) = severity {
        // A possible fee stays a warning, because a fee refuses nothing.
        let is_raised = |code: &Code| match code {
            Code::PossibleCarrierFee => false,
            code => code.severity() == Severity::Warning || *code == Code::LegacySunset,
        };
        let raised = Code::ALL.iter().filter(|code| is_raised(code));
        for code in raised {
            severity.insert(code.name().to_owned(), Value::String("error".to_owned()));
        }
    }
}
