// The module inside the JavaScript, compiled when it is first needed.
import { initSync, type InitOutput } from "#glue";
import { reader, start, text } from "#bytes";

let loaded: InitOutput | undefined;

export function instance(): InitOutput {
  return (loaded ??= initSync({ module: bytes() }));
}

export async function prepare(): Promise<void> {
  if (loaded) return;
  const module = await WebAssembly.compile(bytes());
  loaded ??= initSync({ module });
}

/** bytes.mjs tells how the module is written. */
function bytes(): Uint8Array<ArrayBuffer> {
  const module = new WebAssembly.Module(Uint8Array.from(atob(reader), (letter) => letter.charCodeAt(0)));
  const { memory, read } = new WebAssembly.Instance(module).exports as { memory: WebAssembly.Memory; read: (end: number) => number };
  const all = new Uint8Array(memory.buffer as ArrayBuffer);
  new TextEncoder().encodeInto(text, all.subarray(start));
  return all.subarray(start, read(start + text.length));
}
