//! Written by scripts/generate; do not edit.

/// The digest of the tables.
pub(crate) const DIGEST: &str = "62be48dfd4c576bf";

/// The digest of `kit/rules.json`.
#[cfg(feature = "receipts")]
pub(crate) const TABLES: &str = "sha256:ed779f0aaf7f07ebb4ec0b7385f1f13a57ffb0daa3e2c3a1e9b2f15e0882dff3";
