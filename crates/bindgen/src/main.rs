//! Writes the JavaScript glue of a wasm module into a folder, as `wasm-bindgen --target web` does.
//!
//! `scripts/wasm` runs it, because it is compiled in a quarter of the time of the tool.

use anyhow::Context;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let module = arguments.next().context("usage: casegate-bindgen MODULE FOLDER")?;
    let folder = arguments.next().context("usage: casegate-bindgen MODULE FOLDER")?;
    Bindgen::new().input_path(module).web(true)?.typescript(true).omit_default_module_path(true).generate(folder)
}
