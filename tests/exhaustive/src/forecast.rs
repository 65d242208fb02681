//! The forecast of a case against a check on each of its days.

use crate::payloads::Payloads;
use crate::random::Random;
use casegate::{Context, Date, Issue, Severity, check_case, forecast};
use std::collections::BTreeSet;

/// What a campaign saw.
#[derive(Debug, Default)]
pub struct Compared {
    /// Forecasts.
    pub cases: usize,
    /// Days on which a case was checked.
    pub days: usize,
    /// Days on which findings changed.
    pub changes: usize,
    /// Changes of the verdict.
    pub verdicts: usize,
    /// Forecasts that differ from the checks.
    pub differences: Vec<String>,
}

/// A finding without its message.
type Finding = (&'static str, Severity, String, Option<String>);

/// Compares the forecasts of this number of generated cases with a check on each day.
pub fn compare(count: usize, seed: u64) -> Compared {
    let payloads = Payloads::new(seed);
    let contexts: Vec<Option<Context>> = payloads.contexts().map(|json| Context::from_json(json).ok()).collect();
    let mut compared = Compared::default();
    for index in 0..count {
        let mut random = Random::new(seed ^ (index as u64).rotate_left(32));
        let (payload, number) = payloads.at(index);
        let Some(context) = &contexts[number] else { continue };
        let length = if random.percent(5) { 800 } else { random.below(60) };
        let days = days_from(context.today(), length);
        let until = days.last().copied().unwrap_or(context.today());
        let said = forecast(&*payload, context, until);
        compared.cases += 1;
        let mut expected = Vec::new();
        let mut before = on(&payload, context, context.today());
        let is_same_now = said.ok == before.0;
        for day in days {
            compared.days += 1;
            let then = on(&payload, context, day);
            if then.1 != before.1 {
                compared.changes += 1;
                compared.verdicts += usize::from(then.0 != before.0);
                let new: BTreeSet<Finding> = then.1.difference(&before.1).cloned().collect();
                let gone: BTreeSet<Finding> = before.1.difference(&then.1).cloned().collect();
                expected.push((day, then.0, new, gone));
                before = then;
            }
        }
        let changes: Vec<_> = said
            .changes
            .iter()
            .map(|change| (change.on, change.ok, findings(&change.new), findings(&change.gone)))
            .collect();
        if !is_same_now || changes != expected {
            compared.differences.push(format!("{payload} until {until}: {changes:?} instead of {expected:?}"));
        }
    }
    compared
}

/// Returns the days after a day, up to the last day of the library.
fn days_from(today: Date, length: usize) -> Vec<Date> {
    let days = today.to_chrono().iter_days().skip(1).take(length);
    days.map_while(|day| Date::try_from(day).ok()).collect()
}

fn on(payload: &str, context: &Context, day: Date) -> (bool, BTreeSet<Finding>) {
    let settings = serde_json::to_value(context).map(|mut settings| {
        settings["today"] = day.to_string().into();
        settings.to_string()
    });
    let context = Context::from_json(&settings.unwrap()).unwrap();
    let report = check_case(payload, &context);
    (report.ok, findings(&report.issues))
}

fn findings(issues: &[Issue]) -> BTreeSet<Finding> {
    let finding = |issue: &Issue| {
        (issue.code.name(), issue.severity, issue.at.clone(), issue.rule.as_ref().map(ToString::to_string))
    };
    issues.iter().map(finding).collect()
}
