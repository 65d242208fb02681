// The module from wherever the program has it.
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
  // Another may have come in time meanwhile: sessions are open in it.
  module ??= mine;
}

async function compile(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  // Bytes come before it is asked what a `Response` is: Node loads its whole `fetch` to answer.
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const response = source instanceof Response ? source : await fetch(source);
  if (!response.ok) throw new Error(`The module cannot be fetched: status ${response.status}.`);
  // Not every server knows the type, without which nothing is compiled while it arrives.
  const isTyped = response.headers.get("Content-Type") === "application/wasm";
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
