//! Host settings from JSON.

use super::{Credential, Host, HostError, Include, Limits, Surface};
use crate::carriers::Carrier;
use crate::date::Date;
use crate::document::{Document, Members, NotADocument};
use crate::fields::Product;
use crate::issue::{Code, Severity};
use crate::messages::Language;
use crate::suggest::nearest;
use crate::vocabulary::EXTENSIBLE;

/// Settings are not deeper than this.
pub(super) const DEPTH: usize = 16;

/// The settings, by name.
const SETTINGS: [&str; 13] = [
    "today",
    "surface",
    "product",
    "credential",
    "token_name",
    "financing_enrolled",
    "carriers",
    "words",
    "severity",
    "limits",
    "include",
    "language",
    "house",
];

/// What `today` must be.
pub(super) const NEEDS_TODAY: &str = "the day that counts as today, such as \"2026-03-01\"";

/// Reads settings, also such that name no day.
pub(super) fn read(text: &str) -> Result<Host, HostError> {
    let settings = Document::read_to(text, DEPTH).map_err(unread)?;
    let settings = object("", &settings)?;
    known("", settings, &SETTINGS)?;
    let today = settings.get("today").map(|today| today.as_str().and_then(Date::parse));
    let mut host = match today {
        Some(today) => Host::new(today.ok_or_else(|| unusable("today", NEEDS_TODAY))?),
        None => Host::of_no_day(),
    };

    if let Some(value) = settings.get("surface") {
        host.surface = word("surface", value, "\"create\" or \"legacy\"", |word| match word {
            "create" => Some(Surface::Create),
            "legacy" => Some(Surface::Legacy),
            _ => None,
        })?;
    }
    if let Some(value) = settings.get("product") {
        host.product = Some(word("product", value, "\"pl\" or \"pe\"", Product::from_case_type)?);
    }
    if let Some(value) = settings.get("credential") {
        host.credential = word("credential", value, "\"user\" or \"master\"", |word| match word {
            "user" => Some(Credential::User),
            "master" => Some(Credential::Master),
            _ => None,
        })?;
    }
    if let Some(value) = settings.get("token_name") {
        host.token_name = Some(string("token_name", value)?);
    }
    if let Some(value) = settings.get("financing_enrolled") {
        host.financing_enrolled = value.as_bool().ok_or_else(|| unusable("financing_enrolled", "true or false"))?;
    }
    if let Some(value) = settings.get("carriers") {
        host = carriers(host, object("carriers", value)?)?;
    }
    if let Some(value) = settings.get("words") {
        for (name, words) in object("words", value)?.iter() {
            let name = format!("words.{name}");
            let list = EXTENSIBLE.into_iter().find(|list| name.strip_prefix("words.") == Some(list.id));
            let near = || nearest(name.trim_start_matches("words."), EXTENSIBLE.iter().map(|list| list.id));
            let list = list.ok_or_else(|| HostError::Unknown { near: near(), name: name.clone() })?;
            host = host.words(list, strings(&name, words)?);
        }
    }
    if let Some(value) = settings.get("severity") {
        severities(&mut host, object("severity", value)?)?;
    }
    if let Some(value) = settings.get("limits") {
        host.limits = limits(object("limits", value)?)?;
    }
    if let Some(value) = settings.get("include") {
        for name in strings("include", value)? {
            match name.as_str() {
                "prepared" => host.include = Include { prepared: true, ..host.include },
                "ledger" => host.include = Include { ledger: true, ..host.include },
                _ => return Err(unusable("include", "a list of \"prepared\" and \"ledger\"")),
            }
        }
    }
    if let Some(value) = settings.get("language") {
        host.language = word("language", value, "\"en\" or \"es\"", Language::from_tag)?;
    }
    // They are held against the settings above.
    if let Some(value) = settings.get("house") {
        host.set_house(value)?;
    }
    Ok(host)
}

pub(super) fn unread(fault: NotADocument) -> HostError {
    match fault {
        NotADocument::NotJson { line, column } | NotADocument::LoneSurrogate { line, column } => {
            HostError::NotJson { line, column }
        }
        NotADocument::TooDeep { .. } => HostError::NotJson { line: 1, column: 1 },
    }
}

