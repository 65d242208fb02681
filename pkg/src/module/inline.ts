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
  // Newer engines and Node have what a loop takes a third of a cold start for.
  const { fromBase64 } = Uint8Array as unknown as { fromBase64?: Decode };
  if (fromBase64) return fromBase64.call(Uint8Array, base64);
  const { Buffer } = globalThis as { Buffer?: { from: Decode } };
  if (Buffer) return Buffer.from(base64, "base64");
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  // `Uint8Array.from(binary, …)` is several times slower.
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

type Decode = (text: string, encoding?: string) => Uint8Array<ArrayBuffer>;
