// Encodes a module as text in JavaScript that gzip and brotli compress as well as the module
// itself.
//
// base64 hides repeated bytes from them, which costs a third more to download. Here the most
// frequent bytes are one letter each, the others two, and a byte is written the same everywhere.
// All letters are ASCII and need no escape in a string. A small module decodes the text, because
// JavaScript takes about three times as long in a new process.
import binaryen from "binaryen";

const lettersOfAll = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
/** Letters with a meaning in a string, a template or an inline script are left out. */
const letters = lettersOfAll.filter((letter) => !`"'\`\\$<`.includes(letter)).join("");
/** The number of letters that start a pair; the others are alone. */
const leads = 2;

/**
 * Returns the text, and the module that decodes it in its memory. The text is written there at
 * `start`; the decoder receives its end.
 */
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
  const text = Array.from(bytes, (byte) => of[byte]).join("");
  return { text, start, reader: Buffer.from(reader(order, start + text.length)).toString("base64") };
}

// The places of the decoder's tables and of the text: the numbers of letters, and the bytes of
// numbers.
const numbers = 0;
const byOrder = 128;
const start = byOrder + 256;

/** There are never more bytes than letters, so the bytes overwrite the letters. */
function reader(order, end) {
  const numberOf = Array.from({ length: byOrder }, (_, code) => Math.max(0, letters.indexOf(String.fromCharCode(code))));
  const data = (values) => values.map((value) => `\\${value.toString(16).padStart(2, "0")}`).join("");
  const number = `(i32.load8_u offset=${numbers} (i32.load8_u (local.get $from)))`;
  const onwards = (what) => `(local.set ${what} (i32.add (local.get ${what}) (i32.const 1)))`;
  const module = binaryen.parseText(`(module
    (memory (export "memory") ${Math.ceil(end / 65536)})
    (data (i32.const ${numbers}) "${data(numberOf)}")
    (data (i32.const ${byOrder}) "${data(order)}")
    (func (export "read") (param $end i32) (result i32)
      (local $from i32) (local $to i32) (local $number i32)
      (local.set $from (i32.const ${start}))
      (local.set $to (i32.const ${start}))
      (loop $letter
        (if (i32.lt_u (local.get $from) (local.get $end)) (then
          (local.set $number ${number})
          ${onwards("$from")}
          (if (i32.ge_u (local.get $number) (i32.const ${leads}))
            (then (local.set $number (i32.sub (local.get $number) (i32.const ${leads}))))
            (else
              (local.set $number (i32.add
                (i32.add (i32.const ${letters.length - leads}) (i32.mul (local.get $number) (i32.const ${letters.length})))
                ${number}))
              ${onwards("$from")}))
          (i32.store8 (local.get $to) (i32.load8_u offset=${byOrder} (local.get $number)))
          ${onwards("$to")}
          (br $letter))))
      (local.get $to)))`);
  if (!module.validate()) throw new Error("the reader is no module");
  return module.emitBinary();
}

/** For esbuild: `import … from "x.wasm"` returns the encoded module. */
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
