// The module inside the JavaScript, compiled when it is first needed.
import { initSync, type InitOutput } from "#glue";
import base64 from "#bytes";

let loaded: InitOutput | undefined;

export function instance(): InitOutput {
  return (loaded ??= initSync({ module: bytes() }));
}

export async function prepare(): Promise<void> {
  if (loaded) return;
  const module = await WebAssembly.compile(bytes());
  loaded ??= initSync({ module });
}

function bytes(): Uint8Array<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  // `Uint8Array.from(binary, …)` is several times slower.
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
