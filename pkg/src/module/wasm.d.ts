declare module "#bytes" {
  /** The module as text. */
  export const text: string;
  /**
   * A small module in base64 that decodes the text, and the address where it expects it; see
   * bytes.mjs.
   */
  export const reader: string;
  export const start: number;
}

declare module "#file" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "*.json" {
  const schema: Record<string, unknown>;
  export default schema;
}
