//! Judges a payload: text → slots → rules → report.

use crate::case::prepare;
use crate::context::Host;
use crate::judge::Judge;
use crate::judge::evaluate::Case;
use crate::payload::open::read;
use crate::payload::slots::Payload;
use crate::report::Report;

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
