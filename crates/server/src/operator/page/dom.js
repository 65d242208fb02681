// Elements without a framework. Text is always inserted as text, whatever a case contains.
import { withMarks } from "./marks.js";

/**
 * Creates an element with attributes (`on…` are listeners) and children; empty children are
 * skipped.
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else setAttribute(element, name, value);
  }
  const shown = children.flat().filter((child) => child !== undefined && child !== null && child !== false);
  // Editable text stays unchanged.
  const mark = (child) => (typeof child === "string" && tag !== "textarea" ? withMarks(child) : child);
  element.append(...shown.map(mark));
  return element;
}

export function setAttribute(element, name, value) {
  if (value === undefined || value === null || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** Sets text only if it differs, so that nothing is announced or selected again without need. */
export function setText(element, text) {
  const marked = withMarks(String(text ?? ""));
  if (element.textContent !== marked) element.textContent = marked;
}

/** Text for screen readers only. */
export function hidden(text) {
  return h("span", { class: "vh" }, text);
}

const shown = new WeakMap();

/**
 * Updates the children of a list, changing only differences, so that a page that polls every two
 * seconds keeps focus, selection and opened parts. `data-keep` names opened or focused parts of an
 * item.
 */
export function keyed(list, items, keyOf, make) {
  const known = new Map([...list.children].map((child) => [child.dataset.key, child]));
  const keys = new Set(items.map((item) => String(keyOf(item))));
  for (const [key, child] of known) if (!keys.has(key)) child.remove();
  items.forEach((item, index) => {
    const key = String(keyOf(item));
    const before = known.get(key);
    const signature = JSON.stringify(item);
    let child = before;
    if (!before || shown.get(before) !== signature) {
      child = make(item);
      child.dataset.key = key;
      shown.set(child, signature);
      if (before) replace(before, child);
    }
    if (list.children[index] !== child) list.insertBefore(child, list.children[index] ?? null);
  });
}

/** Refills an element if its content differs. */
export function fill(element, value, make) {
  const signature = JSON.stringify(value ?? null);
  if (shown.get(element) === signature) return;
  shown.set(element, signature);
  const fresh = h("div", {}, make(value));
  carryOver(element, fresh);
  const focused = keepOf(element, document.activeElement);
  element.replaceChildren(...fresh.childNodes);
  if (focused) find(element, focused)?.focus({ preventScroll: true });
}

function replace(before, after) {
  carryOver(before, after);
  const focused = keepOf(before, document.activeElement);
  before.replaceWith(after);
  if (focused) find(after, focused)?.focus({ preventScroll: true });
}

function carryOver(before, after) {
  for (const open of before.querySelectorAll("details[open][data-keep]")) find(after, open.dataset.keep)?.setAttribute("open", "");
}

function keepOf(element, focused) {
  return element.contains(focused) ? focused.closest("[data-keep]")?.dataset.keep : undefined;
}

function find(element, keep) {
  return [...element.querySelectorAll("[data-keep]")].find((candidate) => candidate.dataset.keep === keep);
}
