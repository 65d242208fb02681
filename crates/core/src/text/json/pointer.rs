//! JSON Pointers (RFC 6901) and the paths behind them.

use crate::text::json::writer;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A step of a path into a payload.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Segment {
    /// A key of an object.
    Key(String),
    /// A position in an array.
    Index(usize),
}

impl From<&str> for Segment {
    fn from(key: &str) -> Segment {
        Segment::Key(key.to_owned())
    }
}

impl From<usize> for Segment {
    fn from(position: usize) -> Segment {
        Segment::Index(position)
    }
}

/// Writes a path as a JSON Pointer.
pub(crate) fn pointer(path: &[Segment]) -> String {
    // Most pointers fit into this capacity, and few names contain characters to escape.
    let mut out = String::with_capacity(48);
    for segment in path {
        out.push('/');
        match segment {
            Segment::Key(key) if !key.bytes().any(|byte| byte == b'~' || byte == b'/') => out.push_str(key),
            Segment::Key(key) => {
                for letter in key.chars() {
                    match letter {
                        '~' => out.push_str("~0"),
                        '/' => out.push_str("~1"),
                        other => out.push(other),
                    }
                }
            }
            Segment::Index(position) => writer::number(&mut out, *position as u64),
        }
    }
    out
}
/// Returns a segment of a pointer as the name that it stands for.
// `str::replace` can search for texts of any length, which adds a kilobyte to a module.
pub(crate) fn unescaped(segment: &str) -> Cow<'_, str> {
    let mut parts = segment.split('~');
    let mut name = Cow::Borrowed(parts.next().unwrap_or_default());
    for part in parts {
        let (sign, rest) = match part.strip_prefix('1') {
            Some(rest) => ('/', rest),
            None => ('~', part.strip_prefix('0').unwrap_or(part)),
        };
        name.to_mut().push(sign);
        name.to_mut().push_str(rest);
    }
    name
}
