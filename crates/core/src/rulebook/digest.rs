//! Written by "casegate export digest"; do not edit.

/// The digest of the tables.
pub(crate) const DIGEST: &str = "ee1950b4da2a61de";

/// The digest of `kit/rules.json`.
#[cfg(feature = "receipts")]
pub(crate) const TABLES: &str = "sha256:a59a99e4d2b8e297185f951c58399b9cee628bdbf25ded2843b64c79d929bb25";
