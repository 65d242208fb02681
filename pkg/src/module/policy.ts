// The refusal of a page's content security policy, in words that name the remedy.

/**
 * Returns the error to throw in the place of an engine's. Chromium and Safari name `unsafe-eval`,
 * and Firefox the CSP. Without a regular expression, as in text.ts.
 */
export function explained(error: unknown): unknown {
  const text = String(error);
  if (!text.includes("unsafe-eval") && !text.includes("CSP")) return error;
  return new TypeError("The content security policy forbids WebAssembly. Add 'wasm-unsafe-eval' to script-src.", { cause: error });
}
