//! The limits of the lifecycle. The service side counts a MB as 2^20 bytes (D23).

use crate::case::files::limits::{FileEndpoint, FileLimits};

/// The limits for files that are appended to a case. They do not restrict file types, because the
/// specification lists the accepted types only for create.
pub(crate) const APPEND: &FileLimits = FileLimits::of(FileEndpoint::Append);
