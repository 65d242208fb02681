//! Writes the committed exports.
#![allow(clippy::unwrap_used, missing_docs)]
fn main() {
    std::fs::write("pkg/src/types.ts", casegate::export::types_ts()).unwrap();
    std::fs::write("pkg/src/fields.ts", casegate::export::fields_ts()).unwrap();
    std::fs::write("crates/core/src/digest.rs", casegate::export::digest_rs()).unwrap();
}
