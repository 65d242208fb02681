// The module from wherever the program has it.
import start, { initSync, type InitOutput } from "#glue";
import type { Source } from "../slim.js";

let loaded: InitOutput | undefined;

export function instance(): InitOutput {
  if (!loaded) throw new TypeError("casegate/slim and casegate/form have no module inside: await init(…) before the first call.");
  return loaded;
}

export async function prepare(source: Source | Promise<Source>): Promise<void> {
  const given = await source;
  if (loaded) return;
  // Asked for bytes, the glue looks whether they are a `Response`, and Node loads its whole `fetch` to answer.
  const mine = isBytes(given) ? initSync({ module: await WebAssembly.compile(given) }) : await start({ module_or_path: given });
  // Another may have come in time meanwhile: sessions are open in it, and it has a host.
  loaded ??= mine;
}

function isBytes(source: Source): source is ArrayBuffer | ArrayBufferView<ArrayBuffer> {
  return source instanceof ArrayBuffer || ArrayBuffer.isView(source);
}
