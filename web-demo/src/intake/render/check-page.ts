// The last step: every answer, with a way to change it and back, then one button that says what it does.
import type { App } from "../app.js";
import { pages } from "../problems.js";
import { answerList, rowId } from "./answer-list.js";
import { h, setChildren } from "../../kit/dom.js";
import { pageHeading } from "./field.js";
import type { Page } from "./step-page.js";

export function checkPage(app: App): Page {
  const count = `Step ${app.index + 1} of ${pages.length}`;
  const list = h("div", { class: "all-answers" });
  const root = h("form", { novalidate: true, onsubmit: (event: Event) => { event.preventDefault(); app.next(); } },
    pageHeading("Check your answers", count), list,
    h("p", { class: "intro" }, "Preparing drops what is empty and shows the case as it would be sent. Nothing is sent yet."),
    h("div", { class: "actions" }, h("button", { class: "button" }, "Prepare the payload")));
  return {
    title: `Check your answers – ${count}`, root,
    update: () => {
      const now = JSON.stringify([[...app.answers], app.files.verdicts, app.sheet.report.issues, app.host.today]);
      setChildren(list, String(hash(now)), () => answerList(app, true));
    },
    focusOn: (at) => {
      const row = document.getElementById(rowId(at));
      const link = row?.querySelector("a");
      (link ?? row)?.focus();
      return row !== null;
    },
  };
}

/** A short stand-in for long text, so that an attribute need not carry every answer. */
function hash(text: string): number {
  let value = 5381;
  for (let index = 0; index < text.length; index++) value = (value * 33 + text.charCodeAt(index)) | 0;
  return value;
}
