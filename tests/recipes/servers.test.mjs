// The programs of docs/guides/server-frameworks.md and examples/servers with their frameworks.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { caseSchema } from "casegate";
import { base } from "../support/cases.mjs";
import { built, exampleOf, inProve, load, programsOf, withAll } from "./programs.mjs";

const programs = [...programsOf("server-frameworks.md"), ...exampleOf("servers")];
const accepted = base("pl-minimal");
const secret = "Ursula Example";
const refused = { case_type: "pl", plaintiff_name: secret, date_of_loss: `on the day of ${secret}` };

/** Starts a program's server; returns a function that posts a body and returns the status and text. */
const starts = {
  "fastify.ts": async (server) => {
    const post = async (payload) => {
      const headers = { "content-type": "application/json" };
      const { statusCode, payload: text } = await server.inject({ method: "POST", url: "/cases", headers, payload });
      return { status: statusCode, text };
    };
    return { post, close: () => server.close() };
  },
  "express.ts": async (server) => {
    const listening = await new Promise((done) => {
      const listener = server.listen(0, "127.0.0.1", () => done(listener));
    });
    const url = `http://127.0.0.1:${listening.address().port}/cases`;
    return { post: posting(fetch, url), close: () => listening.close() };
  },
  "hono.ts": async (server) => ({ post: posting((request) => server.request(request)) }),
  "elysia.ts": async (server) => ({ post: posting((request) => server.handle(request)) }),
  "trpc.ts": async (router) => {
    const { fetchRequestHandler } = await import("@trpc/server/adapters/fetch");
    return { post: posting((req) => fetchRequestHandler({ endpoint: "", req, router })) };
  },
};

test("the programs have no type errors", () => {
  const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "--skipLibCheck", "--types", "node"];
  const tsc = join(import.meta.dirname, "node_modules/typescript/bin/tsc");
  const files = programs.filter((name) => withAll || name.startsWith("fastify")).map((name) => join(built, name));
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, ...files], { cwd: import.meta.dirname, encoding: "utf8" });
  assert.equal(status, 0, stdout);
});

test("a request without a body is refused", async () => {
  const submit = () => assert.fail("nothing was sent");
  const fastify = (await load("fastify.ts")).createServer(submit);
  const { statusCode, payload } = await fastify.inject({ method: "POST", url: "/cases" });
  assert.deepEqual([statusCode, JSON.parse(payload).errors[0].code], [400, "not_json"]);
  await fastify.close();
  if (!withAll) return;

  const express = (await load("express.ts")).createServer(submit);
  const { post, close } = await starts["express.ts"](express);
  const { status, text } = await post(null);
  assert.deepEqual([status, JSON.parse(text).errors[0].code], [400, "not_json"]);
  close();
});

function posting(handle, url = "http://localhost/cases") {
  return async (body) => {
    const request = new Request(url, { method: "POST", headers: { "content-type": "application/json" }, body });
    const response = await handle(request);
    return { status: response.status, text: await response.text() };
  };
}

test("each program of the page has a server here", () => {
  assert.deepEqual(programs.sort(), [...Object.keys(starts), "fastify-form.ts"].sort());
});

for (const name of Object.keys(starts)) {
  test(`${name}: accepted, refused and unreadable cases`, name === "fastify.ts" ? {} : inProve, async () => {
    const { createServer, createRouter } = await load(name);
    const submitted = [];
    const submit = async (payload) => void submitted.push(payload);
    const { post, close } = await starts[name]((createServer ?? createRouter)(submit));
    try {
      const good = await post(JSON.stringify({ ...accepted, summary: "" }));
      assert.ok(good.status === 202 || name === "trpc.ts", `${good.status} ${good.text}`);
      assert.deepEqual(submitted, [accepted]);

      const bad = await post(JSON.stringify(refused));
      assert.equal(bad.status, 400);
      assert.ok(!bad.text.includes("Ursula"), bad.text);
      const answer = JSON.parse(bad.text);
      const issues = answer.errors ?? answer.error.data.issues;
      assert.deepEqual(issues.map(({ at, code }) => [at, code]).slice(0, 2), [["/cc_emails", "required"], ["/date_of_loss", "not_a_date"]]);

      for (const body of ["{", "", `"${secret}"`, `{"plaintiff_name":"${secret}"`, secret]) {
        const broken = await post(body);
        assert.equal(broken.status, 400, body);
        assert.ok(!broken.text.includes("Ursula"), broken.text);
      }
      assert.equal(submitted.length, 1);
    } finally {
      await close?.();
    }
  });
}

