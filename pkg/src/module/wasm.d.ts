declare module "*/casegate_wasm_bg.wasm" {
  /** Its bytes in base64: see the loader in build.mjs. */
  const base64: string;
  export default base64;
}

declare module "*/casegate.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
