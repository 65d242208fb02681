// A program built with the feature `demo` embeds every file of the demo. Build first:
// node web-demo/build.mjs, cargo build -p casegate-cli --features demo
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { built, demo, program } from "./support.mjs";

let folder, child, url;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "casegate-embedded-"));
  child = spawn(program, ["serve", "--demo", "--port", "0", "--data", "data", "--log", "quiet"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (data) => {
        said += data;
        if (/^\s*data:/m.test(said)) resolve();
      });
    }
    child.once("exit", () => reject(new Error(`${said}Build it first: cargo build -p casegate-cli --features demo`)));
  });
  url = /^\s*demo:\s+(\S+)/m.exec(said)[1];
});

after(async () => {
  if (child.exitCode === null) {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});

/** An answer as transferred, still compressed. */
function ask(name, encoding) {
  return new Promise((resolve, reject) => {
    get(url + name, { headers: { "Accept-Encoding": encoding } }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) }));
    }).on("error", reject);
  });
}

test("every file is served byte for byte in each encoding", async () => {
  const names = await readdir(`${demo}dist`);
  const policy = await readFile(`${demo}dist/policy.txt`, "utf8");
  const served = names.filter((name) => !/\.(br|gz)$/.test(name) && name !== "policy.txt");
  assert.ok(served.length > 10 && served.includes(built("casegate.wasm")), served.join(" "));
  for (const name of served) {
    for (const [encoding, end] of [["identity", ""], ["br", ".br"], ["gzip", ".gz"]]) {
      const { status, headers, bytes } = await ask(name, encoding);
      assert.equal(status, 200, name);
      assert.equal(headers["content-encoding"] ?? "identity", encoding, name);
      assert.equal(headers["content-security-policy"], policy, name);
      assert.ok(bytes.equals(await readFile(`${demo}dist/${name}${end}`)), `${name} in ${encoding}`);
    }
  }
  assert.ok((await ask("", "br")).bytes.equals(await readFile(`${demo}dist/index.html.br`)));
});

test("the program embeds only built files", async () => {
  for (const name of ["policy.txt", "index.html.br", "missing.js", "part-missing.js"]) assert.equal((await ask(name, "br")).status, 404, name);
});
