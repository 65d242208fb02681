//! Written by scripts/generate; do not edit.

/// The digest of the tables.
pub(crate) const DIGEST: &str = "9b5f5d8bd38f974c";

/// The digest of `kit/rules.json`.
#[cfg(feature = "receipts")]
pub(crate) const TABLES: &str = "sha256:f90017d3b70113298f6a9fa4baea81c19ec9c9cf8097835a4fcfc5e95059f81f";
