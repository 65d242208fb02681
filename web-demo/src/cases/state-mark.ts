// The state of a case: a word and a shape.
import { h } from "./dom.js";
import { wordOf } from "./life.js";
import { words } from "./words.js";

export function stateWord(state: string): string {
  return wordOf(words().states, state);
}

export function stateMark(state: string): HTMLElement {
  return h("span", { class: `state is-${state}` }, stateWord(state));
}
