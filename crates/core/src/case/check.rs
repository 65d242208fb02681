//! Checks a payload: text → slots → rules → report.

use crate::case::prepare;
use crate::context::Context;
use crate::judge::Judge;
use crate::judge::evaluate::Case;
use crate::payload::open::read;
use crate::payload::slots::Payload;
use crate::report::Report;

/// Checks a payload given as JSON text. The cost is linear in the length of the text, and no input
/// causes a panic.
///
/// ```
/// use casegate::{Code, Date, Context, check_case};
///
/// let context = Context::new(Date::parse("2026-03-01").ok_or("no such day")?);
/// let report = check_case(r#"{ "case_type": "pl", "date_of_loss": "2026-02-30" }"#, &context);
/// assert!(!report.ok);
/// assert!(report.issues.iter().any(|issue| issue.code == Code::NotADate && issue.at == "/date_of_loss"));
/// # Ok::<(), &str>(())
/// ```
pub fn check_case(payload: &str, context: &Context) -> Report {
    let mut slots = Payload::new();
    if let Err((code, params)) = read(payload, context, &mut slots) {
        return Report::unreadable(context, code, params);
    }
    let mut report = Report::of(&Judge::new(Case::new(&slots, context)).judge());
    if context.include.prepared {
        report.prepared = Some(prepare::prepared(payload, context).0);
    }
    report
}
