// The module inside the JavaScript, compiled when it is first needed.
import { initSync, type InitOutput } from "#glue";
import { leads, letters, order, text } from "#bytes";

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
  const numbers = new Uint8Array(128);
  for (let at = 0; at < letters.length; at++) numbers[letters.charCodeAt(at)] = at;
  const byOrder = new Uint8Array(256);
  for (let at = 0; at < 256; at++) byOrder[at] = parseInt(order.slice(2 * at, 2 * at + 2), 16);

  const bytes = new Uint8Array(text.length);
  const alone = letters.length - leads;
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    let number = numbers[text.charCodeAt(at)]! - leads;
    if (number < 0) number = alone + (number + leads) * letters.length + numbers[text.charCodeAt(++at)]!;
    bytes[length++] = byOrder[number]!;
  }
  return bytes.subarray(0, length);
}
