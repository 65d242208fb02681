//! Written by scripts/generate; do not edit.

/// The digest of the tables.
pub(crate) const DIGEST: &str = "62be48dfd4c576bf";

/// The digest of `kit/rules.json`.
#[cfg(feature = "receipts")]
pub(crate) const TABLES: &str = "sha256:7466638e4f613e91e9514462c014562958c78003f9f53e5b33047ed2bb6dc2ec";
