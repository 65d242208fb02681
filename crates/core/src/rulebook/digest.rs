//! Written by scripts/generate; do not edit.

/// The digest of the tables.
pub(crate) const DIGEST: &str = "47b93d36e63de91a";

/// The digest of `kit/rules.json`.
#[cfg(feature = "receipts")]
pub(crate) const TABLES: &str = "sha256:3ae31aa341d03c30c3806f3f5e48aa639058c6e85953cc3e1e9d13ea488b58d2";
