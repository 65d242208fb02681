declare module "#bytes" {
  /** The bytes of a module, the most frequent one first, as hexadecimal digits. */
  export const order: string;
  /** The number of bytes. */
  export const size: number;
  /** The module: `letters` of build.mjs describes it. */
  export const text: string;
}

declare module "#file" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "*.json" {
  const schema: Record<string, unknown>;
  export default schema;
}
