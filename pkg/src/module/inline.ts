// The module inside the JavaScript as base64, compiled at its first use.
import base64 from "#bytes";
import { explained } from "./policy.js";

let module: WebAssembly.Module | undefined;

export function compiled(): WebAssembly.Module {
  try {
    return (module ??= new WebAssembly.Module(bytes()));
  } catch (error) {
    throw explained(error);
  }
}

export async function prepare(): Promise<void> {
  try {
    module ??= await WebAssembly.compile(bytes());
  } catch (error) {
    throw explained(error);
  }
}

/** Decoding letter by letter takes a new process several milliseconds, and Node has a Buffer. */
function bytes(): Uint8Array<ArrayBuffer> {
  const Buffer = (globalThis as { Buffer?: { from(text: string, encoding: "base64"): Uint8Array<ArrayBuffer> } }).Buffer;
  return Buffer ? Buffer.from(base64, "base64") : Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
