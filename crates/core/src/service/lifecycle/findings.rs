//! Issues in the input of the lifecycle operations.

use crate::context::Context;
use crate::messages::{Words, en, es};
use crate::report::issue::Issue;
use crate::rulebook::codes::Code;
use crate::rulebook::params::Param;
use crate::rulebook::params::Params;
use crate::text::json::pointer::Segment;

pub(crate) const WORDS: Words = Words { en: en::lifecycle::CODES, es: es::lifecycle::CODES };

/// The message for a malformed fee, which differs from that of every other member of the wrong
/// type.
pub(crate) const FEE: Words = Words { en: en::lifecycle::FEE, es: es::lifecycle::FEE };

/// Creates an issue at a member of the input.
pub(crate) fn member_issue(code: Code, member: &'static str, context: &Context) -> Box<Issue> {
    Box::new(member_finding(&WORDS, code, member, context))
}

pub(crate) fn member_finding(words: &Words, code: Code, member: &'static str, context: &Context) -> Issue {
    let params = Params::default().with("member", Param::from(member));
    Issue::render(words, context.language, code, vec![Segment::from(member)], params)
}

/// Creates the issue for valid JSON input that is not an object.
pub(crate) fn not_an_object(context: &Context) -> Box<Issue> {
    Box::new(Issue::render(&WORDS, context.language, Code::NotAnObject, Vec::new(), Params::default()))
}