fn carriers(mut host: Host, lists: &Members) -> Result<Host, HostError> {
    known("carriers", lists, &["refused", "specialty"])?;
    if let Some(list) = lists.get("refused") {
        host = host.refused_carriers(&carrier_list("carriers.refused", list)?);
    }
    if let Some(list) = lists.get("specialty") {
        host = host.specialty_carriers(&carrier_list("carriers.specialty", list)?);
    }
    Ok(host)
}

fn carrier_list(name: &str, list: &Document) -> Result<Vec<Carrier>, HostError> {
    let list = list.as_list().ok_or_else(|| unusable(name, "a list of carriers"))?;
    list.iter()
        .map(|carrier| {
            let settings = object(name, carrier)?;
            known(name, settings, &["name", "spellings", "patterns"])?;
            let further =
                |key: &str| settings.get(key).map_or(Ok(Vec::new()), |words| strings(&format!("{name}.{key}"), words));
            let main =
                settings.get("name").ok_or_else(|| unusable(name, "a list of carriers that each have a name"))?;
            Ok(Carrier {
                name: string(&format!("{name}.name"), main)?,
                spellings: further("spellings")?,
                patterns: further("patterns")?,
            })
        })
        .collect()
}

fn severities(host: &mut Host, changes: &Members) -> Result<(), HostError> {
    for (name, severity) in changes.iter() {
        let near = || nearest(name, Code::ALL.iter().map(|code| code.name()));
        let code = Code::from_name(name)
            .ok_or_else(|| HostError::Unknown { name: format!("severity.{name}"), near: near() })?;
        let wanted = match severity.as_str() {
            Some("error") => Severity::Error,
            Some("warning") => Severity::Warning,
            _ => return Err(unusable(&format!("severity.{name}"), "\"error\" or \"warning\"")),
        };
        if wanted == Severity::Warning && code.severity() == Severity::Error && code != Code::LegacySunset {
            let needs = "\"error\": what the service refuses cannot be made a warning, except legacy_sunset";
            return Err(unusable(&format!("severity.{name}"), needs));
        }
        host.severity.push((code, wanted));
    }
    Ok(())
}

fn limits(settings: &Members) -> Result<Limits, HostError> {
    known("limits", settings, &["text_bytes", "depth", "findings"])?;
    let number = |name: &str, default: usize, most: usize, needs: &'static str| match settings.get(name) {
        None => Ok(default),
        Some(value) => value
            .as_u64()
            .and_then(|number| usize::try_from(number).ok())
            .filter(|number| (1..=most).contains(number))
            .ok_or_else(|| unusable(&format!("limits.{name}"), needs)),
    };
    let default = Limits::default();
    Ok(Limits {
        text_bytes: number("text_bytes", default.text_bytes, 1 << 30, "a whole number from 1 to 1073741824")?,
        depth: number("depth", default.depth, Limits::MAX_DEPTH, "a whole number from 1 to 120")?,
        findings: number("findings", default.findings, 1_000_000, "a whole number from 1 to 1000000")?,
    })
}

fn known(around: &str, settings: &Members, names: &[&'static str]) -> Result<(), HostError> {
    match settings.iter().map(|(name, _)| name).find(|name| !names.contains(name)) {
        None => Ok(()),
        Some(name) => {
            let near = nearest(name, names.iter().copied());
            let dot = if around.is_empty() { "" } else { "." };
            Err(HostError::Unknown { name: format!("{around}{dot}{name}"), near })
        }
    }
}

fn object<'v>(name: &str, value: &'v Document) -> Result<&'v Members, HostError> {
    let mistake = || if name.is_empty() { HostError::NotAnObject } else { unusable(name, "an object") };
    value.as_object().ok_or_else(mistake)
}

fn word<T>(
    name: &str,
    value: &Document,
    needs: &'static str,
    find: impl Fn(&str) -> Option<T>,
) -> Result<T, HostError> {
    value.as_str().and_then(find).ok_or_else(|| unusable(name, needs))
}

fn string(name: &str, value: &Document) -> Result<String, HostError> {
    value.as_str().map(str::to_owned).ok_or_else(|| unusable(name, "text"))
}

fn strings(name: &str, value: &Document) -> Result<Vec<String>, HostError> {
    let list = value.as_list().ok_or_else(|| unusable(name, "a list of texts"))?;
    list.iter().map(|text| text.as_str().map(str::to_owned).ok_or_else(|| unusable(name, "a list of texts"))).collect()
}

fn unusable(name: &str, needs: &'static str) -> HostError {
    HostError::Unusable { name: name.to_owned(), needs }
}
