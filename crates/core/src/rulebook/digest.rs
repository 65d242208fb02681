//! Written by scripts/generate; do not edit.

/// The digest of the tables.
pub(crate) const DIGEST: &str = "b400e91ab747cce4";

/// The digest of `kit/rules.json`.
#[cfg(feature = "receipts")]
pub(crate) const TABLES: &str = "sha256:06209514b24eac04387543d867066f5c03976276fd9d95145d24c2e566e330ba";
