//! Reads the text of a case into a payload within the limits of the context.

use crate::context::Context;
use crate::payload::reader;
use crate::payload::reader::PayloadError;
use crate::payload::slots::Payload;
use crate::rulebook::codes::Code;
use crate::rulebook::params::Param;
use crate::rulebook::params::Params;

/// The reason why a payload was not read, with the parameters of the message.
pub(crate) type Unreadable = (Code, Params);

/// Reads the text into an empty payload.
pub(crate) fn read<'t>(text: &'t str, context: &Context, payload: &mut Payload<'t>) -> Result<(), Unreadable> {
    if text.len() > context.limits.text_bytes {
        return Err((Code::TooLarge, Params::default().with("limit", Param::from(context.limits.text_bytes))));
    }
    reader::read(text, context.limits.depth, context.house.retained_text, payload).map_err(|obstacle| {
        let at = |line, column| Params::default().with("line", Param::from(line)).with("column", Param::from(column));
        match obstacle {
            PayloadError::NotAnObject => (Code::NotAnObject, Params::default()),
            PayloadError::TooDeep => {
                (Code::TooDeep, Params::default().with("limit", Param::from(context.limits.depth)))
            }
            PayloadError::NotJson { line, column } => (Code::NotJson, at(line, column)),
            PayloadError::LoneSurrogate { line, column } => (Code::LoneSurrogate, at(line, column)),
        }
    })
}
