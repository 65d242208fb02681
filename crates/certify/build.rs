//! Makes the scenarios part of the library: a row for each file of the folder.

use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let rows: Vec<String> = paths
        .iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .filter_map(|path| Some((path.file_stem()?.to_str()?, path)))
        .map(|(name, path)| format!("({name:?}, include_str!({:?}))", path.display().to_string()))
        .collect();
    let table = format!("const FILES: &[(&str, &str)] = &[{}];", rows.join(", "));
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    if let Err(error) = fs::write(Path::new(&out).join("scenarios.rs"), table) {
        println!("cargo::error=the table of scenarios cannot be written: {error}");
    }
}
