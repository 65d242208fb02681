// A draft from an earlier visit: restored or discarded before anything new is typed.
import type { App } from "../app.js";
import type { Draft } from "../draft.js";
import { pages } from "../problems.js";
import { h } from "../../kit/dom.js";
import { timeWords } from "../../kit/language.js";
import { pageHeading } from "./field.js";
import type { Page } from "./step-page.js";
import { words } from "../words.js";

export function welcomeBack(app: App): Page {
  const w = words().welcome;
  const intro = h("p", { class: "intro" });
  const root = h("div", {},
    pageHeading(w.title), intro,
    h("div", { class: "actions" },
      h("button", { type: "button", class: "button", onclick: () => app.restore() }, w.restore),
      h("button", { type: "button", class: "button secondary", onclick: () => app.startAgain() }, w.discard)));
  return { title: w.title, root, update: () => { intro.textContent = wordsFor(app.pending); } };
}

function wordsFor(draft: Draft | undefined): string {
  const when = draft ? new Date(draft.savedAt) : new Date(Number.NaN);
  const page = pages.find((entry) => entry.id === draft?.step);
  return words().welcome.text(draft?.answers.size ?? 0, Number.isNaN(when.getTime()) ? undefined : timeWords(when), page && words().steps[page.id]);
}
