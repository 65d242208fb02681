// A draft from an earlier visit: restored or discarded before anything new is typed.
import type { App } from "../app.js";
import type { Draft } from "../draft.js";
import { pages } from "../problems.js";
import { h } from "../dom.js";
import { pageHeading } from "./field.js";
import type { Page } from "./step-page.js";

export function welcomeBack(app: App): Page {
  const w = app.locale.words.welcome;
  const intro = h("p", { class: "intro" });
  const root = h("div", {},
    pageHeading(w.title), intro,
    h("div", { class: "actions" },
      h("button", { type: "button", class: "button", onclick: () => void app.restore() }, w.restore),
      h("button", { type: "button", class: "button secondary", onclick: () => void app.discard() }, w.discard)));
  return { title: w.title, root, update: () => { intro.textContent = wordsFor(app, app.pending); } };
}

function wordsFor(app: App, draft: Draft | undefined): string {
  const when = draft ? new Date(draft.savedAt) : new Date(Number.NaN);
  const page = pages.find((entry) => entry.id === draft?.step);
  return app.locale.words.welcome.text(draft?.answers.size ?? 0, Number.isNaN(when.getTime()) ? undefined : app.locale.time(when), page && app.locale.words.steps[page.id]);
}
