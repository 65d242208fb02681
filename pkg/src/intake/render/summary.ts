// The error summary: first in main, focused when Continue finds errors, one link for each error.
import type { App } from "../app.js";
import { h, setChildren } from "../dom.js";
import { findingEntry } from "./findings.js";

export interface Summary {
  readonly root: HTMLElement;
  update(): void;
  focus(): void;
}

export function summaryView(app: App): Summary {
  const list = h("ul", { class: "plain" });
  const heading = h("h2", { id: "summary-title" }, app.locale.words.findings.title);
  const root = h("div", { class: "summary", id: "summary", tabindex: -1, role: "group", "aria-labelledby": "summary-title" }, heading, list);
  return {
    root,
    update: () => {
      const errors = app.listedErrors;
      root.hidden = errors.length === 0;
      setChildren(list, errors.map(({ issue, step }) => `${step} ${issue.at} ${issue.code} ${issue.message}`).join("\n"), () => errors.map((p) => findingEntry(app, p)));
    },
    focus: () => root.focus(),
  };
}
