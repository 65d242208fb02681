//! Written by "casegate export digest"; do not edit.

/// The digest of the tables.
pub(crate) const DIGEST: &str = "1c27b5fdc35a4b9b";
