//! Committed files that the tables write.

#![allow(clippy::unwrap_used)]

use std::path::Path;

#[test]
fn committed_exports_are_what_the_tables_give() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (command, file, now) in [
        ("types", "pkg/src/types.ts", casegate::export::types_ts()),
        ("service-types", "pkg/src/service-types.ts", casegate::export::service_types_ts()),
        ("fields", "pkg/src/fields.ts", casegate::export::fields_ts()),
        ("fields --language es", "pkg/src/fields.es.ts", casegate::export::field_words_ts(casegate::Language::Spanish)),
        ("digest", "crates/core/src/digest.rs", casegate::export::digest_rs()),
    ] {
        let committed = std::fs::read_to_string(root.join(file)).unwrap();
        assert!(committed == now, "{file} is out of date: run scripts/generate (casegate export {command} > {file})");
    }
}
