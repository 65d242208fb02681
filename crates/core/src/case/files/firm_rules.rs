//! Firm rules on the files of a create request.

use crate::case::files::part::Read;
use crate::case::files::{FileStatus, FileVerdict};
use crate::context::Context;
use crate::judge::Judge;
use crate::judge::evaluate::Case;
use crate::payload::open::read;
use crate::payload::slots::Payload;
use crate::report::issue::Issue;
use crate::rulebook::rules::{Requirement, Rule};
use crate::text::json::pointer::Segment;

/// Returns the findings of firm rules on the files.
///
/// Only accepted files count, because no other file reaches the case. `case` is the text of the
/// case. Without one, or if it is unreadable, only rules without a product and conditions are
/// evaluated. If it is [`Read::Wrong`], none is. A rule whose conditions depend on the day is
/// skipped without a day.
pub(crate) fn of_house(files: &[FileVerdict], case: Read<&str>, context: &Context) -> Vec<Issue> {
    let rules = &context.firm.rules;
    if case == Read::Wrong || !has_rules_on_files(context) {
        return Vec::new();
    }
    let unconditional = |rule: &Rule| rule.product.is_none() && rule.when.is_empty();
    let mut payload = Payload::new();
    let applying: Vec<&Rule> = match case {
        Read::Is(text) if read(text, context, &mut payload).is_ok() => {
            Judge::new(Case::new(&payload, context)).rules_on_files()
        }
        _ => rules.iter().filter(|rule| unconditional(rule)).collect(),
    };
    let accepted = files.iter().filter(|file| file.status == FileStatus::Accepted);
    let labels: Vec<&str> = accepted.filter_map(|file| file.label.as_deref()).collect();
    let mut issues = Vec::new();
    let has_today = context.on_a_day().is_ok();
    for rule in applying.into_iter().filter(|rule| has_today || !rule.needs_today()) {
        for requirement in rule.then.iter() {
            if matches!(requirement, Requirement::Files(count, _) if !count.takes(labels.iter().copied())) {
                issues.extend(issue(rule, requirement, context));
            }
        }
    }
    issues
}

pub(crate) fn has_rules_on_files(context: &Context) -> bool {
    context.firm.rules.iter().any(Rule::is_about_files)
}

fn issue(rule: &Rule, requirement: &Requirement, context: &Context) -> Option<Issue> {
    let code = rule.code(requirement);
    let path: Vec<Segment> = vec!["files".into()];
    let message = rule.firm()?.message(context.message_language()).to_owned();
    Some(Issue {
        severity: context.severity_of(code),
        rule: Some(rule.id.clone()),
        because: rule.because(),
        ..Issue::in_words(code, path, requirement.params(), message)
    })
}
