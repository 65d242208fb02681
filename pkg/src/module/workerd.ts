// The module as Cloudflare's workers hand it over: compiled when the worker is deployed, as no bytes may be compiled
// there.
import { initSync, type InitOutput } from "#glue";
import module from "#file";

let loaded: InitOutput | undefined;

export function instance(): InitOutput {
  return (loaded ??= initSync({ module }));
}

export async function prepare(): Promise<void> {
  instance();
}
