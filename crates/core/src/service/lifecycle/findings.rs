//! Issues in the input of the lifecycle operations.

use crate::context::Context;
use crate::messages::parts::{LIFECYCLE, Messages};
use crate::report::issue::Issue;
use crate::rulebook::codes::Code;
use crate::rulebook::params::Param;
use crate::rulebook::params::Params;
use crate::text::json::pointer::Segment;

/// Creates an issue at a member of the input.
pub(crate) fn member_issue(code: Code, member: &'static str, context: &Context) -> Box<Issue> {
    Box::new(member_finding(&LIFECYCLE, code, member, context))
}

pub(crate) fn member_finding(messages: &Messages<Code>, code: Code, member: &'static str, context: &Context) -> Issue {
    let params = Params::default().with("member", Param::from(member));
    Issue::render(messages, context.language, code, vec![Segment::from(member)], params)
}

/// Creates the issue for valid JSON input that is not an object.
pub(crate) fn not_an_object(context: &Context) -> Box<Issue> {
    Box::new(Issue::render(&LIFECYCLE, context.language, Code::NotAnObject, Vec::new(), Params::default()))
}
