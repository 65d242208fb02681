// Accessibility of the element in a page of a firm: axe, keyboard, what a screen reader is given,
// zoom, forced colors, motion. docs/accessibility/intake.yaml reports the results.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { screenshot } from "../support/chromium.mjs";
import { cases, contrasts, fill, id, next, page, setting, visit } from "./support.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const it = setting({ "/": page('<main><casegate-intake scheme="auto" submit-url="/cases"></casegate-intake></main>') });
const steps = ["product", "parties", "incident", "coverage"];
/** Answers with another way out at their questions. */
const doubtful = [
  { "/case_type": "pe", "/base_product": "commercial_auto_policy_existence", "/is_defendant_transportation_company": false },
  { "/cc_emails": "jane.doe@gmial.com bob@intranet" },
];

/** Checks that no rule of axe is broken. */
async function accessible(tab, what) {
  // The page's policy permits no script of a test, except in an isolated way.
  if (!(await tab.evaluate(() => "axe" in globalThis))) await tab.evaluate(axe);
  const found = await tab.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] });
    return violations.map(({ id: rule, nodes }) => `${rule}: ${nodes.map((node) => node.target.join(" ")).join("; ")}`);
  });
  assert.deepEqual(found, [], what);
}

/** Shows every step without answers, with errors, and with answers; the files, the review, the confirmation. */
async function tour(element, look) {
  for (const [index, answers] of cases.pe.entries()) {
    await look(`${steps[index]}, empty`);
    await next(element);
    await element.locator("#summary").waitFor();
    await look(`${steps[index]}, with errors`);
    for (const [at, value] of Object.entries(doubtful[index] ?? {})) {
      await fill(element, { [at]: value });
      await element.locator(`#${id(at)}`).blur();
    }
    if (doubtful[index]) await look(`${steps[index]}, with a repair`);
    await fill(element, answers);
    await look(`${steps[index]}, answered`);
    await next(element);
  }
  await element.locator("#files-input").setInputFiles([{ name: "a.txt", mimeType: "text/plain", buffer: Buffer.alloc(9, "a") }, { name: "a.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(9) }, { name: "b.odt", mimeType: "application/octet-stream", buffer: Buffer.alloc(9) }]);
  await element.locator(".file.is-doubtful").waitFor();
  await look("files");
  await next(element);
  await element.locator(".all-answers").waitFor();
  await look("review");
  await next(element);
  await element.locator(".sent").waitFor();
  await look("confirmation");
}

for (const language of ["en", "es"]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`axe finds nothing at any step, ${language}, ${colorScheme}`, { timeout: 300_000 }, async () => {
      const { page: tab, close } = await visit(it, "/", { colorScheme });
      const element = tab.locator("casegate-intake");
      await element.evaluate((node, tag) => { node.language = tag; document.documentElement.lang = tag; }, language);
      await element.locator(`.intake[lang=${language}]`).waitFor();
      await tour(element, (what) => accessible(tab, what));
      await close();
    });
  }
}

test("at 400 % zoom of a 1280 px window everything fits into its width", async () => {
  const { page: tab, close } = await visit(it, "/", { width: 320 });
  await tour(tab.locator("casegate-intake"), async (what) => {
    const [inner, content] = await tab.evaluate(() => [document.documentElement.clientWidth, document.documentElement.scrollWidth]);
    assert.ok(content <= inner, `${what}: ${content} px of content in ${inner} px`);
  });
  await close();
});

test("with forced colors every control has an edge, a chosen one differs, and the current step is marked", async () => {
  const { page: tab, close } = await visit(it, "/", { forcedColors: "active" });
  const element = tab.locator("casegate-intake");
  const edge = (selector) => element.locator(selector).first().evaluate((node) => {
    const { borderTopColor, borderTopStyle, borderTopWidth, backgroundColor } = getComputedStyle(node);
    return { isVisible: borderTopStyle !== "none" && parseFloat(borderTopWidth) >= 1 && borderTopColor !== backgroundColor, backgroundColor };
  });
  for (const selector of [".option", "form > .actions button", ".draft"]) assert.equal((await edge(selector)).isVisible, true, selector);
  assert.notEqual((await edge("[aria-current=step] .number")).backgroundColor, (await edge(".steps .ahead .number")).backgroundColor);
  await next(element);
  assert.equal((await edge("#summary")).isVisible, true);
  await fill(element, cases.pe[0]);
  assert.equal((await edge(".box")).isVisible, true);
  await close();
});

/** Looks of firms, as custom properties without their prefix; the last one is of the system. */
const themes = {
  light: {},
  dark: {},
  navy: { accent: "#0b2a5b", paper: "#ffffff", radius: "0", sans: "Georgia, serif" },
  warm: { accent: "#b3541e", paper: "#fff8ef", card: "#fffdf9", unit: "20px", radius: "1rem" },
  black: {
    accent: "#ffd400", "accent-ink": "#ffd400", paper: "#000", card: "#111", ink: "#fff", soft: "#ccc", line: "#444", edge: "#999",
    error: "#ff9a90", "error-tint": "#2a1210", warning: "#f0c674", "warning-tint": "#241c0b",
  },
  forced: {},
};

for (const [name, theme] of Object.entries(themes)) {
  test(`every text and every edge of a box has enough contrast, ${name}`, async () => {
    const { page: tab, close } = await visit(it, "/", { colorScheme: name === "dark" ? "dark" : "light", forcedColors: name === "forced" ? "active" : "none" });
    const element = tab.locator("casegate-intake");
    await element.evaluate((node, properties) => {
      for (const [property, value] of Object.entries(properties)) node.style.setProperty(`--casegate-${property}`, value);
    }, theme);
    await fill(element, cases.pe[0]);
    await next(element);
    await fill(element, doubtful[1]);
    await element.locator("details.fold").evaluateAll((all) => all.forEach((fold) => { fold.open = true; }));
    await next(element);
    await element.locator("#summary").waitFor();
    const seen = await contrasts(element);
    assert.ok(seen.length > 60, `${seen.length} texts`);
    assert.deepEqual(seen.filter(([, ratio]) => ratio < 4.5).map(([what, ratio]) => `${what}: ${ratio.toFixed(2)}`), []);
    if (name !== "forced") await accessible(tab, name); // axe does not know the system's colors
    await screenshot(tab, `theme-${name}`);
    await close();
  });
}

test("nothing moves for people who want no motion, and little for others", async () => {
  for (const [reducedMotion, expected] of [["reduce", ["none"]], ["no-preference", ["arrive"]]]) {
    const { page: tab, close } = await visit(it, "/", { reducedMotion });
    const names = await tab.locator("casegate-intake .field").evaluateAll((all) => [...new Set(all.map((node) => getComputedStyle(node).animationName))]);
    assert.deepEqual(names, expected);
    await close();
  }
});

test("a screen reader is given the steps, the question with its hint, and the errors", async () => {
  const { page: tab, close } = await visit(it, "/");
  const element = tab.locator("casegate-intake");
  const tree = await element.ariaSnapshot();
  assert.match(tree, /- navigation "Steps":/);
  assert.match(tree, /- heading "What do you need us to find\?" \[level=1\]/);
  assert.match(tree, /- radiogroup "Product":/);
  await next(element);
  assert.match(await element.locator("#summary").ariaSnapshot(), /- group "There is a problem":[^]*- heading "There is a problem" \[level=2\][^]*- link "Choose the product\."/);
  const group = element.locator(`#${id("/case_type")}-group`);
  assert.equal(await group.getAttribute("aria-invalid"), "true");
  const described = await group.evaluate((node) => node.getAttribute("aria-describedby").split(" ").map((name) => node.getRootNode().getElementById(name).textContent));
  assert.deepEqual(described, ["Error: Choose the product."]);
  // Each product has its name, and a sentence as its description.
  const cards = await element.locator(`input[name="${id("/case_type")}"]`).evaluateAll((all) => all.map((input) =>
    ["aria-labelledby", "aria-describedby"].map((name) => input.getRootNode().getElementById(input.getAttribute(name)).textContent)));
  assert.deepEqual(cards.map(([name]) => name), ["Policy Existence", "Policy Limit"]);
  assert.match(cards[0][1], /within the last 365 days[^]*transportation companies/);
  assert.match(cards[1][1], /name of the insurance company/);
  assert.match(await element.locator(".steps").ariaSnapshot(), /Product ?, has a problem/);
  // A repair is announced.
  await fill(element, { "/case_type": "pe" });
  assert.equal(await element.locator("#form-status").evaluate((node) => [node.role ?? node.getAttribute("role"), node.textContent].join(": ")), "status: No problems on this page.");
  await close();
});

test("a change of step moves the focus to the heading, which names the step", async () => {
  const { page: tab, close } = await visit(it, "/");
  const element = tab.locator("casegate-intake");
  await fill(element, cases.pe[0]);
  await tab.keyboard.press("Enter");
  await element.locator("h1", { hasText: "Who is involved?" }).waitFor();
  const focus = () => tab.evaluate(() => {
    const inner = document.activeElement.shadowRoot.activeElement;
    return [inner.tagName, inner.textContent, inner.getRootNode().getElementById(inner.getAttribute("aria-describedby"))?.textContent];
  });
  assert.deepEqual(await focus(), ["H1", "Who is involved?", "Step 2 of 6"]);
  // By keyboard from the summary to the question.
  await next(element);
  await tab.keyboard.press("Tab");
  await tab.keyboard.press("Enter");
  assert.deepEqual((await focus())[0], "INPUT");
  await close();
});
