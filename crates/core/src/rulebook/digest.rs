//! Written by scripts/generate; do not edit.

/// The digest of the tables.
pub(crate) const DIGEST: &str = "62be48dfd4c576bf";

/// The digest of `kit/rules.json`.
#[cfg(feature = "receipts")]
pub(crate) const TABLES: &str = "sha256:140dbfecdd9718d669c9cc2df2ab3aeaf64b2b96fe92f593dffbd6c8e768a681";
