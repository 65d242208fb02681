//! The test vectors as lines.
// Not every test needs all of it.
#![allow(dead_code, reason = "several test programs share this module, and none uses all of it")]

use serde::Deserialize;
use std::fs;
use std::process::Command;

#[derive(Debug, Deserialize)]
pub(crate) struct Vector {
    pub(crate) file: String,
    pub(crate) name: String,
    pub(crate) call: String,
    pub(crate) payload: String,
    pub(crate) context: String,
    pub(crate) reply: String,
}

/// The vectors, from the file that `CASEGATE_VECTORS` names or from the library's example that
/// writes them.
pub(crate) fn vectors() -> Vec<Vector> {
    let text = if let Some(path) = std::env::var_os("CASEGATE_VECTORS") {
        fs::read_to_string(path).expect("the file of CASEGATE_VECTORS can be read")
    } else {
        let args = ["run", "--quiet", "--package", "casegate", "--example", "expand_vectors"];
        let output = Command::new(env!("CARGO")).args(args).current_dir(env!("CARGO_MANIFEST_DIR")).output();
        let output = output.expect("cargo runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("the vectors are UTF-8")
    };
    let vectors: Vec<Vector> = text.lines().map(|line| serde_json::from_str(line).expect("a vector a line")).collect();
    assert!(vectors.len() > 100, "only {} vectors", vectors.len());
    vectors
}
