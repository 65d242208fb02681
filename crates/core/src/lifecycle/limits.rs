//! The limits that the life cycle keeps. The service side refuses by powers of two (D23).

use crate::files::{FileEndpoint, FileLimits};

/// Bytes of UTF-8 in the message of `case.action_required`, at most (`LIM-action-message`, D23).
pub(crate) const MESSAGE_BYTES: usize = 8 * 1024;

/// What may be appended to a case. Its types are not among the limits: the list of them is create's.
pub(crate) const APPEND: &FileLimits = FileLimits::of(FileEndpoint::Append);
