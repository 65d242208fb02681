//! Written by "casegate export digest"; do not edit.

/// The digest of the tables.
pub(crate) const DIGEST: &str = "e14754505046baa4";
