#!/usr/bin/env node
// The command `casegate`: the same program as the Rust binary, as a WebAssembly module.
import { existsSync, readFileSync } from "node:fs";
import { isatty } from "node:tty";
import { run } from "./host.mjs";

const file = new URL("../cli.wasm", import.meta.url);
const env = { ...process.env };
// The module cannot ask for the width. A pipe is left alone: Node would make it non-blocking.
const terminal = isatty(1) ? process.stdout : isatty(2) ? process.stderr : undefined;
if (terminal) env.COLUMNS = String(terminal.columns);
// The consoles of Windows show colors, and set no variable that says it.
if (process.platform === "win32") env.TERM ??= "xterm";

if (existsSync(file)) {
  try {
    process.exitCode = run(new WebAssembly.Module(readFileSync(file)), ["casegate", ...process.argv.slice(2)], env);
  } catch (error) {
    // As a panic of the binary. Node's own code would be 1, which means a refused case.
    console.error(error);
    process.exitCode = 101;
  }
} else {
  console.error("casegate: cli.wasm is missing; scripts/wasm-cli builds it");
  process.exitCode = 2;
}
