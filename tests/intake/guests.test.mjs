// The element in pages whose styles were not made for it: they do not change it, it has no slab of
// grey around it, and it is readable with every accent.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { cases, contrasts, fill, knows, next, page, setting, visit } from "./support.mjs";

const plain = '<casegate-intake submit-url="/cases"></casegate-intake>';

/** The style sheets of strangers by name. */
const strangers = {
  "a small root": "html { font-size: 62.5%; }",
  "a large root": "html { font-size: 32px; }",
  "everything unset": "* { all: unset; }",
  "a reset": "* { box-sizing: content-box; margin: 0; padding: 0; border: 0; }",
  "an inline element": "casegate-intake { display: inline; }",
  "inherited text": "body { line-height: 1; color: white; text-transform: uppercase; letter-spacing: 0.3em; word-spacing: 1em; text-align: center; font: italic 900 30px fantasy; white-space: pre; }",
  "a dark page": ":root { color-scheme: dark; } body { background: black; color: white; }",
  "a busy page": "body { cursor: wait; tab-size: 1; text-indent: 4em; font-variant: small-caps; text-shadow: 2px 2px red; }",
};

const it = setting({
  "/plain": page(plain),
  "/rtl": page(plain).replace("<body>", '<body dir="rtl">'),
  "/accent": page(plain, '<link rel="stylesheet" href="/accent.css">\n'),
  "/accent.css": "",
  ...Object.fromEntries(Object.values(strangers).flatMap((css, at) => [[`/stranger/${at}.css`, css], [`/stranger/${at}`, page(`<div>${plain}</div>`, `<link rel="stylesheet" href="/stranger/${at}.css">\n`)]])),
});

/** The looks of the first step, at its parts. */
const looks = (element) => element.evaluate((node) => [".intake", "h1", ".intro", "legend", ".option span", "form > .actions button.button", "#language"].map((selector) => {
  const { color, backgroundColor, fontSize, fontFamily, fontStyle, fontWeight, lineHeight, letterSpacing, wordSpacing, textTransform, textAlign, whiteSpace, direction, display, boxSizing, writingMode, colorScheme, cursor, paddingLeft } = getComputedStyle(node.shadowRoot.querySelector(selector));
  return { selector, color, backgroundColor, fontSize, fontFamily, fontStyle, fontWeight, lineHeight, letterSpacing, wordSpacing, textTransform, textAlign, whiteSpace, direction, display, boxSizing, writingMode, colorScheme, cursor, paddingLeft };
}));

test("styles of strangers change nothing inside", async () => {
  const clean = await visit(it, "/plain");
  const own = await looks(clean.page.locator("casegate-intake"));
  await clean.close();
  for (const [at, what] of [...Object.keys(strangers).entries(), ["rtl", "a page from right to left"]]) {
    const { page: tab, close } = await visit(it, at === "rtl" ? "/rtl" : `/stranger/${at}`);
    const element = tab.locator("casegate-intake");
    assert.deepEqual(await looks(element), own, what);
    await fill(element, cases.pe[0]);
    await next(element);
    await element.locator("h1", { hasText: "Who is involved?" }).waitFor();
    await close();
  }
});

test("the size of text is that of the browser, and not that of the page, unless the page sets it", async () => {
  const { page: tab, close } = await visit(it, "/stranger/0");
  const size = () => tab.locator("casegate-intake").evaluate((node) => getComputedStyle(node.shadowRoot.querySelector(".intake")).fontSize);
  assert.equal(await size(), "16px");
  await tab.evaluate(() => document.querySelector("casegate-intake").style.setProperty("--casegate-unit", "20px"));
  assert.equal(await size(), "20px");
  await close();
});

test("text is readable with every accent, in the light and in the dark", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page: tab, close } = await visit(it, "/plain", { colorScheme });
    if (!(await knows(tab, "color", "oklch(from red l c h)"))) return close(); // the guide names the browsers
    const element = tab.locator("casegate-intake");
    await element.evaluate((node) => node.setAttribute("scheme", "auto"));
    await fill(element, cases.pe[0]);
    await next(element);
    await element.locator(".steps .done").waitFor();
    for (const accent of ["black", "white", "yellow", "#ffd400", "lime", "cyan", "blue", "red", "magenta", "#777", "#14595f", "#767676", "orange", "oklch(0.6 0.2 30)"]) {
      await element.evaluate((node, color) => node.style.setProperty("--casegate-accent", color), accent);
      for (const [selector, ratio] of await contrasts(element, ["form > .actions .button", ".steps .done a", ".steps .done .number", ".steps [aria-current] .number", "#language", ".back"])) {
        assert.ok(ratio >= 4.45, `${colorScheme}, ${accent}, ${selector}: ${ratio.toFixed(2)}`);
      }
      await element.locator("form > .actions .button").first().hover();
      const [[, hovered]] = await contrasts(element, ["form > .actions .button"]);
      assert.ok(hovered >= 4.45, `${colorScheme}, ${accent}, hovered: ${hovered.toFixed(2)}`);
      await tab.mouse.move(0, 0);
    }
    await close();
  }
});

test("the guide lists every custom property", () => {
  const read = (path) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");
  const names = (text) => [...new Set([...text.matchAll(/--casegate-[a-z-]*[a-z]/g)].map(([name]) => name))].sort();
  const styles = ["tokens", "element", "base", "shell", "form"].map((name) => read(`pkg/src/intake/styles/${name}.css`)).join("\n");
  assert.deepEqual(names(read("docs/guides/intake-element.md")), names(styles));
});
