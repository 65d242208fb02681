// The module as Cloudflare's workers hand it over: compiled when the worker is deployed, as no bytes may be compiled
// there.
import module from "#file";

export function compiled(): WebAssembly.Module {
  return module;
}

export async function prepare(): Promise<void> {}
