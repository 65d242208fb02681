// The module inside the JavaScript as text, compiled at its first use.
import { order, size, text } from "#bytes";
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

/** Reads the text that `letters` of build.mjs writes. */
function bytes(): Uint8Array<ArrayBuffer> {
  const byteAt = Uint8Array.from({ length: 256 }, (_, at) => parseInt(order.slice(2 * at, 2 * at + 2), 16));
  // Of each letter its place in `order`, and from 90 on that of the first of a row of 92.
  const places = Uint16Array.from({ length: 127 }, (_, letter) => (letter === 33 ? 57 : letter - 35));
  const read = new Uint8Array(size);
  // Not with a TextEncoder, which jsdom lacks.
  for (let to = 0, at = 0; to < size; to++) {
    const place = places[text.charCodeAt(at++)] as number;
    read[to] = byteAt[place < 90 ? place : place * 92 - 8190 + (places[text.charCodeAt(at++)] as number)] as number;
  }
  return read;
}
