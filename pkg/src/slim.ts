// The entry without the module, for programs that serve it as a separate file, with firm rules.
import { prepare } from "./module/slim.js";

export { checkHouse } from "./api.js";
export * from "./casegate.js";

/**
 * The source of the module: its address, the response to a request for it, its bytes, or the
 * compiled module.
 */
export type Source = string | URL | Response | ArrayBuffer | ArrayBufferView<ArrayBuffer> | WebAssembly.Module;

/** Loads the module `casegate/casegate.wasm`. Call it once before the first other call. */
export function init(source: Source | Promise<Source>): Promise<void> {
  return prepare(source);
}
