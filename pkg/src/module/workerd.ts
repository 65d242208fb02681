// The module in Cloudflare workers. It is compiled when the worker is deployed, because workers
// cannot compile bytes.
import module from "#file";

export function compiled(): WebAssembly.Module {
  return module;
}

export async function prepare(): Promise<void> {}
