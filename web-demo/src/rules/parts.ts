// Small parts that several views of the rules share.
import type { Product } from "casegate/slim";
import { inEnglish } from "../kit/catalogue.js";
import { h, type Child } from "../kit/dom.js";
import { words } from "./words.js";

/** The state of the list when it was left: its filter, and its scroll position. */
export const list = { address: "#/", scroll: 0 };

export const addressOf = (rule: string): string => `#/rule/${encodeURIComponent(rule)}`;

export function labelOf(at: string, product?: Product): string {
  return at === "" ? words.whole : (inEnglish.fieldAt(at, product)?.label ?? at);
}

/** Formats a sentence of the rulebook: field names as their labels, other names as written. */
export function phrase(text: string, product?: Product): Child[] {
  return text.split("`").map((part, at) => {
    if (at % 2 === 0) return part;
    const field = inEnglish.fieldAt(`/${part}`, product);
    return field ? h("strong", {}, field.label) : h("code", {}, part);
  });
}

/** The heading of a view, which receives the focus. */
export function heading(text: string): HTMLElement {
  return h("h1", { id: "heading", tabindex: -1 }, text);
}

export function backToList(): HTMLElement {
  return h("p", { class: "back" }, h("a", { href: list.address }, words.back));
}

/** The page for an unknown address. */
export function nothingHere({ title, text }: { readonly title: string; readonly text: string }): { title: string; nodes: Node[] } {
  return { title, nodes: [heading(title), h("p", { class: "intro" }, text), backToList()] };
}

/** Folds letters for the search. */
export const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
