//! Makes the demo's pages part of the program, where the feature asks for it.

use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_DEMO").is_none() {
        return;
    }
    // Read now: a copied target folder has a build script that was compiled elsewhere.
    let crate_folder = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let folder = Path::new(&crate_folder).join("../../web-demo/dist");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut names: Vec<String> = match fs::read_dir(&folder) {
        Ok(entries) => entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect(),
        Err(_) => Vec::new(),
    };
    if !names.iter().any(|name| name == "index.html") {
        println!("cargo::error=web-demo/dist holds no demo: run node web-demo/build.mjs first");
        return;
    }
    names.sort();
    let rows: Vec<String> = names
        .iter()
        .map(|name| format!("({name:?}, include_bytes!({:?}) as &[u8])", folder.join(name).display().to_string()))
        .collect();
    let table = format!("pub(super) const FILES: &[(&str, &[u8])] = &[{}];", rows.join(", "));
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    if let Err(error) = fs::write(Path::new(&out).join("demo.rs"), table) {
        println!("cargo::error=the demo's table cannot be written: {error}");
    }
}
