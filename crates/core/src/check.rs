//! Judges a payload: text → slots → rules → report.

use crate::fields::Payload;
use crate::fields::read::{Obstacle, Reader};
use crate::host::Host;
use crate::issue::{Code, Param};
use crate::prepare;
use crate::report::{Report, number};
use crate::rules::evaluate::Case;
use crate::rules::judge::Judge;
use serde::Deserializer;
use serde::de::{DeserializeSeed, IgnoredAny};
use std::collections::BTreeMap;

/// Why a payload was not read, with what the message needs.
pub(crate) type Unreadable = (Code, BTreeMap<&'static str, Param>);

/// Judges a payload given as JSON text.
///
/// Cost grows linearly with the text; nothing panics, whatever it holds.
///
/// ```
/// use casegate::{Code, Date, Host, check_case};
///
/// let host = Host::new(Date::parse("2026-03-01").ok_or("no such day")?);
/// let report = check_case(r#"{ "case_type": "pl", "date_of_loss": "2026-02-30" }"#, &host);
/// assert!(!report.ok);
/// assert!(report.issues.iter().any(|issue| issue.code == Code::NotADate && issue.at == "/date_of_loss"));
/// # Ok::<(), &str>(())
/// ```
pub fn check_case(payload: &str, host: &Host) -> Report {
    let mut report = match read(payload, host) {
        Err((code, params)) => return Report::unreadable(host, code, params),
        Ok(read) => Report::of(&Judge::new(Case::new(&read, host)).judge()),
    };
    if host.include.prepared {
        report.prepared = Some(prepare::prepared(payload, host).0);
    }
    report
}

/// Judges a payload that something else has parsed: a [`serde_json::Value`], or any other deserializer.
///
/// The report is the same as [`check_case`] gives on the payload's text, but for what only the text shows (its size,
/// repeated keys) and for `prepared`, which is made from text.
///
/// ```
/// use casegate::{Date, Host, check_case_from};
/// use serde_json::json;
///
/// let host = Host::new(Date::parse("2026-03-01").ok_or("no such day")?);
/// let payload = json!({ "case_type": "pe" });
/// assert!(!check_case_from(&payload, &host)?.ok);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The deserializer's own error, where it fails.
pub fn check_case_from<'de, D: Deserializer<'de>>(payload: D, host: &Host) -> Result<Report, D::Error> {
    let mut read = Payload::new();
    let mut obstacle = None;
    let result = Reader { payload: &mut read, depth: host.limits.depth, obstacle: &mut obstacle }.deserialize(payload);
    match obstacle {
        Some(obstacle) => {
            let (code, params) = told(obstacle, host);
            Ok(Report::unreadable(host, code, params))
        }
        None => result.map(|()| Report::of(&Judge::new(Case::new(&read, host)).judge())),
    }
}

/// Reads a payload's text.
pub(crate) fn read<'t>(text: &'t str, host: &Host) -> Result<Payload<'t>, Unreadable> {
    if text.len() > host.limits.text_bytes {
        return Err((Code::TooLarge, BTreeMap::from([("limit", number(host.limits.text_bytes))])));
    }
    let mut payload = Payload::new();
    let mut obstacle = None;
    let mut from = serde_json::Deserializer::from_str(text);
    let reader = Reader { payload: &mut payload, depth: host.limits.depth, obstacle: &mut obstacle };
    match (reader.deserialize(&mut from).and_then(|()| from.end()), obstacle) {
        (Ok(()), None) => Ok(payload),
        (Ok(()), Some(obstacle)) | (Err(_), Some(obstacle @ Obstacle::TooDeep)) => Err(told(obstacle, host)),
        (Err(error), _) => Err(unreadable(text, &error)),
    }
}

fn told(obstacle: Obstacle, host: &Host) -> Unreadable {
    match obstacle {
        Obstacle::NotAnObject => (Code::NotAnObject, BTreeMap::new()),
        Obstacle::TooDeep => (Code::TooDeep, BTreeMap::from([("limit", number(host.limits.depth))])),
    }
}

/// Why serde_json gave up. A scan that keeps no value accepts what the grammar of JSON accepts; what then still failed
/// is half a surrogate pair or a number beyond what a double holds.
fn unreadable(text: &str, error: &serde_json::Error) -> Unreadable {
    let code = match serde_json::from_str::<IgnoredAny>(text) {
        Err(_) => Code::NotJson,
        Ok(_) if has_lone_surrogate(text) => Code::LoneSurrogate,
        Ok(_) => Code::NumberTooLarge,
    };
    (code, BTreeMap::from([("line", number(error.line())), ("column", number(error.column()))]))
}

/// Whether JSON text escapes one half of a surrogate pair without the other.
fn has_lone_surrogate(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let escape = rest.get(at..).unwrap_or_default();
        match unit(escape) {
            Some(0xD800..=0xDBFF) => {
                let second = escape.get(6..).unwrap_or_default();
                if !matches!(unit(second), Some(0xDC00..=0xDFFF)) {
                    return true;
                }
                rest = second.get(6..).unwrap_or_default();
            }
            Some(0xDC00..=0xDFFF) => return true,
            _ => rest = escape.get(2..).unwrap_or_default(),
        }
    }
    false
}

/// The code unit of an escape such as `\u00E9`, at the start of a text.
fn unit(escape: &str) -> Option<u16> {
    let digits = escape.strip_prefix("\\u")?.get(..4)?;
    u16::from_str_radix(digits, 16).ok()
}
