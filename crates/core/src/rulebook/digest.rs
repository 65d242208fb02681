//! Written by scripts/generate; do not edit.

/// The digest of the tables.
pub(crate) const DIGEST: &str = "10d400c7a8d7d51d";

/// The digest of `kit/rules.json`.
#[cfg(feature = "receipts")]
pub(crate) const TABLES: &str = "sha256:390217e8607aacecdc79674ba8565dae4810cccb67ef5c186f580abb3229df5c";
