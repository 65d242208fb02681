// The vocabularies and the package's tables as texts, to check that a page is in one language.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { checkCase, fields, lists } from "../../pkg/dist/index.js";
import { es } from "../../pkg/dist/es.js";
import { demo } from "./support.mjs";

/** A module of the demo's sources, for Node. */
export async function moduleOf(path) {
  const { build } = createRequire(`${demo}package.json`)("esbuild");
  const { outputFiles } = await build({ entryPoints: [`${demo}../${path}`], bundle: true, format: "esm", write: false, alias: { transitions: `${demo}src/kit/lifecycle/transitions.json` } });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/** A vocabulary in both languages: `web-demo/src/kit/words`. */
export async function vocabulary(name) {
  const [en, es] = await Promise.all(["en", "es"].map((language) => moduleOf(`${name}.${language}.ts`)));
  return { en: en.words, es: es.words };
}

const marks = ["\u0001", "\u0002", "\u0003"];

/** Every text of a vocabulary by its place; the text of a function is split at its arguments. */
export function texts(words, at = "") {
  if (typeof words === "string") return [[at, words]];
  if (typeof words === "function") {
    const said = [[...marks], [0, ...marks], [1, 2], [2, 1], [undefined, ...marks], [marks[0]]].map((given) => String(words(...given)));
    return [...new Set(said)].flatMap((text, index) => text.split(/[\u0001-\u0003\d]|undefined/).map((part) => [`${at}#${index}`, part]));
  }
  return Object.entries(words).flatMap(([key, value]) => texts(value, at === "" ? key : `${at}.${key}`));
}

/**
 * Texts that are only English: whole texts, and parts of sentences that are long enough to be
 * unambiguous.
 */
export function englishOnly({ en, es: spanish }) {
  const known = new Set(texts(spanish).map(([, text]) => text.trim()));
  const all = texts(en).map(([at, text]) => ({ text: text.trim(), isPart: at.includes("#") }));
  const wanted = all.filter(({ text, isPart }) => !known.has(text) && /\p{L}{2}/u.test(text) && (!isPart || text.length >= 10));
  assert.ok(wanted.length > 5, "a vocabulary without words");
  return wanted.map(({ text }) => text);
}

/** The English of the package's tables, where Spanish has other words. */
export function englishOfTables() {
  const pairs = [
    ...fields.flatMap(({ name, label, hint }) => [[label, es.fields[name]?.label], [hint, es.fields[name]?.hint]]),
    ...Object.values(lists).flatMap((list) => list.words.map(({ value, label }) => [label, es.words[value]])),
  ];
  // The name of a product is the same in both languages, with an explanation in Spanish.
  const spanish = pairs.flatMap(([, other]) => other ?? []);
  return [...new Set(pairs.map(([text]) => text).filter((text) => text !== undefined && !spanish.some((other) => other.includes(text))))];
}

/** The English messages on a payload. */
export function englishFindings(payload, today) {
  const messages = (language) => checkCase(payload, { today, language }).issues.map(({ message }) => message);
  const spanish = new Set(messages("es"));
  return messages("en").filter((message) => !spanish.has(message));
}

/** Every text that a page shows, also to screen readers only. */
export function shownTexts(page, scopes) {
  return page.evaluate((selectors) => {
    const found = [document.title];
    for (const root of allInPage(selectors)) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const holder = node.parentElement;
        if (holder.closest("[lang]")?.lang !== document.documentElement.lang || !holder.checkVisibility() || holder.closest("pre, code")) continue;
        found.push(node.textContent.trim());
      }
      for (const element of [root, ...root.querySelectorAll("[aria-label], [title], [placeholder]")]) {
        for (const name of ["aria-label", "title", "placeholder"]) if (element.hasAttribute(name)) found.push(element.getAttribute(name));
      }
    }
    return found.filter((text) => text !== "");
  }, scopes);
}

/** Checks that nothing shown is English: no whole text, and no part of a sentence. */
export function notEnglish(shown, english, what) {
  const found = shown.filter((text) => english.some((other) => text === other || (other.length >= 10 && text.includes(other))));
  assert.deepEqual(found, [], what);
}
