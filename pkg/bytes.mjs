// A module as text in JavaScript, such that a server's gzip or brotli makes of it what they make of the module itself.
//
// base64 hides from them which bytes come again: a third more to download. Here the commonest bytes are a letter each, the
// others two, and a byte is written the same wherever it stands. All letters are ASCII and need no escape in a string.

const lettersOfAll = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
/** What a string, a template or an inline script would take for something else is left out. */
export const letters = lettersOfAll.filter((letter) => !`"'\`\\$<`.includes(letter)).join("");
/** So many letters stand before a second one, the others alone. */
export const leads = 2;

/** The letters, the bytes by how common they are, as two hexadecimal digits each, and the text. */
export function written(bytes) {
  const counts = new Array(256).fill(0);
  for (const byte of bytes) counts[byte]++;
  const order = [...counts.keys()].sort((a, b) => counts[b] - counts[a] || a - b);
  const alone = letters.length - leads;
  const of = new Array(256);
  for (const [at, byte] of order.entries()) {
    const beyond = at - alone;
    of[byte] =
      beyond < 0
        ? letters[leads + at]
        : letters[Math.floor(beyond / letters.length)] + letters[beyond % letters.length];
  }
  return { letters, leads, order: Buffer.from(order).toString("hex"), text: Array.from(bytes, (byte) => of[byte]).join("") };
}

/** For esbuild: `import … from "x.wasm"` gives the module so written. */
export const asText = {
  name: "module as text",
  setup(build) {
    build.onLoad({ filter: /\.wasm$/ }, async ({ path }) => {
      const { readFile } = await import("node:fs/promises");
      const parts = Object.entries(written(await readFile(path)));
      return { contents: parts.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`).join("") };
    });
  },
};
