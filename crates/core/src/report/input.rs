//! Reads the input of an operation within the limits of the context.

use crate::context::Context;
use crate::report::issue::Issue;
use crate::report::issue::at_root;
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params};
use crate::text::json::document::{Document, JsonError};

impl Document {
    /// Reads the input of an operation. The error is an issue at the root.
    pub(crate) fn input(text: &str, context: &Context) -> Result<Document, Box<Issue>> {
        let (code, params) = if text.len() > context.limits.text_bytes {
            (Code::TooLarge, Params::default().with("limit", Param::from(context.limits.text_bytes)))
        } else {
            match Document::read_to(text, context.limits.depth) {
                Ok(document) => return Ok(document),
                Err(fault) => fault.to_finding(),
            }
        };
        Err(Box::new(unreadable(context, code, params)))
    }
}

impl JsonError {
    /// Returns the code and the parameters of the issue.
    pub(crate) fn to_finding(self) -> (Code, Params) {
        let place = |line: usize, column: usize| {
            Params::default().with("line", Param::from(line)).with("column", Param::from(column))
        };
        match self {
            JsonError::NotJson { line, column } => (Code::NotJson, place(line, column)),
            JsonError::LoneSurrogate { line, column } => (Code::LoneSurrogate, place(line, column)),
            JsonError::TooDeep { limit } => (Code::TooDeep, Params::default().with("limit", Param::from(limit))),
        }
    }
}

/// Returns the issue for an unreadable text.
pub(crate) fn unreadable(context: &Context, code: Code, params: Params) -> Issue {
    at_root(context.language, code, code.severity(), params)
}
