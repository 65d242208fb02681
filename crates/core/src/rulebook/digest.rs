//! Written by "casegate export digest"; do not edit.

/// The digest of the tables.
pub(crate) const DIGEST: &str = "47b93d36e63de91a";

/// The digest of `kit/rules.json`.
#[cfg(feature = "receipts")]
pub(crate) const TABLES: &str = "sha256:74263798d3a1bdb4a70d31a84338895375a155e968e958214ca3542288e64eb4";
