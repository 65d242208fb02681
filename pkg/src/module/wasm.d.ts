declare module "#bytes" {
  /** The module as text, and what it takes to read it: see bytes.mjs. */
  export const letters: string;
  export const leads: number;
  export const order: string;
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
