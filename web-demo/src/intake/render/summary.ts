// The error summary: first in main, focused when Continue found something, one link per error.
import type { App } from "../app.js";
import { idOf, type Problem } from "../problems.js";
import { h, setChildren } from "../../kit/dom.js";
import { ruleTag } from "./findings.js";
import { words } from "../words.js";

export interface Summary {
  readonly root: HTMLElement;
  update(): void;
  focus(): void;
}

export function summaryView(app: App): Summary {
  const list = h("ul", { class: "plain" });
  const heading = h("h2", { id: "summary-title" }, words().findings.title);
  const root = h("div", { class: "summary", id: "summary", tabindex: -1, role: "group", "aria-labelledby": "summary-title" }, heading, list);
  return {
    root,
    update: () => {
      const told = app.told;
      root.hidden = told.length === 0;
      setChildren(list, told.map(({ issue, step }) => `${step} ${issue.at} ${issue.code} ${issue.message}`).join("\n"), () => told.map((p) => entry(app, p)));
    },
    focus: () => root.focus(),
  };
}

function entry(app: App, problem: Problem): HTMLElement {
  const { at, issue, step } = problem;
  const words = at === undefined
    ? h("span", {}, issue.message)
    : h("a", { href: `#${idOf(at)}`, onclick: (event: Event) => { event.preventDefault(); app.visit(at, step); } }, issue.message);
  return h("li", {}, words, " ", ruleTag(issue.rule));
}
