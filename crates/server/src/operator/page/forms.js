// Forms that keep their text until the stand-in has accepted it.
import { h } from "./dom.js";
import { errorBox } from "./say.js";

let number = 0;

/** A label, a hint and their control. */
export function field(label, control, hint) {
  control.id ||= `f${++number}`;
  const about = hint && h("p", { class: "hint", id: `${control.id}-hint` }, hint);
  if (about) control.setAttribute("aria-describedby", about.id);
  return h("div", { class: "field" }, h("label", { for: control.id }, label), about, control);
}

export const text = (attributes = {}) => h("input", { class: "box", type: "text", autocomplete: "off", ...attributes });
export const area = (attributes = {}, value = "") => h("textarea", { class: "box", rows: 5, ...attributes }, value);
export const select = (options, attributes = {}) =>
  h("select", { class: "box", ...attributes }, options.map(([value, label]) => h("option", { value }, label)));

/** Replaces the options of a list, and keeps the selection. */
export function setOptions(list, options) {
  const signature = JSON.stringify(options);
  if (list.dataset.is === signature) return;
  const { value } = list;
  list.dataset.is = signature;
  list.replaceChildren(...options.map(([key, label]) => h("option", { value: key }, label)));
  if (options.some(([key]) => String(key) === value)) list.value = value;
}

/** Radio buttons. */
export function radios(legend, options, onchange) {
  const name = `f${++number}`;
  const inputs = options.map(([value], index) => h("input", { type: "radio", name, value, checked: index === 0, onchange }));
  const element = h("fieldset", { class: "field" }, h("legend", {}, legend),
    h("div", { class: "choices" }, options.map(([, label], index) => h("label", { class: "option" }, inputs[index], h("span", {}, label)))));
  return { element, value: () => inputs.find((input) => input.checked).value };
}

/** The text of a control cannot be sent; the control is marked. */
export class Wrong extends Error {
  constructor(control, message) {
    super(message);
    this.control = control;
  }
}

/** Reads JSON from a control. */
export function json(control) {
  try {
    return JSON.parse(control.value);
  } catch (error) {
    throw new Wrong(control, `This is not JSON: ${error.message}`);
  }
}

export function required(control, message) {
  if (control.value.trim() === "") throw new Wrong(control, message);
  return control.value;
}

/**
 * A form. `send` sends it, and throws if that fails; the error is shown in the form, which stays
 * unchanged.
 */
export function form(attributes, { fields, label, send, look = "", beside = [] }) {
  const errors = errorBox();
  errors.element.id = `f${++number}-error`;
  const button = h("button", { type: "submit", class: `button ${look}` }, label);
  let marked;
  const unmark = () => {
    marked?.removeAttribute("aria-invalid");
    marked?.removeAttribute("aria-errormessage");
    marked = undefined;
  };
  const onsubmit = async (event) => {
    event.preventDefault();
    if (button.getAttribute("aria-disabled")) return;
    errors.clear();
    unmark();
    // Not `disabled`, which would remove the focus.
    button.setAttribute("aria-disabled", "true");
    try {
      await send();
    } catch (error) {
      errors.show(error);
      if (error instanceof Wrong) {
        marked = error.control;
        marked.setAttribute("aria-invalid", "true");
        marked.setAttribute("aria-errormessage", errors.element.id);
        marked.focus();
      }
    } finally {
      button.removeAttribute("aria-disabled");
    }
  };
  return h("form", { novalidate: true, onsubmit, ...attributes }, fields, errors.element, h("div", { class: "actions" }, button, beside));
}

/** A button that acts at once. Errors are shown beside it. */
export function actButton(label, act, attributes = {}) {
  const errors = errorBox();
  const onclick = async () => {
    if (button.getAttribute("aria-disabled")) return;
    errors.clear();
    button.setAttribute("aria-disabled", "true");
    try {
      await act();
    } catch (error) {
      errors.show(error);
    } finally {
      button.removeAttribute("aria-disabled");
    }
  };
  const button = h("button", { type: "button", class: "button secondary small", onclick, ...attributes }, label);
  return h("div", { class: "act" }, button, errors.element);
}

/** A button that asks for confirmation. */
export function sureButton(label, sure, act, keep) {
  const box = h("div", { class: "act" });
  const first = h("button", { type: "button", class: "quiet danger", "data-keep": keep }, label);
  const no = h("button", { type: "button", class: "quiet" }, "Keep it");
  const ask = (open) => box.replaceChildren(...(open ? [actButton(sure, act, { class: "button small danger" }), no] : [first]));
  first.addEventListener("click", () => (ask(true), no.focus()));
  no.addEventListener("click", () => (ask(false), first.focus()));
  ask(false);
  return box;
}
