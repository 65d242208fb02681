//! Written by "casegate export digest"; do not edit.

/// The digest of the tables.
pub(crate) const DIGEST: &str = "47b93d36e63de91a";

/// The digest of `kit/rules.json`.
#[cfg(feature = "receipts")]
pub(crate) const TABLES: &str = "sha256:506a6d934a35be3a66a1061a832b1c22d1a05b2f39f1c96b90e64a5e2f3e3590";
