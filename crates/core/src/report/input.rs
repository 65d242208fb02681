//! Reads the input of an operation within the limits of the context.

use crate::context::Context;
use crate::payload::open::within_limits;
use crate::report::issue::Issue;
use crate::report::issue::at_root;
use crate::rulebook::codes::Code;
use crate::rulebook::params::Params;
use crate::text::json::document::Document;

impl Document {
    /// Reads the input of an operation. The error is an issue at the root.
    pub(crate) fn input(text: &str, context: &Context) -> Result<Document, Box<Issue>> {
        Document::input_to(context.limits.text_bytes, text, context)
    }

    /// The same for a text of up to `most` bytes.
    pub(crate) fn input_to(most: usize, text: &str, context: &Context) -> Result<Document, Box<Issue>> {
        let read = within_limits(most, text, context, |depth| Document::read_to(text, depth));
        read.map_err(|(code, params)| Box::new(unreadable(context, code, params)))
    }
}

/// Returns the issue for an unreadable text.
pub(crate) fn unreadable(context: &Context, code: Code, params: Params) -> Issue {
    at_root(context, code, code.severity(), params)
}
