// The headers of the form, and that it needs nothing else.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { built, demo, setting } from "./support.mjs";

const it = setting();

test("every page has the security policy, in its header and in itself", async () => {
  for (const path of ["", "cases.html", ...["intake.js", "casegate.wasm", "first.css", "style.css", "icon.svg"].map(built), "missing.js", "policy.txt", "%2e%2e%2fpackage.json"]) {
    const response = await fetch(it.url + path);
    assert.equal(response.status, /missing|package|policy/.test(path) ? 404 : 200, path);
    if (response.status === 404) continue;
    const policy = response.headers.get("content-security-policy");
    assert.match(policy, /script-src 'self' 'wasm-unsafe-eval'(;|$)/);
    assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:/);
  }
  assert.match(await readFile(`${demo}dist/index.html`, "utf8"), /script-src 'self' 'wasm-unsafe-eval'/);
});

test("the page has no inline script or style and loads nothing from other origins", async () => {
  const html = await readFile(`${demo}dist/index.html`, "utf8");
  assert.doesNotMatch(html, /<style|style=|\son\w+=|<script(?![^>]*\bsrc=)/);
  assert.doesNotMatch(html + (await readFile(`${demo}dist/${built("first.css")}`, "utf8")), /https?:|\/\/\w|url\(/);
  assert.match(it.url, /^http:\/\/127\.0\.0\.1:\d+\/$/);
});
