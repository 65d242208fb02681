//! Judges a payload: text → slots → rules → report.

use crate::fields::Payload;
use crate::fields::read::{self, Obstacle};
use crate::host::Host;
use crate::issue::{Code, Params};
use crate::prepare;
use crate::report::{Report, number};
use crate::rules::evaluate::Case;
use crate::rules::judge::Judge;

/// Why a payload was not read, with what the message needs.
pub(crate) type Unreadable = (Code, Params);

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
    let mut slots = Payload::new();
    if let Err((code, params)) = read(payload, host, &mut slots) {
        return Report::unreadable(host, code, params);
    }
    let mut report = Report::of(&Judge::new(Case::new(&slots, host)).judge());
    if host.include.prepared {
        report.prepared = Some(prepare::prepared(payload, host).0);
    }
    report
}

/// Reads a payload's text into an empty payload.
pub(crate) fn read<'t>(text: &'t str, host: &Host, payload: &mut Payload<'t>) -> Result<(), Unreadable> {
    if text.len() > host.limits.text_bytes {
        return Err((Code::TooLarge, Params::default().with("limit", number(host.limits.text_bytes))));
    }
    read::read(text, host.limits.depth, host.house.keeps, payload).map_err(|obstacle| {
        let at = |line, column| Params::default().with("line", number(line)).with("column", number(column));
        match obstacle {
            Obstacle::NotAnObject => (Code::NotAnObject, Params::default()),
            Obstacle::TooDeep => (Code::TooDeep, Params::default().with("limit", number(host.limits.depth))),
            Obstacle::NotJson { line, column } => (Code::NotJson, at(line, column)),
            Obstacle::LoneSurrogate { line, column } => (Code::LoneSurrogate, at(line, column)),
        }
    })
}
