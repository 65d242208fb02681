//! Written by scripts/generate; do not edit.

/// The digest of the tables.
pub(crate) const DIGEST: &str = "62be48dfd4c576bf";

/// The digest of `kit/rules.json`.
#[cfg(feature = "receipts")]
pub(crate) const TABLES: &str = "sha256:3ea5ba9570fb0208791f90fd5c76dcd0ed03fe34b3ea804f3f824da56725a219";
