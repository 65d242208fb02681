// The programs of docs/guides/intake-element.md and examples/forward: the pages in Chromium, the backends before a service
// that records what it gets.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { build } from "esbuild";
import { cases, next, page, setting, visit, walk } from "../intake/support.mjs";
import { target } from "../support/target.mjs";
import { built, exampleOf, inProve, load, programsOf, vue, withAll } from "./programs.mjs";
import { readFileSync } from "node:fs";

const programs = [...programsOf("intake-element.md"), ...exampleOf("forward")];
const pages = {};
const it = setting(pages);

/** A script that mounts a program, with its library inside. */
async function bundle(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: built, loader: "tsx" }, absWorkingDir: import.meta.dirname, bundle: true, format: "esm", jsx: "automatic", write: false,
    define: { "process.env.NODE_ENV": '"production"', __VUE_OPTIONS_API__: "true", __VUE_PROD_DEVTOOLS__: "false", __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false" },
    loader: { ".wasm": "empty" }, logLevel: "error", plugins: [vue], target: "es2022",
  });
  return outputFiles[0].text;
}

const addresses = 'modules.form = "/casegate-intake.wasm"; modules.whole = "/casegate.wasm";';

before(async () => {
  pages["/plain"] = readFileSync(join(built, "plain.html"), "utf8");
  pages["/react.js"] = await bundle(`import { createRoot } from "react-dom/client"; import { Intake } from "./intake-react";
    createRoot(document.getElementById("app")).render(<Intake onSent={(reference) => { document.title = reference; }} />);`);
  if (withAll) pages["/vue.js"] = await bundle(`import { createApp, h } from "vue"; import Intake from "./Intake.vue";
    createApp({ render: () => h(Intake, { onSent: (reference) => { document.title = reference; } }) }).mount("#app");`);
  pages["/react-late.js"] = await bundle(`import { createElement } from "react"; import { createRoot } from "react-dom/client"; import { modules } from "casegate/intake"; ${addresses}
    const root = createRoot(document.getElementById("app"));
    globalThis.show = (values) => root.render(values && createElement("casegate-intake", values)); show({});`);
  if (withAll) pages["/vue-late.js"] = await bundle(`import { createApp, h, shallowRef } from "vue"; import { modules } from "casegate/intake"; ${addresses}
    const values = shallowRef({}); globalThis.show = (now) => { values.value = now; };
    createApp({ render: () => values.value && h("casegate-intake", values.value) }).mount("#app"); show({});`);
  if (withAll) pages["/lit-late.js"] = await bundle(`import { html, nothing, render } from "lit"; import { modules } from "casegate/intake"; ${addresses}
    globalThis.show = (now) => render(now ? html\`<casegate-intake .product=\${now.product} .language=\${now.language} .prefill=\${now.prefill} .submitUrl=\${now.submitUrl}
      .timeZone=\${now.timeZone} .backend=\${now.backend} .context=\${now.context} .step=\${now.step}></casegate-intake>\` : nothing, document.getElementById("app")); show({});`);
  // Without its compiler for files: the template is compiled in the page.
  if (withAll) pages["/angular-late.js"] = await bundle(`import "@angular/compiler"; import { Component, CUSTOM_ELEMENTS_SCHEMA, provideZonelessChangeDetection, signal } from "@angular/core";
    import { bootstrapApplication } from "@angular/platform-browser"; import { modules } from "casegate/intake"; ${addresses}
    const values = signal({}); globalThis.show = (now) => values.set(now);
    class App { values = values; }
    Component({ selector: "app-root", schemas: [CUSTOM_ELEMENTS_SCHEMA], template: \`@if (values(); as now) { <casegate-intake [product]="now.product" [language]="now.language" [prefill]="now.prefill"
      [submitUrl]="now.submitUrl" [timeZone]="now.timeZone" [backend]="now.backend" [context]="now.context" [step]="now.step" /> }\` })(App);
    document.getElementById("app").append(document.createElement("app-root"));
    bootstrapApplication(App, { providers: [provideZonelessChangeDetection()] });`);
  for (const name of ["react", "vue", "react-late", "vue-late", "lit-late", "angular-late"]) pages[`/${name}`] = page('<div id="app"></div>').replace("/casegate-intake.js", `/${name}.js`);
});

