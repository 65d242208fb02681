// Beside the form, for developers: the host's settings, sample cases, the findings and the payload, live.
import type { Host } from "casegate/slim";
import type { App } from "../app.js";
import { samples } from "../samples.js";
import { h, quietButton, setAttribute, setChildren } from "../../kit/dom.js";
import { ruleTag } from "./findings.js";

export function panel(app: App): { root: HTMLElement; update(): void } {
  const wide = matchMedia("(min-width: 66rem)");
  const verdict = h("span", { class: "verdict" });
  const issues = h("ul", { class: "plain issues" });
  const none = h("p", { class: "hint" }, "No findings.");
  const payload = h("pre", { class: "code", tabindex: 0, role: "region", "aria-labelledby": "sent-title" });
  const settings = hostSettings(app);
  const details = h("details", { class: "developer", open: wide.matches },
    h("summary", {}, h("span", {}, "For developers"), verdict),
    h("div", { class: "panel-inner" },
      sampleCases(app), settings.root,
      h("section", {}, h("h2", {}, "Findings"), none, issues),
      h("section", {}, h("h2", { id: "sent-title" }, "Payload as it will be sent"), payload)));
  wide.addEventListener("change", () => { details.open = wide.matches; });

  const update = (): void => {
    const { report } = app.sheet;
    const errors = report.issues.filter((issue) => issue.severity === "error").length;
    const warnings = report.issues.length - errors;
    verdict.textContent = `${report.ok ? "ok" : plural(errors, "error")}${warnings > 0 ? `, ${plural(warnings, "warning")}` : ""}`;
    verdict.classList.toggle("is-ok", report.ok);
    none.hidden = report.issues.length > 0;
    setChildren(issues, JSON.stringify(report.issues.map(({ code, at, message }) => [code, at, message])), () => report.issues.map((issue) =>
      h("li", { class: issue.severity === "error" ? "is-error" : "is-warning" },
        h("p", { class: "codes" }, h("code", { class: "code-name" }, issue.code), " ", h("code", {}, issue.at === "" ? "(root)" : issue.at), " ", ruleTag(issue.rule)),
        h("p", {}, issue.message))));
    settings.update();
    payload.textContent = JSON.stringify(report.prepared ?? null, undefined, 2);
  };
  return { root: h("aside", { class: "beside", "aria-label": "For developers" }, details), update };
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function sampleCases(app: App): HTMLElement {
  return h("section", {}, h("h2", {}, "Sample cases"),
    h("ul", { class: "plain samples" }, ...samples.map((sample) => h("li", {},
      quietButton(sample.label, () => void app.loadSample(sample), { "data-sample": sample.id }), h("p", { class: "hint" }, sample.about)))));
}

/** Taken over as soon as they can be read; until then the last good settings stay in force and the fault is named. */
function hostSettings(app: App): { root: HTMLElement; update(): void } {
  const fault = h("p", { class: "finding-words", id: "host-today-error", role: "alert" });
  const set = (change: Partial<Host>): void => {
    name(app.setHost({ ...app.host, ...change }));
  };
  const name = (problem: string | undefined): void => {
    fault.textContent = problem ?? "";
    setAttribute(today, "aria-invalid", problem !== undefined && "true");
  };
  const today = h("input", {
    type: "text", id: "host-today", class: "box size-s", autocomplete: "off", spellcheck: "false",
    "aria-describedby": "host-today-hint host-today-error", oninput: () => set({ today: today.value.trim() }),
  });
  let shown = "";
  // A day that the clock renewed is shown; one that is being typed stays as it is typed.
  const update = (): void => {
    if (shown === app.host.today) return;
    shown = app.host.today;
    if (today.value.trim() === shown) return;
    today.value = shown;
    name(undefined);
  };
  const credentials = (["user", "master"] as const).map((kind) => {
    const input = h("input", { type: "radio", name: "host-credential", value: kind, onchange: () => set({ credential: kind }) });
    input.checked = app.host.credential === kind;
    return h("label", { class: "option" }, input, h("span", {}, kind === "user" ? "User token" : "Master token"));
  });
  const root = h("section", {}, h("h2", {}, "Host settings"),
    h("div", { class: "field" }, h("label", { for: "host-today" }, "Today"),
      h("p", { class: "hint", id: "host-today-hint" }, "The rulebook has no clock; the host names the day."), fault, today),
    h("fieldset", { class: "field" }, h("legend", {}, "Credential"), h("div", { class: "choices short" }, ...credentials)));
  return { root, update };
}
