//! Written by scripts/generate; do not edit.

/// The digest of the tables.
pub(crate) const DIGEST: &str = "161ca14672ba21c3";

/// The digest of `kit/rules.json`.
#[cfg(feature = "receipts")]
pub(crate) const TABLES: &str = "sha256:1577d2f1e4a5d83a56406fd074296b31f0fded1100bb701788b764a1a930750e";
