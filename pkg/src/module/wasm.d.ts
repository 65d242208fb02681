declare module "#bytes" {
  /** The module as base64. */
  const base64: string;
  export default base64;
}

declare module "#file" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "*.json" {
  const schema: Record<string, unknown>;
  export default schema;
}
