// The verdict in short: accepted or not, the number of findings, and the size.
import { h, quietButton, setChildren } from "../kit/dom.js";
import { download } from "../kit/files.js";
import { region } from "../kit/language.js";
import type { State } from "./state.js";
import { words } from "./words.js";

export interface Verdict {
  readonly root: HTMLElement;
  update(): void;
  /** Returns the verdict as a sentence, for people who do not see it change. */
  sentence(): string;
}

const limit = 1024 * 1024;

export function verdict(state: State, goToFault: () => void): Verdict {
  const content = h("div", {});
  const save = quietButton(words.verdict.download, () => download("report.json", `${JSON.stringify(state.report, null, 2)}\n`), { id: "download-report" });
  const root = h("section", { class: "verdict-card", "aria-labelledby": "verdict-title" }, content, h("p", { class: "verdict-foot" }, save));

  function counts(): [errors: number, warnings: number] {
    const issues = state.report?.issues ?? [];
    const errors = issues.filter((issue) => issue.severity === "error").length;
    return [errors, issues.length - errors];
  }

  function title(): string {
    const w = words.verdict;
    return state.report === undefined ? w.empty : state.report.ok ? w.accepted : w.refused;
  }

  function update(): void {
    const w = words.verdict;
    const { report, waits } = state;
    const [errors, warnings] = counts();
    const bytes = new TextEncoder().encode(state.text).length;
    const faults = state.reading.faults.length;
    const most = state.context.limits?.text_bytes ?? limit;
    const kind = report === undefined ? "is-empty" : report.ok ? "is-ok" : "is-refused";
    (save.parentElement as HTMLElement).hidden = report === undefined;
    setChildren(content, JSON.stringify([report?.ok, errors, warnings, bytes, faults, waits, most]), () => [
      h("div", { class: `verdict-head ${kind}` }, h("span", { class: "verdict-mark", "aria-hidden": "true" }),
        h("h2", { id: "verdict-title", tabindex: -1 }, title()),
        report !== undefined && h("p", { class: "verdict-counts" }, waits ? w.waits : w.counts(errors, warnings))),
      faults > 0 && h("p", { class: "verdict-fault" }, w.faults(faults), " ", h("button", { type: "button", class: "quiet", onclick: goToFault }, w.goToFault)),
      report === undefined ? h("p", { class: "hint" }, w.emptyHint) : h("dl", { class: "verdict-facts" },
        fact(w.size, w.bytes(bytes.toLocaleString(region()), most.toLocaleString(region()))),
        fact(w.rulebook, `${report.rulebook.version} · ${report.rulebook.digest}`)),
    ]);
  }

  function fact(name: string, value: string): HTMLElement {
    return h("div", {}, h("dt", {}, name), h("dd", {}, value));
  }

  return { root, update, sentence: () => (state.report === undefined ? "" : `${title()}. ${words.verdict.counts(...counts())}`) };
}