test("the default refusals of Hono, Elysia and tRPC repeat submitted values, as the page says", inProve, async () => {
  const [{ sValidator }, { Hono }, { Elysia }, { initTRPC }] = await Promise.all(["@hono/standard-validator", "hono", "elysia", "@trpc/server"].map((name) => import(name)));
  const schema = caseSchema({ today: "2026-03-01" });
  const hono = new Hono().post("/cases", sValidator("json", schema), (c) => c.body(null));
  const elysia = new Elysia().post("/cases", () => "", { body: schema });
  const t = initTRPC.create();
  const router = t.router({ cases: t.procedure.input(schema).mutation(() => {}) });
  for (const [name, server, body] of [
    ["hono.ts", hono, JSON.stringify(refused)],
    ["elysia.ts", elysia, JSON.stringify(refused)],
    ["trpc.ts", router, secret],
  ]) {
    const { post } = await starts[name](server);
    const { text } = await post(body);
    assert.ok(text.includes(secret), name);
  }
});

test("fastify-form.ts: the parts case, files and labels, and forms without JavaScript", async () => {
  const { createServer } = await load("fastify-form.ts");
  const submitted = [];
  const server = createServer(async (payload, files) => {
    submitted.push([payload, await Promise.all(files.map(async ({ file, label }) => [file.name, label, await file.text()]))]);
  });
  const post = async (body, language = "en") => {
    const request = new Request("http://localhost/cases", { method: "POST", body, headers: { "accept-language": language } });
    const headers = Object.fromEntries(request.headers);
    const payload = Buffer.from(await request.arrayBuffer());
    const { statusCode: status, payload: text } = await server.inject({ method: "POST", url: "/cases", headers, payload });
    return { status, text, answer: JSON.parse(text) };
  };
  const formOf = (entries) => entries.reduce((form, entry) => (form.append(...entry), form), new FormData());
  const inputs = Object.entries({ ...accepted, summary: "" }).map(([name, value]) => [name, String(value)]);
  const report = ["files", new Blob(["report"]), "report.pdf"];

  try {
    const sent = await post(formOf([["case", JSON.stringify({ ...accepted, summary: "" })], report, ["labels", "incident_report"], ["files", new Blob([""]), "notes.exe"]]));
    assert.equal(sent.status, 202, sent.text);
    assert.deepEqual(sent.answer.files.map(({ status, label }) => [status, label]), [["accepted", "incident_report"], ["rejected", "other"]]);
    const withReport = [accepted, [["report.pdf", "incident_report", "report"]]];
    assert.deepEqual(submitted, [withReport]);

    assert.equal((await post(formOf([...inputs, report, ["labels", "incident_report"]]))).status, 202);
    assert.equal((await post(formOf([...inputs, ["files", new Blob([]), ""]]))).status, 202);
    assert.equal((await post(new URLSearchParams(inputs))).status, 202);
    assert.deepEqual(submitted.slice(1), [withReport, [accepted, []], [accepted, []]]);

    const asFile = await post(formOf([["case", new Blob([JSON.stringify(accepted)], { type: "application/json" })]]));
    assert.equal(asFile.status, 202, asFile.text);

    const large = await post(formOf([...inputs, ["files", new Blob([Buffer.alloc(26 * 2 ** 20)]), "large.pdf"]]));
    assert.deepEqual(large.answer.files.map(({ error_code }) => error_code), ["file_too_large"]);
    assert.deepEqual(submitted.splice(1).at(-1), [accepted, []]);

    for (const body of [formOf([["case", JSON.stringify(refused)]]), formOf(Object.entries(refused)), new URLSearchParams(refused)]) {
      const { status, text, answer } = await post(body);
      assert.equal(status, 400);
      assert.deepEqual(answer.errors.map(({ at, code }) => [at, code]).slice(0, 2), [["/cc_emails", "required"], ["/date_of_loss", "not_a_date"]]);
      assert.ok(!text.includes("Ursula"), text);
    }
    const spanish = await post(formOf([["case", JSON.stringify(refused)], report]), "es-MX");
    assert.match(spanish.answer.errors[0].message, /^Escriba /);
    for (const body of [formOf([["case", `"${secret}`]]), new URLSearchParams()]) assert.equal((await post(body)).status, 400);
    const json = await server.inject({ method: "POST", url: "/cases", payload: refused });
    assert.deepEqual([json.statusCode, json.payload.includes("Ursula")], [415, false]);
    const empty = await server.inject({ method: "POST", url: "/cases" });
    assert.equal(empty.statusCode, 400);
    assert.equal(submitted.length, 1);
  } finally {
    await server.close();
  }
});
