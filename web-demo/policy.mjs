// The content security policy. The build writes it into the pages, and the server sends it as a
// header. 'wasm-unsafe-eval' permits the compilation of WebAssembly, and nothing else.
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
