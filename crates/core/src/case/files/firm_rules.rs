//! Firm rules on the files of a create request.

use crate::case::files::part::Read;
use crate::case::files::{FileStatus, FileVerdict};
use crate::context::Context;
use crate::context::firm_rules::{HouseRule, Requirement};
use crate::judge::Judge;
use crate::judge::evaluate::Case;
use crate::payload::open::read;
use crate::payload::slots::Payload;
use crate::report::issue::Issue;
use crate::text::json::pointer::Segment;
use std::borrow::Cow;

/// Returns the findings of firm rules on the files.
///
/// Only accepted files count, because no other file reaches the case. `case` is the text of the
/// case. Without one, or if it is unreadable, only rules without a product and conditions are
/// evaluated. If it is [`Read::Wrong`], none is. A rule whose conditions depend on the day is
/// skipped without a day.
pub(crate) fn of_house(files: &[FileVerdict], case: Read<&str>, context: &Context) -> Vec<Issue> {
    let rules = &context.house.rules;
    if case == Read::Wrong || !has_rules_on_files(context) {
        return Vec::new();
    }
    let unconditional = |rule: &HouseRule| rule.product.is_none() && rule.when.is_empty();
    let mut payload = Payload::new();
    let applying: Vec<usize> = match case {
        Read::Is(text) if read(text, context, &mut payload).is_ok() => {
            Judge::new(Case::new(&payload, context)).house_rules_on_files()
        }
        _ => rules.iter().enumerate().filter(|(_, rule)| unconditional(rule)).map(|(number, _)| number).collect(),
    };
    let accepted = files.iter().filter(|file| file.status == FileStatus::Accepted);
    let labels: Vec<&str> = accepted.filter_map(|file| file.label.as_deref()).collect();
    let mut issues = Vec::new();
    let has_today = context.on_a_day().is_ok();
    let applying = applying.into_iter().filter_map(|number| rules.get(number));
    for rule in applying.filter(|rule| has_today || !rule.needs_today()) {
        for requirement in &rule.then {
            if matches!(requirement, Requirement::Files(count) if !count.takes(labels.iter().copied())) {
                issues.push(issue(rule, requirement, context));
            }
        }
    }
    issues
}

pub(crate) fn has_rules_on_files(context: &Context) -> bool {
    context.house.rules.iter().any(HouseRule::is_about_files)
}

fn issue(rule: &HouseRule, requirement: &Requirement, context: &Context) -> Issue {
    let code = requirement.code(rule.severity);
    let path: Vec<Segment> = vec!["files".into()];
    Issue {
        severity: context.severity_of(code),
        rule: Some(Cow::Owned(rule.id.clone())),
        because: rule.because(),
        ..Issue::in_words(code, path, requirement.params(), rule.message.text(context.message_language()).to_owned())
    }
}
