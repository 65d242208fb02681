//! The limits that the life cycle keeps. The service side refuses by powers of two (D23).

use crate::case::files::limits::{FileEndpoint, FileLimits};

/// What may be appended to a case. Its types are not among the limits: the list of them is create's.
pub(crate) const APPEND: &FileLimits = FileLimits::of(FileEndpoint::Append);
