//! The days on which the findings on a case change: as time passes, and as parts of the rulebook
//! end.
//!
//! A finding depends on today only by the number of days since a date of the case, compared with a
//! limit of a rule, by the days of the calendar, and by the ends of a firm's waivers. So the findings are computed on these days
//! alone.

use crate::case::check::check_text;
use crate::case::input::CaseInput;
use crate::context::Context;
use crate::report::issue::Issue;
use crate::rulebook::codes::Code;
use crate::rulebook::fields::{COMMON, Lifetime, Moment, POLICY_EXISTENCE, POLICY_LIMIT};
use crate::rulebook::rules::Rule;
use crate::rulebook::rules::range::Range;
use crate::rulebook::rules::table::RULES;
use crate::rulebook::rules::test::Test;
use crate::rulebook::surface::Surface;
use crate::text::date::Date;
use crate::text::json::document::Document;
use serde::Serialize;
use std::collections::BTreeSet;

/// The verdict on a case today, and its changes until a later day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Forecast {
    /// `true` if no finding of today is an error.
    pub ok: bool,
    /// `true` if the payload is a JSON object within the context's limits. Otherwise no rule was
    /// checked, and nothing changes.
    #[serde(skip)]
    pub is_readable: bool,
    /// The days on which findings change, in order.
    pub changes: Vec<DayOfChange>,
}

/// A day on which findings change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DayOfChange {
    /// The day.
    pub on: Date,
    /// `true` if no finding of this day is an error.
    pub ok: bool,
    /// The findings that begin.
    pub new: Vec<Issue>,
    /// The findings that end.
    pub gone: Vec<Issue>,
}

/// Returns the days until `until`, included, on which the findings on a case change.
///
/// The case is checked as it is, on each of these days, as if nobody had changed it.
///
/// ```
/// use casegate::{Context, Code, forecast};
///
/// let case = r#"{ "case_type": "pe", "date_of_loss": "2025-06-01" }"#;
/// let context = Context::new("2026-03-01".parse()?);
/// let changes = forecast(case, &context, "2026-12-31".parse()?).changes;
/// assert_eq!(changes.len(), 2);
/// assert_eq!((changes[0].on.to_string().as_str(), changes[0].new[0].code), ("2026-06-01", Code::DateOnLastDay));
/// assert_eq!((changes[1].on.to_string().as_str(), changes[1].new[0].code), ("2026-06-02", Code::DateTooOld));
/// assert!(!forecast("[]", &context, "2026-12-31".parse()?).is_readable);
/// # Ok::<(), casegate::date::ParseDateError>(())
/// ```
pub fn forecast(payload: &(impl CaseInput + ?Sized), context: &Context, until: Date) -> Forecast {
    let text = payload.to_text(context);
    let on = |day: Date| check_text(&text, &Context { today: day, ..context.clone() });
    let now = on(context.today);
    let is_unread = |issue: &Issue| {
        let unread = [Code::NotJson, Code::LoneSurrogate, Code::NotAnObject, Code::TooLarge, Code::TooDeep];
        unread.contains(&issue.code)
    };
    let is_readable = !now.issues.iter().any(is_unread);
    let (mut forecast, mut before) = (Forecast { ok: now.ok, is_readable, changes: Vec::new() }, now.issues);
    for day in days_of_change(&text, context, until) {
        let then = on(day);
        let (new, gone) = (without(&then.issues, &before), without(&before, &then.issues));
        if !new.is_empty() || !gone.is_empty() {
            forecast.changes.push(DayOfChange { on: day, ok: then.ok, new, gone });
            before = then.issues;
        }
    }
    forecast
}

/// Returns the issues that a list has and the other has not. Their messages do not count.
fn without(issues: &[Issue], others: &[Issue]) -> Vec<Issue> {
    let is_same = |one: &Issue, other: &Issue| {
        (one.code, one.severity, &one.at, &one.rule) == (other.code, other.severity, &other.at, &other.rule)
    };
    issues.iter().filter(|issue| !others.iter().any(|other| is_same(issue, other))).cloned().collect()
}

/// Returns the days after today on which a finding can change.
fn days_of_change(text: &str, context: &Context, until: Date) -> BTreeSet<Date> {
    let mut dates = Vec::new();
    if let Ok(document) = Document::read_to(text, context.limits.depth) {
        dates_in(&document, &mut dates);
    }
    let limits = limits(context);
    let aged = dates.iter().flat_map(|date| limits.iter().map(|limit| date.after(*limit)));
    let lifetimes = COMMON.iter().chain(POLICY_LIMIT).chain(POLICY_EXISTENCE).map(|field| field.lifetime);
    let lifetimes = lifetimes.chain(Surface::ALL.map(Surface::lifetime));
    let ends = lifetimes.flat_map(Lifetime::moments).map(|moment| match moment {
        Moment::Date(day) => Some(day),
        _ => None,
    });
    // A waiver suppresses its warning on its last day, too.
    let waived = context.firm.waivers.iter().map(|waiver| waiver.until.after(1));
    aged.chain(ends).chain(waived).flatten().filter(|day| (context.today..=until).contains(day)).collect()
}

/// Collects the texts that are days, at any depth.
fn dates_in(document: &Document, dates: &mut Vec<Date>) {
    match document {
        Document::Text(text) => dates.extend(Date::parse(text)),
        Document::List(list) => list.iter().for_each(|value| dates_in(value, dates)),
        Document::Object(members) => members.iter().for_each(|(_, value)| dates_in(value, dates)),
        Document::Null | Document::Boolean(_) | Document::Number(_) => {}
    }
}

/// Returns the ages of dates at which a rule may decide otherwise, in days: the day itself, the last
/// day within a limit, and the day after.
fn limits(context: &Context) -> BTreeSet<i32> {
    let mut limits = BTreeSet::from([0]);
    for condition in RULES.iter().chain(context.firm.rules.iter()).flat_map(Rule::tests) {
        if let Test::Age(Range { most: Some(days), .. }) = condition.test {
            limits.extend([days, days + 1]);
        }
    }
    limits
}
