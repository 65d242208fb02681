// The controls: text line, text area, radio buttons, check boxes. Each reports its answer, and can
// show one.
import type { Answer } from "../answers.js";
import type { Choice } from "../catalogue.js";
import type { Look } from "../layout.js";
import { h, quietButton, setAttribute } from "../dom.js";

export interface Control {
  readonly root: HTMLElement;
  /**
   * The element around it: a label, or a fieldset with a legend, which is marked as invalid for
   * radio buttons.
   */
  readonly kind: "box" | "radios" | "checkboxes";
  show(answer: Answer | undefined, optional: boolean): void;
  /** Marks the answer as invalid, on the control if it supports that. */
  mark(invalid: boolean): void;
  focus(): void;
}

export function textControl(id: string, look: Look, type: string, onType: (text: string) => void): Control {
  const oninput = (): void => onType(box.value);
  const common = { id, name: id, class: `box size-${look.size}`, oninput };
  const plain = type === "date" || type === "state" || type === "emails" || look.keyboard !== undefined || look.size === "s";
  const box: HTMLInputElement | HTMLTextAreaElement = look.size === "area"
    ? h("textarea", { ...common, rows: 4, autocomplete: "off" })
    : h("input", {
      ...common, type: look.keyboard === "tel" ? "tel" : "text",
      autocomplete: look.autocomplete ?? "off",
      inputmode: type === "integer" ? "numeric" : look.keyboard,
      spellcheck: plain ? "false" : undefined, autocapitalize: type === "state" ? "characters" : plain ? "off" : undefined,
    });
  return {
    root: box, kind: "box",
    show: (answer) => {
      const text = typeof answer === "string" ? answer : "";
      if (box.value !== text) box.value = text;
    },
    mark: (invalid) => setAttribute(box, "aria-invalid", invalid ? "true" : undefined),
    focus: () => box.focus(),
  };
}

/**
 * Radio buttons for one answer. An optional question has a button that clears it, because radio
 * buttons alone cannot be cleared.
 */
export function radioControl(
  id: string, clearWords: string, choices: readonly Choice[], onChoose: (value: string | undefined) => void,
): Control {
  const inputs = choices.map((choice, index) => h("input", {
    type: "radio", id: index === 0 ? id : `${id}-${index + 1}`, name: id, value: choice.value,
    onchange: () => onChoose(choice.value),
  }));
  const clear = quietButton(clearWords, () => {
    onChoose(undefined);
    inputs[0]?.focus();
  }, { class: "quiet clear" });
  const short = choices.length === 2 && choices.every((choice) => choice.label.length < 20);
  return {
    root: h("div", { class: short ? "choices short" : "choices" }, ...inputs.map((input, index) => option(input, choices[index] as Choice)), clear),
    kind: "radios",
    show: (answer, optional) => {
      const value = typeof answer === "boolean" ? String(answer) : typeof answer === "string" ? answer : answer?.[0];
      for (const input of inputs) input.checked = value === input.value;
      clear.hidden = !optional || !inputs.some((input) => input.checked);
    },
    mark: () => {},
    focus: () => (inputs.find((input) => input.checked) ?? inputs[0])?.focus(),
  };
}

export function checkboxControl(id: string, choices: readonly Choice[], onChoose: (values: readonly string[]) => void): Control {
  const inputs = choices.map((choice, index) => h("input", {
    type: "checkbox", id: index === 0 ? id : `${id}-${index + 1}`, name: id, value: choice.value,
    onchange: () => onChoose(inputs.filter((input) => input.checked).map((input) => input.value)),
  }));
  return {
    root: h("div", { class: "choices" }, ...inputs.map((input, index) => option(input, choices[index] as Choice))),
    kind: "checkboxes",
    show: (answer) => {
      const values = typeof answer === "object" ? answer : [];
      for (const input of inputs) input.checked = values.includes(input.value);
    },
    mark: (invalid) => { for (const input of inputs) setAttribute(input, "aria-invalid", invalid ? "true" : undefined); },
    focus: () => inputs[0]?.focus(),
  };
}

function option(input: HTMLInputElement, choice: Choice): HTMLElement {
  return h("label", { class: "option" }, input, h("span", {}, choice.label));
}
