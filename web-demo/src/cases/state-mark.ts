// The state of a case: a word and a shape. A cancelled case has its own.
import { h } from "./dom.js";
import { wordOf } from "./life.js";
import { words } from "./words.js";

export function stateWord(status: string, cancelled = false): string {
  return cancelled ? words().cancelled : wordOf(words().states, status);
}

export function stateMark(status: string, cancelled = false): HTMLElement {
  return h("span", { class: `state is-${status}` }, stateWord(status, cancelled));
}
