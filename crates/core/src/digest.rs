//! Written by "casegate export digest"; do not edit.

/// The digest of the tables.
pub(crate) const DIGEST: &str = "7ffaf01efeff3c36";
