// A panel for developers beside the form: context settings, sample cases, findings, repairs and
// payload, live.
import type { App } from "../app.js";
import { h, setChildren } from "../../kit/dom.js";
import { ruleTag } from "./findings.js";
import { contextSettings } from "./panel-context.js";
import { repairs } from "./panel-repairs.js";
import { serverAnswer } from "./panel-server.js";
import { sampleList } from "./sample-list.js";
import { words } from "../words.js";

export interface Part {
  readonly root: HTMLElement;
  update(): void;
}

export function panel(app: App): Part & { redraw(): void } {
  const details = h("details", { class: "developer", open: wasOpen() });
  const root = h("aside", { class: "beside" }, details);
  let inside: { update(): void };
  details.addEventListener("toggle", () => {
    remember(details.open);
    inside.update();
  });
  const redraw = (): void => {
    root.setAttribute("aria-label", words().panel.label);
    inside = fill(app, details);
  };
  redraw();
  return { root, redraw, update: () => inside.update() };
}

/** Closed at first, because people who fill in the form do not need it. */
const key = "casegate-developer";

function wasOpen(): boolean {
  try {
    return localStorage.getItem(key) === "open";
  } catch {
    return false;
  }
}

function remember(open: boolean): void {
  try {
    localStorage.setItem(key, open ? "open" : "closed");
  } catch {
    // It is open on this page only.
  }
}

function fill(app: App, details: HTMLDetailsElement): { update(): void } {
  const w = words().panel;
  const verdict = h("span", { class: "verdict" });
  const issues = h("ul", { class: "plain issues" });
  const none = h("p", { class: "hint" }, w.noFindings);
  const payload = h("pre", { class: "code", tabindex: 0, role: "region", "aria-labelledby": "sent-title" });
  const parts = [contextSettings(app), repairs(app), serverAnswer(app)] as const;
  const [settings, repairPart, server] = parts;
  details.replaceChildren(
    h("summary", {}, h("span", {}, w.label), verdict),
    h("div", { class: "panel-inner" },
      h("section", {}, h("h2", {}, w.samples), sampleList(app)), settings.root,
      h("section", {}, h("h2", {}, w.findings), none, issues), repairPart.root,
      h("section", {}, h("h2", { id: "sent-title" }, w.payload), payload), server.root));
  return {
    update: () => {
      const { report } = app.sheet;
      const errors = report.issues.filter((issue) => issue.severity === "error").length;
      const warnings = report.issues.length - errors;
      verdict.textContent = `${report.ok ? w.ok : w.errors(errors)}${warnings > 0 ? `, ${w.warnings(warnings)}` : ""}`;
      verdict.classList.toggle("is-ok", report.ok);
      none.hidden = report.issues.length > 0;
      const key = report.issues.map(({ code, at, message, because }) => [code, at, message, because]);
      setChildren(issues, JSON.stringify(key), () => report.issues.map((issue) =>
        h("li", { class: issue.severity === "error" ? "is-error" : "is-warning" },
          h("p", { class: "codes" }, h("code", { class: "code-name" }, issue.code), " ", h("code", {}, issue.at === "" ? w.root : issue.at), " ", ruleTag(issue.rule)),
          h("p", {}, issue.message),
          issue.because.length > 0 && h("p", { class: "codes hint" }, `${w.because} `, ...issue.because.flatMap((at) => [h("code", {}, at), " "])))));
      payload.textContent = JSON.stringify(report.prepared ?? null, undefined, 2);
      // Repairs are computed only if they are visible, because they need more of the rulebook than
      // the form.
      for (const part of parts) if (part !== repairPart || details.open) part.update();
    },
  };
}
