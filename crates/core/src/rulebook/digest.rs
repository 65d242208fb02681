//! Written by "casegate export digest"; do not edit.

/// The digest of the tables.
pub(crate) const DIGEST: &str = "9721aad9b1945ac8";

/// The digest of `kit/rules.json`.
#[cfg(feature = "receipts")]
pub(crate) const TABLES: &str = "sha256:2f986a9eda6470bdf1ffdb90f0bfc4d0a8d839cc53201d1d89b9435051e287ae";
