// The module from wherever the program has it.
import start, { type InitOutput } from "#glue";
import type { Source } from "../slim.js";

let loaded: InitOutput | undefined;

export function instance(): InitOutput {
  if (!loaded) throw new TypeError("casegate/slim and casegate/form have no module inside: await init(…) before the first call.");
  return loaded;
}

export async function prepare(source: Source | Promise<Source>): Promise<void> {
  loaded ??= await start({ module_or_path: await source });
}
