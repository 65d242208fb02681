// Small things that several views of the rules show.
import type { Product } from "casegate/slim";
import { fieldAt } from "../kit/catalogue.js";
import { h, type Child } from "../kit/dom.js";
import { words } from "./words.js";

/** Where the list was when it was left: its filter, and how far it was scrolled. */
export const list = { address: "#/", scroll: 0 };

export const addressOf = (rule: string): string => `#/rule/${encodeURIComponent(rule)}`;

export function labelOf(at: string, product?: Product): string {
  return at === "" ? words().whole : (fieldAt(at, product)?.label ?? at);
}

/** A sentence of the rulebook: names of fields in it as their labels, other names as they are written. */
export function phrase(text: string, product?: Product): Child[] {
  return text.split("`").map((part, at) => {
    if (at % 2 === 0) return part;
    const field = fieldAt(`/${part}`, product);
    return field ? h("strong", {}, field.label) : h("code", {}, part);
  });
}

/** The heading of a view; the focus goes to it. */
export function heading(text: string): HTMLElement {
  return h("h1", { id: "heading", tabindex: -1 }, text);
}

export function backToList(): HTMLElement {
  return h("p", { class: "back" }, h("a", { href: list.address }, words().back));
}

/** What stands where an address leads nowhere. */
export function nothingHere({ title, text }: { readonly title: string; readonly text: string }): { title: string; nodes: Node[] } {
  return { title, nodes: [heading(title), h("p", { class: "intro" }, text), backToList()] };
}

/** Letters as they are searched for. */
export const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
