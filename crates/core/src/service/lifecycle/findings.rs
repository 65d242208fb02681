//! Issues of the input of the lifecycle's operations.

use crate::context::Context;
use crate::messages::{Words, en, es};
use crate::report::issue::Issue;
use crate::rulebook::codes::Code;
use crate::rulebook::params::Param;
use crate::rulebook::params::Params;
use crate::text::json::pointer::Segment;

pub(crate) const WORDS: Words = Words { en: en::lifecycle::CODES, es: es::lifecycle::CODES };

/// A fee of another kind is told in words of its own.
pub(crate) const FEE: Words = Words { en: en::lifecycle::FEE, es: es::lifecycle::FEE };

/// An issue at a member of the input.
pub(crate) fn member_issue(code: Code, member: &'static str, context: &Context) -> Box<Issue> {
    Box::new(member_finding(&WORDS, code, member, context))
}

pub(crate) fn member_finding(words: &Words, code: Code, member: &'static str, context: &Context) -> Issue {
    let params = Params::default().with("member", Param::from(member));
    Issue::render(words, context.language, code, vec![Segment::from(member)], params)
}

/// The issue of an input that is JSON, but no object.
pub(crate) fn not_an_object(context: &Context) -> Box<Issue> {
    Box::new(Issue::render(&WORDS, context.language, Code::NotAnObject, Vec::new(), Params::default()))
}
