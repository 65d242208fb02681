// The module inside the JavaScript, compiled at its first use.
import { reader, start, text } from "#bytes";

let module: WebAssembly.Module | undefined;

export function compiled(): WebAssembly.Module {
  return (module ??= new WebAssembly.Module(bytes()));
}

export async function prepare(): Promise<void> {
  module ??= await WebAssembly.compile(bytes());
}

/** bytes.mjs describes how the module is encoded. */
function bytes(): Uint8Array<ArrayBuffer> {
  const module = new WebAssembly.Module(Uint8Array.from(atob(reader), (letter) => letter.charCodeAt(0)));
  const { memory, read } = new WebAssembly.Instance(module).exports as { memory: WebAssembly.Memory; read: (end: number) => number };
  const all = new Uint8Array(memory.buffer as ArrayBuffer);
  new TextEncoder().encodeInto(text, all.subarray(start));
  return all.subarray(start, read(start + text.length));
}
