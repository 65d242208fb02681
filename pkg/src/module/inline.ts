// The module inside the JavaScript as base64, compiled at its first use.
import base64 from "#bytes";

let module: WebAssembly.Module | undefined;

export function compiled(): WebAssembly.Module {
  return (module ??= new WebAssembly.Module(bytes()));
}

export async function prepare(): Promise<void> {
  module ??= await WebAssembly.compile(bytes());
}

/** Decoding letter by letter takes a new process several milliseconds, and Node has a Buffer. */
function bytes(): Uint8Array<ArrayBuffer> {
  const Buffer = (globalThis as { Buffer?: { from(text: string, encoding: "base64"): Uint8Array<ArrayBuffer> } }).Buffer;
  return Buffer ? Buffer.from(base64, "base64") : Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
