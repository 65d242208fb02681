//! Written by "casegate export digest"; do not edit.

/// The digest of the tables.
pub(crate) const DIGEST: &str = "6a3448ab90f39335";
