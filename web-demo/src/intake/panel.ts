// The content of the panel for developers: context settings, sample cases, findings, repairs and
// payload, live.
import type { CasegateIntakeElement } from "casegate/intake";
import { h, setChildren, setText } from "../kit/dom.js";
import { contextSettings } from "./panel-context.js";
import { repairs } from "./panel-repairs.js";
import { serverAnswer } from "./panel-server.js";
import { loadSamples, sampleList } from "./sample-list.js";
import type { Settings } from "./settings.js";
import { words } from "./panel-words.js";

/** The layout of a longer payload would delay every key, so it is drawn after a pause of this many milliseconds. */
const quickLength = 10_000;
const rest = 250;

export interface Part {
  readonly root: HTMLElement;
  update(): void;
}

/** Fills the panel, and returns its updates. It is filled again in another language. */
export function fillPanel(intake: CasegateIntakeElement, context: Settings, details: HTMLDetailsElement, verdict: HTMLElement, inner: HTMLElement): { update(): void } {
  const w = words().panel;
  const issues = h("ul", { class: "plain issues" });
  const none = h("p", { class: "hint" }, w.noFindings);
  const payload = h("pre", { class: "code", tabindex: 0, role: "region", "aria-labelledby": "sent-title" });
  const parts = [contextSettings(intake, context), repairs(intake), serverAnswer(intake)] as const;
  const [settings, repairPart, server] = parts;
  let drawing = 0;
  loadSamples().catch(() => {});
  inner.replaceChildren(
    h("section", {}, h("h2", {}, w.samples), sampleList(intake)), settings.root,
    h("section", {}, h("h2", {}, w.findings), none, issues), repairPart.root,
    h("section", {}, h("h2", { id: "sent-title" }, w.payload), payload), server.root);
  return {
    update: () => {
      const { report } = intake;
      if (report === undefined) return;
      const errors = report.issues.filter((issue) => issue.severity === "error").length;
      const warnings = report.issues.length - errors;
      verdict.textContent = `${report.ok ? w.ok : w.errors(errors)}${warnings > 0 ? `, ${w.warnings(warnings)}` : ""}`;
      verdict.classList.toggle("is-ok", report.ok);
      none.hidden = report.issues.length > 0;
      const key = report.issues.map(({ code, at, message, because }) => [code, at, message, because]);
      setChildren(issues, JSON.stringify(key), () => report.issues.map((issue) =>
        h("li", { class: issue.severity === "error" ? "is-error" : "is-warning" },
          h("p", { class: "codes" }, h("code", { class: "code-name" }, issue.code), " ", h("code", {}, issue.at === "" ? w.root : issue.at), " ", issue.rule !== undefined && h("code", { class: "rule" }, issue.rule)),
          h("p", {}, issue.message),
          issue.because.length > 0 && h("p", { class: "codes hint" }, `${w.because} `, ...issue.because.flatMap((at) => [h("code", {}, at), " "])))));
      const text = JSON.stringify(report.prepared ?? null, undefined, 2);
      clearTimeout(drawing);
      if (text.length <= quickLength) setText(payload, text);
      else drawing = setTimeout(() => setText(payload, text), rest);
      // Repairs are computed only if they are visible, because they need more of the rulebook than
      // the form.
      for (const part of parts) if (part !== repairPart || details.open) part.update();
    },
  };
}
