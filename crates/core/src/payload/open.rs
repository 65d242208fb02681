//! Decodes bytes, and reads a text within the limits of the context.

use crate::context::Context;
use crate::payload::reader;
use crate::payload::slots::Payload;
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params};
use crate::text::json::error::{JsonError, JsonErrorKind};
use std::borrow::Cow;

/// The code and the parameters of the issue for an unreadable text.
pub(crate) type Unreadable = (Code, Params);

/// Reads the text of a case into an empty payload.
pub(crate) fn read<'t>(text: &'t str, context: &Context, payload: &mut Payload<'t>) -> Result<(), Unreadable> {
    within_limits(context.limits.text_bytes, text, context, |depth| {
        reader::read(text, depth, context.firm.retained_text, payload)
    })
}

/// Calls `read` with the greatest depth, unless the text is longer than `most` bytes.
pub(crate) fn within_limits<T>(
    most: usize,
    text: &str,
    context: &Context,
    read: impl FnOnce(usize) -> Result<T, JsonError>,
) -> Result<T, Unreadable> {
    if text.len() > most {
        return Err((Code::TooLarge, limit(context.limits.text_bytes)));
    }
    read(context.limits.depth).map_err(|JsonError { kind, line, column }| {
        let at = || Params::default().with("line", Param::from(line)).with("column", Param::from(column));
        match kind {
            JsonErrorKind::NotAnObject | JsonErrorKind::OtherForm => (Code::NotAnObject, Params::default()),
            JsonErrorKind::TooDeep => (Code::TooDeep, limit(context.limits.depth)),
            JsonErrorKind::NotJson => (Code::NotJson, at()),
            JsonErrorKind::LoneSurrogate => (Code::LoneSurrogate, at()),
        }
    })
}

/// Returns the parameters of an issue about a limit.
pub(crate) fn limit(most: usize) -> Params {
    Params::default().with("limit", Param::from(most))
}

/// The input of an operation: its text, and the bytes as they were given. They differ if the bytes
/// are not UTF-8.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Input<'i> {
    /// The text.
    pub text: &'i str,
    #[cfg_attr(not(feature = "receipts"), expect(dead_code, reason = "only a receipt has a digest of the bytes"))]
    pub(crate) bytes: &'i [u8],
}

impl<'i> From<Input<'i>> for &'i str {
    fn from(input: Input<'i>) -> &'i str {
        input.text
    }
}

/// Decodes bytes as UTF-8. Invalid input still yields a report.
///
/// Bytes beyond the context's limit are refused because of their length, whatever they contain.
/// Where the bytes are not UTF-8, the text ends with a character that JSON does not allow, so that
/// the finding has this position.
pub fn text_of<'b>(bytes: &'b [u8], context: &Context) -> Cow<'b, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(error) => {
            let readable = bytes.get(..error.valid_up_to()).unwrap_or_default();
            let mut text = [std::str::from_utf8(readable).unwrap_or_default(), "\0"].concat();
            // A text that is too long stays so.
            if bytes.len() > context.limits.text_bytes {
                text.extend(std::iter::repeat_n(' ', bytes.len().saturating_sub(text.len())));
            }
            Cow::Owned(text)
        }
    }
}