test("each program of the page runs here", () => {
  assert.deepEqual(programs.sort(), ["Intake.vue", "forward.mjs", "forward.py", "intake-react.tsx", "plain.html"]);
});

test("the plain page sends a case", async () => {
  const { page: tab, close } = await visit(it, "/plain");
  const element = tab.locator("casegate-intake");
  await walk(element, cases.pe);
  await next(element);
  await element.locator(".reference", { hasText: "CASE-7" }).waitFor();
  assert.equal(it.received.at(-1).case.plaintiff_name, "Terry Testcase");
  await close();
});

for (const name of ["react", "vue"]) {
  test(`the component of ${name} sets the product, sends a case and hears of it`, name === "react" ? {} : inProve, async () => {
    const { page: tab, close } = await visit(it, `/${name}`);
    const element = tab.locator("casegate-intake");
    await walk(element, cases.pl.map(({ "/case_type": _fixed, ...answers }) => answers));
    await next(element);
    await element.locator(".reference", { hasText: "CASE-7" }).waitFor();
    assert.equal(it.received.at(-1).case.case_type, "pl");
    assert.equal(await tab.title(), "CASE-7");
    await close();
  });
}

for (const name of ["react", "vue", "lit", "angular"]) {
  test(`${name} sets undefined, late and equal values, and removes and returns the element`, name === "react" ? {} : inProve, async () => {
    // Angular makes functions of templates. Without the policy, the browser asks for an icon.
    const { page: tab, close } = await visit(it, `/${name}-late`, name === "angular" ? { bypassCSP: true, expected: /404/ } : {});
    const element = tab.locator("casegate-intake");
    const show = (values) => tab.evaluate(async (now) => {
      globalThis.show(now && Object.fromEntries(Object.entries(now).map(([key, value]) => [key, value === "undefined" ? undefined : value])));
      await new Promise((resolve) => setTimeout(resolve, 100));
      const node = document.querySelector("casegate-intake");
      return [node?.payload, node?.product, node?.language];
    }, values);
    const nothing = Object.fromEntries(["product", "language", "prefill", "submitUrl", "timeZone", "backend", "context", "step"].map((key) => [key, "undefined"]));
    assert.deepEqual(await show(nothing), [{}, null, "en"]);
    // Later, from a case system.
    const late = { prefill: { is_test: "yes", cc_emails: ["firm@example.test", "desk@example.test"], requester_name: null }, language: "es" };
    assert.deepEqual(await show(late), [{ cc_emails: "firm@example.test, desk@example.test", is_test: true }, null, "es"]);
    await element.locator("h1", { hasText: "¿Qué necesita que busquemos?" }).waitFor();
    await element.evaluate((node) => { globalThis.before = node.shadowRoot.querySelector("h1"); });
    await show(structuredClone(late));
    assert.equal(await tab.evaluate(() => globalThis.before.isConnected), true, "equal values draw nothing");
    assert.deepEqual(await show({ ...late, product: "pl" }), [{ case_type: "pl", cc_emails: "firm@example.test, desk@example.test", is_test: true }, "pl", "es"]);
    await element.locator('input[value="personal_auto_policy_limits"]').click();
    // A new element has the draft; the values of the page replace nothing.
    await show(null);
    assert.equal(await element.count(), 0);
    await show({ ...late, product: "pl" });
    await element.getByRole("button", { name: "Continuar con este borrador" }).click();
    await element.locator('input[value="personal_auto_policy_limits"]:checked').waitFor();
    await close();
  });
}

