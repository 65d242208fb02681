// The controls: text line, text area, states, radio buttons, check boxes. Each reports its answer, and
// can show one. A browser, an extension or a script may fill one in and fire any event or none, so
// each event reads what the control shows, and nothing is shown over an answer that was not read.
import type { Answer } from "../answers.js";
import type { Choice } from "../catalogue.js";
import type { Look } from "../layout.js";
import { extra } from "../extra.js";
import { h, quietButton, setAttribute } from "../dom.js";

/** A choice with a sentence about it. */
export interface Card extends Choice {
  readonly about?: string;
}

export interface Control {
  readonly root: HTMLElement;
  /**
   * The element around it: a label, or a fieldset with a legend, which is marked as invalid for
   * radio buttons.
   */
  readonly kind: "box" | "radios" | "checkboxes";
  show(answer: Answer | undefined, optional: boolean): void;
  /** Reports what the control shows, if that was not reported yet. */
  read(): void;
  /** Marks the answer as invalid, on the control if it supports that. */
  mark(invalid: boolean): void;
  /** What the box shows is being typed. */
  isTyping?(): boolean;
  /** The element with the id, which is described by hint and findings, if there is one only. */
  readonly box?: HTMLElement;
  focus(): void;
}

/** `shownAs` returns an answer as people write it. */
export function textControl(
  id: string, look: Look, type: string, on: { type(text: string): void; leave(): void }, shownAs: (answer: string) => string,
): Control {
  /** The text that is being typed. It stays as it is until the box is left. */
  let typed: string | undefined;
  /** The text of the box as it was last written or read. */
  let seen = "";
  const oninput = (): void => {
    if (box.value === seen) return;
    typed = seen = box.value;
    on.type(typed);
  };
  const leave = (): void => {
    oninput();
    if (typed === undefined) return;
    typed = undefined;
    on.leave();
  };
  // Enter sends a form without leaving the box.
  const common = { id, name: id, class: `box size-${look.size}`, dir: "auto", oninput, onchange: leave, onblur: leave, onfocusout: leave };
  const plain = type === "date" || type === "state" || type === "emails" || look.keyboard !== undefined || look.size === "s";
  const box: HTMLInputElement | HTMLTextAreaElement = look.size === "area"
    ? h("textarea", { ...common, rows: 4, autocomplete: "off" })
    : h("input", {
      ...common, type: look.keyboard === "tel" ? "tel" : "text",
      autocomplete: look.autocomplete ?? "off",
      inputmode: type === "integer" || type === "date" ? "numeric" : look.keyboard,
      spellcheck: plain ? "false" : undefined, autocapitalize: type === "state" ? "words" : plain ? "off" : undefined,
    });
  return {
    root: type === "state" ? h("div", { class: "with-states" }, box) : box, box, kind: "box",
    show: (answer) => {
      if (type === "state") extra.stateBox?.(box);
      const text = typeof answer === "string" ? shownAs(answer) : "";
      if (typed !== undefined || box.value !== seen) return;
      if (seen !== text) box.value = text;
      seen = box.value; // a line has no line breaks
    },
    read: leave,
    isTyping: () => typed !== undefined,
    mark: (invalid) => setAttribute(box, "aria-invalid", invalid ? "true" : undefined),
    focus: () => box.focus(),
  };
}

/**
 * Radio buttons for one answer. An optional question has a button that clears it, because radio
 * buttons alone cannot be cleared.
 */
export function radioControl(
  id: string, clearWords: string, choices: readonly Card[], onChoose: (value: string | undefined) => void,
): Control {
  const { inputs, choice, read } = inputsFor("radio", id, choices, ([value]) => onChoose(value));
  const clear = quietButton(clearWords, () => {
    onChoose(undefined);
    inputs[0]?.focus();
  }, { class: "quiet clear" });
  const isCards = choices.some((choice) => choice.about !== undefined);
  const isShort = !isCards && choices.length === 2 && choices.every((choice) => choice.label.length < 20);
  return {
    root: h("div", { class: isCards ? "choices cards" : isShort ? "choices short" : "choices" }, ...inputs.map((input, index) => option(input, choices[index] as Card)), clear),
    kind: "radios",
    read,
    show: (answer, optional) => {
      choice(typeof answer === "object" ? answer.slice(0, 1) : answer === undefined ? [] : [String(answer)]);
      clear.hidden = !optional || !inputs.some((input) => input.checked);
    },
    mark: () => {},
    focus: () => (inputs.find((input) => input.checked) ?? inputs[0])?.focus(),
  };
}

export function checkboxControl(id: string, choices: readonly Choice[], onChoose: (values: readonly string[]) => void): Control {
  const { inputs, choice, read } = inputsFor("checkbox", id, choices, onChoose);
  return {
    root: h("div", { class: "choices" }, ...inputs.map((input, index) => option(input, choices[index] as Choice))),
    kind: "checkboxes",
    read,
    show: (answer) => choice(typeof answer === "object" ? answer : []),
    mark: (invalid) => { for (const input of inputs) setAttribute(input, "aria-invalid", invalid ? "true" : undefined); },
    focus: () => inputs[0]?.focus(),
  };
}

/** The inputs of choices. `choice` checks those with these values. */
function inputsFor(type: string, id: string, choices: readonly Choice[], onChoose: (values: readonly string[]) => void) {
  /** The values as they were last written or read. Words have no comma. */
  let seen = "";
  const checked = (): string[] => inputs.filter((input) => input.checked).map(({ value }) => value);
  const read = (): void => {
    const values = checked();
    if (String(values) === seen) return;
    seen = String(values);
    onChoose(values);
  };
  const inputs = choices.map(({ value }, index) => h("input", {
    type, id: index === 0 ? id : `${id}-${index + 1}`, name: id, value, oninput: read, onchange: read, onblur: read, onfocusout: read,
  }));
  const choice = (values: readonly string[]): void => {
    if (String(checked()) !== seen) return;
    for (const input of inputs) input.checked = values.includes(input.value);
    seen = String(checked());
  };
  return { inputs, choice, read };
}

function option(input: HTMLInputElement, { label, about }: Card): HTMLElement {
  if (about === undefined) return h("label", { class: "option" }, input, h("span", {}, label));
  setAttribute(input, "aria-labelledby", `${input.id}-label`);
  setAttribute(input, "aria-describedby", `${input.id}-about`);
  return h("label", { class: "option" }, input, h("span", {},
    h("span", { class: "card-title", id: `${input.id}-label` }, label), h("span", { class: "hint", id: `${input.id}-about` }, about)));
}
