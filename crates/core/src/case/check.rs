//! Checks a payload: text → slots → rules → report.

use crate::case::input::CaseInput;
use crate::case::prepare::prepare;
use crate::context::Context;
use crate::judge::Judge;
use crate::judge::evaluate::Case;
use crate::payload::open::read;
use crate::payload::slots::Payload;
use crate::report::Report;

/// Checks a payload: JSON text, bytes, or a JSON value. The cost is linear in the length of the
/// text, and no input causes a panic.
///
/// ```
/// use casegate::{Code, Context, check_case};
///
/// let context = Context::new("2026-03-01".parse()?);
/// let report = check_case(r#"{ "case_type": "pl", "date_of_loss": "2026-02-30" }"#, &context);
/// assert!(!report.ok);
/// assert!(report.errors().any(|issue| issue.code == Code::NotADate && issue.at == "/date_of_loss"));
/// # Ok::<(), casegate::date::ParseDateError>(())
/// ```
pub fn check_case(payload: &(impl CaseInput + ?Sized), context: &Context) -> Report {
    check_text(&payload.to_text(context), context)
}

pub(crate) fn check_text(payload: &str, context: &Context) -> Report {
    check(payload, context, context.include.prepared)
}

/// Checks a payload. If `must_prepare` is `true`, the report has the prepared payload, for which the
/// text is not read again.
pub(crate) fn check(payload: &str, context: &Context, must_prepare: bool) -> Report {
    let mut slots = Payload::new();
    let mut prepared = None;
    let report = match read(payload, context, &mut slots) {
        Ok(()) => {
            let judge = Judge::new(Case::new(&slots, context)).judge();
            if must_prepare {
                prepared = prepare(payload, &judge.case).prepared;
            }
            Report::of(&judge)
        }
        Err((code, params)) => Report::unreadable(context, code, params),
    };
    Report { prepared: must_prepare.then_some(prepared), ..report }
}

/// Judges a payload. An unreadable one counts as empty.
pub(crate) fn judged<R>(payload: &str, context: &Context, of: impl FnOnce(&Judge<'_>) -> R) -> R {
    let mut slots = Payload::new();
    let slots = if read(payload, context, &mut slots).is_ok() { slots } else { Payload::new() };
    of(&Judge::new(Case::new(&slots, context)).judge())
}