/** A service that records requests. */
const service = { url: "", got: [], next: undefined };
const stub = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const form = await new Response(Buffer.concat(chunks), { headers: { "content-type": request.headers["content-type"] } }).formData();
  service.got.push({ path: request.url, token: request.headers.authorization, case: form.get("case"), files: form.getAll("files").map(({ name, size }) => [name, size]), labels: form.getAll("labels") });
  const { next } = service;
  service.next = undefined;
  if (next?.cut) return response.writeHead(201, { "content-length": 100 }).write('{"case_id":1', () => response.destroy());
  if (next !== undefined) return response.writeHead(next.status, next.headers).end(next.body);
  const refused = form.get("case") === "{}";
  response.writeHead(refused ? 400 : 201, { "content-type": "application/json" }).end(refused ? '{"errors":[]}' : '{"case_id":1}');
});
before(async () => {
  stub.listen(0, "127.0.0.1");
  await once(stub, "listening");
  service.url = `http://127.0.0.1:${stub.address().port}`;
});
after(() => stub.close());

/** Starts each backend with a token; returns its address and its end. */
const backends = {
  "forward.mjs": async () => {
    const { forward } = await load("forward.mjs");
    const server = forward({ service: service.url, token: "secret" }).listen(0, "127.0.0.1");
    await once(server, "listening");
    return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
  },
  "forward.py": async () => {
    const program = `import forward, sys; server = forward.forward(sys.argv[1], "secret"); print(server.server_port, flush=True); server.serve_forever()`;
    const child = spawn("python3", ["-c", program, service.url], { cwd: built, stdio: ["ignore", "pipe", "inherit"] });
    const [port] = await once(child.stdout, "data");
    return { url: `http://127.0.0.1:${String(port).trim()}`, close: () => child.kill() };
  },
  "forward.rs": async () => {
    const env = { ...process.env, SERVICE_URL: service.url, USER_TOKEN: "secret", PORT: "0" };
    const child = spawn(target("debug/examples/forward"), { env, stdio: ["ignore", "pipe", "inherit"] });
    const [port] = await once(child.stdout, "data");
    return { url: `http://127.0.0.1:${String(port).trim()}`, close: () => child.kill() };
  },
};

for (const [name, start] of Object.entries(backends)) {
  test(`${name} adds the token, passes on files and answers, and refuses what is no form`, async () => {
    const { url, close } = await start();
    try {
      const post = (text) => {
        const form = new FormData();
        form.append("case", text);
        form.append("files", new File([new Uint8Array(1000)], "a b.pdf"));
        form.append("labels", "report");
        return fetch(url, { method: "POST", body: form });
      };
      const sent = await post('{"case_type":"pl"}');
      assert.deepEqual([sent.status, await sent.json()], [201, { case_id: 1 }]);
      assert.deepEqual(service.got.at(-1), { path: "/api/v1/partner/cases/create/", token: "Token secret", case: '{"case_type":"pl"}', files: [["a b.pdf", 1000]], labels: ["report"] });
      const refused = await post("{}");
      assert.deepEqual([refused.status, await refused.json()], [400, { errors: [] }]);
      const html = { "content-type": "text/html" };
      for (const [next, status, type = "application/json", retryAfter = null] of [
        [{ status: 302, headers: { location: "/signin" } }, 502],
        [{ status: 307, headers: { location: `${service.url}/other`, "content-type": "application/json" }, body: '{"case_id":1}' }, 502],
        [{ status: 200, headers: html, body: "<h1>Sign in</h1>" }, 502],
        [{ status: 204 }, 502],
        [{ cut: true }, 502],
        [{ status: 429, headers: { "content-type": "application/problem+json", "retry-after": "30" }, body: '{"title":"Slow down"}' }, 429, "application/problem+json", "30"],
        [{ status: 503, headers: { ...html, "retry-after": "60" }, body: "Later" }, 503, "text/html", "60"],
        [{ status: 413, headers: html, body: "<h1>Too large</h1>" }, 413, "text/html"],
      ]) {
        service.next = next;
        const count = service.got.length;
        const answer = await post('{"case_type":"pl"}');
        assert.deepEqual([answer.status, answer.headers.get("content-type"), answer.headers.get("retry-after")], [status, type, retryAfter], JSON.stringify(next));
        if (status === next.status) assert.equal(await answer.text(), next.body);
        assert.equal(service.got.length, count + 1, "no redirect is followed");
      }
      const before = service.got.length;
      assert.equal((await fetch(url, { method: "POST", body: "{}", headers: { "content-type": "application/json" } })).status, 404);
      assert.equal(service.got.length, before);
    } finally {
      close();
    }
  });
}
