// The entry without the module, for programs that serve it as a file of its own.
import { prepare } from "./module/slim.js";

export * from "./casegate.js";

/** Where the module is: its address, the response to a request for it, its bytes, or the compiled module. */
export type Source = string | URL | Response | ArrayBuffer | ArrayBufferView<ArrayBuffer> | WebAssembly.Module;

/** Loads the module `casegate/casegate.wasm`; needed once before the first call. */
export function init(source: Source | Promise<Source>): Promise<void> {
  return prepare(source);
}
