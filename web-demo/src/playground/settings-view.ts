// The context as a form. Every change takes effect at once, and an invalid value is reported at its
// input.
import { lists, type Issue } from "casegate/form";
import { dayOf } from "../kit/context.js";
import { h, quietButton, setChildren, setText } from "../kit/dom.js";
import { languages } from "../kit/language.js";
import { examples } from "./house.js";
import { locate } from "./locate.js";
import { lineAt, lineStarts } from "./places.js";
import type { Name } from "./settings.js";
import type { State } from "./state.js";
import { words } from "./words.js";

type Box = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export interface SettingsView {
  readonly root: HTMLElement;
  /** Shows the settings in the inputs after they were changed elsewhere. */
  fill(): void;
  update(): void;
  /** Focuses the first invalid input. */
  goToFault(): void;
}

export function settingsView(state: State, resetted: () => void): SettingsView {
  const boxes = new Map<Name, Box>();
  const errors = new Map<Name, HTMLElement>();
  const summary = h("summary", {}, h("span", { class: "settings-title" }, words.settings.title), h("span", { class: "settings-brief" }));
  const houseFindings = h("div", { class: "house-findings", role: "status" });
  const asJson = h("pre", { class: "code", tabindex: 0, role: "region", "aria-label": words.settings.asJson });

  function field(name: Name, box: Box, ...more: HTMLElement[]): HTMLElement {
    boxes.set(name, box);
    const error = h("p", { class: "setting-error", id: `setting-${name}-error` });
    errors.set(name, error);
    box.id = `setting-${name}`;
    box.classList.add("box");
    box.setAttribute("aria-describedby", `setting-${name}-hint setting-${name}-error`);
    box.addEventListener("input", () => state.set(name, box.value));
    return h("div", { class: `field setting${box instanceof HTMLTextAreaElement ? " wide" : ""}` },
      h("label", { for: box.id }, words.settings.labels[name]),
      h("p", { class: "hint", id: `setting-${name}-hint` }, words.settings.hints[name]),
      ...more, error, box);
  }

  const line = (more = {}): HTMLInputElement => h("input", { type: "text", autocomplete: "off", spellcheck: "false", ...more });
  const lines = (rows: number): HTMLTextAreaElement => h("textarea", { rows, spellcheck: "false", autocomplete: "off", class: "mono" });
  const select = (options: readonly (readonly [value: string, label: string])[]): HTMLSelectElement =>
    h("select", {}, ...options.map(([value, label]) => h("option", { value }, label)));

  const as = (word: string): string => words.settings.options[word] ?? word;
  const products = lists.case_type.words.map(({ value }) => [value, as(value)] as const);
  const house = lines(10);
  const offered = h("div", { class: "quiet-actions" }, ...examples.map((example) => quietButton(example.label, () => {
    house.focus();
    house.select();
    const text = JSON.stringify(example.house(dayOf(state.context)), null, 2);
    // Ctrl+Z restores the previous text.
    if (!document.execCommand("insertText", false, text)) {
      house.value = text;
      state.set("house", text);
    }
  }, { "data-example": example.id })));

  const root = h("details", { class: "settings", id: "settings" }, summary,
    h("p", { class: "hint" }, words.settings.hint),
    h("div", { class: "setting-grid" },
      field("today", line({ inputmode: "numeric" })),
      field("as_of", line()),
      field("credential", select([["user", as("user")], ["master", as("master")]])),
      field("surface", select([["create", as("create")], ["legacy", as("legacy")]])),
      field("product", select([["", as("unset")], ...products])),
      field("token_name", line()),
      field("financing", select([["", as("no")], ["yes", as("yes")]])),
      field("language", select([["", as("unset")], ...Object.entries(languages)]))),
    group("carriers", field("refused", lines(3)), field("specialty", lines(3))),
    group("more", field("words", lines(3)), field("severity", lines(3)),
      h("div", { class: "setting-grid" }, field("text_bytes", line({ inputmode: "numeric" })), field("depth", line({ inputmode: "numeric" })), field("findings", line({ inputmode: "numeric" })))),
    group("house", field("house", house, offered), houseFindings),
    group("json", asJson),
    h("p", { class: "quiet-actions" }, quietButton(words.settings.reset, resetted, { id: "settings-reset" })));

  function group(name: "carriers" | "more" | "house" | "json", ...children: HTMLElement[]): HTMLElement {
    return h("details", { class: "setting-group", id: `settings-${name}` }, h("summary", {}, words.settings.groups[name]), h("div", { class: "setting-group-inner" }, ...children));
  }

  function update(): void {
    const w = words.settings;
    setText(summary.lastElementChild as Element, w.brief(dayOf(state.context), as(state.context.credential ?? "user")));
    for (const [name, error] of errors) {
      const fault = state.reading.faults.find((one) => one.name === name);
      boxes.get(name)?.setAttribute("aria-invalid", String(fault !== undefined));
      setChildren(error, JSON.stringify(fault) ?? "", () => fault === undefined ? [] : [
        fault.says === undefined ? (fault.line === undefined ? w.notJson : w.notJsonLine(fault.line)) : name === "house" ? w.houseUnusable : `${fault.says}.`,
        " ", w.lastGood,
      ]);
    }
    drawHouse();
    setText(asJson, JSON.stringify(state.context, null, 2));
  }

  function drawHouse(): void {
    const w = words.settings;
    const { house: report } = state.reading;
    setChildren(houseFindings, JSON.stringify(report) ?? "", () => report === undefined ? [] : [
      report.issues.length > 0 ? h("ul", { class: "plain findings-list" }, ...report.issues.map(houseFinding)) : h("p", { class: "all-well" }, w.houseFine(report.rules.length)),
      ...report.rules.map((rule) => h("p", { class: "house-rule" }, h("span", { class: "rule" }, rule.id), " ", rule.text)),
    ]);
  }

  function houseFinding(issue: Issue): HTMLElement {
    const text = house.value;
    const place = locate(text, [issue.at]).get(issue.at);
    const spot = place?.spot ?? { from: 0, to: 0 };
    return h("li", { class: `found is-${issue.severity}` },
      h("p", { class: "found-head" }, h("span", { class: `shape is-${issue.severity}`, "aria-hidden": "true" }), h("code", {}, issue.code),
        h("button", {
          type: "button", class: "quiet jump", onclick: () => {
            house.focus();
            house.setSelectionRange(spot.from, spot.to);
          },
        }, words.issues.lines([lineAt(lineStarts(text), spot.from) + 1]), " ", h("code", {}, issue.at === "" ? words.issues.whole : issue.at))),
      h("p", { class: "found-words" }, issue.message));
  }

  return {
    root, update,
    fill() {
      for (const [name, box] of boxes) if (box.value !== state.settings[name]) box.value = state.settings[name];
    },
    goToFault() {
      const box = boxes.get(state.reading.faults[0]?.name ?? "today");
      for (let around = box?.closest("details"); around; around = around.parentElement?.closest("details")) around.open = true;
      box?.focus();
    },
  };
}
