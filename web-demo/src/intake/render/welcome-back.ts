// A draft from an earlier visit: restore it or discard it, before anything new is typed over it.
import type { App } from "../app.js";
import type { Draft } from "../draft.js";
import { pages } from "../problems.js";
import { h } from "../../kit/dom.js";
import { pageHeading } from "./field.js";
import type { Page } from "./step-page.js";

export function welcomeBack(app: App): Page {
  const intro = h("p", { class: "intro" });
  const root = h("div", {},
    pageHeading("Continue your draft?"), intro,
    h("div", { class: "actions" },
      h("button", { type: "button", class: "button", onclick: () => app.restore() }, "Restore the draft"),
      h("button", { type: "button", class: "button secondary", onclick: () => app.startAgain() }, "Discard it and start anew")));
  return { title: "Continue your draft?", root, update: () => { intro.textContent = wordsFor(app.pending); } };
}

function wordsFor(draft: Draft | undefined): string {
  const when = draft ? new Date(draft.savedAt) : new Date(Number.NaN);
  const at = Number.isNaN(when.getTime()) ? "" : ` on ${when.toLocaleString(undefined, { dateStyle: "long", timeStyle: "short" })}`;
  const step = pages.find((page) => page.id === draft?.step)?.short ?? "";
  const count = draft?.answers.size ?? 0;
  return `A draft with ${count} ${count === 1 ? "answer" : "answers"} was kept on this device${at}${step ? `, at “${step}”` : ""}.`;
}
