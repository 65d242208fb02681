//! Issues in the input of the lifecycle operations.

use crate::messages::parts::{LIFECYCLE, Messages};
use crate::report::issue::Issue;
use crate::rulebook::codes::Code;
use crate::rulebook::params::Param;
use crate::rulebook::params::Params;
use crate::text::json::pointer::Segment;

/// Creates an issue at a member of the input.
pub(crate) fn member_issue(code: Code, member: &'static str) -> Box<Issue> {
    Box::new(member_finding(&LIFECYCLE, code, member))
}

pub(crate) fn member_finding(messages: &Messages<Code>, code: Code, member: &'static str) -> Issue {
    let params = Params::default().with("member", Param::from(member));
    Issue::render(messages, code, vec![Segment::from(member)], params)
}

/// Creates the issue for valid JSON input that is not an object.
pub(crate) fn not_an_object() -> Box<Issue> {
    Box::new(Issue::render(&LIFECYCLE, Code::NotAnObject, Vec::new(), Params::default()))
}
