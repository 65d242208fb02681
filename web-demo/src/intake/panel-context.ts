// The context settings, for experiments. Valid ones are applied at once; otherwise the last valid
// ones stay, with an error message.
import type { Context } from "casegate/form";
import type { CasegateIntakeElement } from "casegate/intake";
import { dayOf } from "../kit/context.js";
import { h, setAttribute, setText } from "../kit/dom.js";
import type { Part } from "./panel.js";
import type { Settings } from "./settings.js";
import { words } from "./panel-words.js";

export function contextSettings(intake: CasegateIntakeElement, settings: Settings): Part {
  const w = words().panel;
  const fault = h("p", { class: "finding-words", id: "context-today-error", role: "alert" });
  const hint = h("p", { class: "hint", id: "context-today-hint" });
  const set = (change: Partial<Context>): void => {
    name(settings.set(change));
  };
  const name = (problem: string | undefined): void => {
    fault.textContent = problem ?? "";
    setAttribute(today, "aria-invalid", problem !== undefined && "true");
  };
  const today = h("input", {
    type: "text", id: "context-today", class: "box size-s", autocomplete: "off", spellcheck: "false",
    "aria-describedby": "context-today-hint context-today-error", oninput: () => set({ today: today.value.trim() }),
  });
  const credentials = (["user", "master"] as const).map((kind) => {
    const input = h("input", { type: "radio", name: "context-credential", value: kind, onchange: () => set({ credential: kind }) });
    return { kind, input, root: h("label", { class: "option" }, input, h("span", {}, w[kind])) };
  });
  const root = h("section", {}, h("h2", {}, w.context),
    h("div", { class: "field" }, h("label", { for: "context-today" }, w.today), hint, fault, today),
    h("fieldset", { class: "field" }, h("legend", {}, w.credential), h("div", { class: "choices short" }, ...credentials.map((one) => one.root))));
  let shown = "";
  return {
    root,
    update: () => {
      setText(hint, w.todayHint[settings.daySource]);
      for (const { kind, input } of credentials) input.checked = (intake.context.credential ?? "user") === kind;
      // A day that the clock renewed is shown; one that is being typed stays.
      if (shown === dayOf(intake.context)) return;
      shown = dayOf(intake.context);
      if (today.value.trim() === shown) return;
      today.value = shown;
      name(undefined);
    },
  };
}
