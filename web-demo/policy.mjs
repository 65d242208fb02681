// The content security policy, said once: the build writes it into the page, the server sends it as a header.
// 'wasm-unsafe-eval' lets the rulebook's WebAssembly be compiled, and nothing else.
export const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];
