// Settings that a page gets wrong: the form is there all the same, says so, and takes a case.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cases, next, page, setting, visit, walk } from "./support.mjs";

const zones = ["Etc/Unknown", "Eastern Standard Time", "EST5EDT4", " ", "", "America/New York", "+99:00", "<b>"];
const contexts = [
  { today: "2026-13-45" }, { today: "" }, { today: 7 }, { surface: "v9" }, { severity: { required: "loud" } },
  { limits: { depth: -1 } }, { carriers: "all" }, { nonsense: true }, { words: "x" },
];

const script = `const { context } = document.currentScript.dataset;
globalThis.errors = [];
document.addEventListener("casegate-error", ({ detail }) => globalThis.errors.push(detail.kind));
// Before the scripts of the element, which are deferred.
if (context) document.addEventListener("readystatechange", () => { document.querySelector("casegate-intake").context = JSON.parse(context); });`;

const it = setting({
  "/settings.js": script,
  ...Object.fromEntries(zones.map((zone, at) => [`/zone/${at}`, page(`<casegate-intake submit-url="/cases" time-zone="${zone.replace("<", "&lt;")}"></casegate-intake>`, listener())])),
  ...Object.fromEntries(contexts.map((context, at) => [`/context/${at}`, page('<casegate-intake submit-url="/cases"></casegate-intake>', listener(context))])),
  "/later": page('<casegate-intake submit-url="/cases"></casegate-intake>', listener()),
});

/** A file of its own, because the policy forbids inline scripts: the settings are in its address. */
function listener(context) {
  const text = context === undefined ? "" : ` data-context="${JSON.stringify(context).replaceAll('"', "&quot;")}"`;
  return `<script id="settings"${text} src="/settings.js"></script>\n`;
}

async function open(path) {
  const visited = await visit(it, path);
  return { ...visited, element: visited.page.locator("casegate-intake"), errors: () => visited.page.evaluate(() => globalThis.errors) };
}

for (const [kind, list] of [["zone", zones], ["context", contexts]]) {
  test(`no ${kind} leaves a page blank`, async () => {
    for (const [at, value] of list.entries()) {
      const { element, errors, close } = await open(`/${kind}/${at}`);
      const what = JSON.stringify(value);
      await element.locator("input[type=radio]").first().waitFor();
      const said = await errors();
      const notices = await element.locator(".notice", { hasText: "a setting that the form can’t use" }).count();
      // A zone such as EST5EDT4 may be known to a browser.
      assert.equal(said.includes("settings"), notices === 1, what);
      if (!/EST5|^" "/.test(what)) assert.deepEqual([...new Set(said)], ["settings"], what);
      await close();
    }
  });
}

test("a form with settings that cannot be used takes a case", async () => {
  const { element, close } = await open("/zone/0");
  await walk(element, cases.pe);
  await next(element);
  await element.locator(".reference", { hasText: "CASE-7" }).waitFor();
  await close();
});

test("settings that become wrong later leave the ones before, in both languages", async () => {
  const { page: tab, element, errors, close } = await open("/later");
  await element.evaluate((node) => { node.context = { today: "2026-03-01" }; });
  await element.evaluate((node) => { node.context = { today: "never" }; node.timeZone = "Mars/Olympus"; });
  assert.equal(await element.evaluate((node) => node.context.today), "2026-03-01");
  assert.ok((await errors()).every((kind) => kind === "settings") && (await errors()).length > 0);
  await element.evaluate((node) => { node.language = "es"; });
  await tab.locator("casegate-intake .intake[lang=es]").waitFor();
  await close();
});
