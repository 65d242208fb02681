//! Written by "casegate export digest"; do not edit.

/// The digest of the tables.
pub(crate) const DIGEST: &str = "1f5b786cac296bf6";

/// The digest of `kit/rules.json`.
#[cfg(feature = "receipts")]
pub(crate) const TABLES: &str = "sha256:2b233a75132c22e9652aa8bd36a5acc2cca5dcb366fc977393f471222db4a5f1";
