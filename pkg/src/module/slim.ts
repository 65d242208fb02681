// The module from a source of the program.
import type { Source } from "../slim.js";

let module: WebAssembly.Module | undefined;

export function compiled(): WebAssembly.Module {
  if (!module) throw new TypeError("casegate/slim and casegate/form have no module inside: await init(…) before the first call.");
  return module;
}

export async function prepare(source: Source | Promise<Source>): Promise<void> {
  const given = await source;
  if (module) return;
  const mine = await compile(given);
  // Another module may have arrived meanwhile, and may have open sessions.
  module ??= mine;
}

async function compile(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  // Bytes are tested first, because Node loads its whole `fetch` for the global `Response`.
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const response = source instanceof Response ? source : await fetch(source);
  if (!response.ok) throw new Error(`The module cannot be fetched: status ${response.status}.`);
  // Not every server sends the type that streaming compilation requires.
  const isTyped = response.headers.get("Content-Type") === "application/wasm";
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
