// Permanent elements that update their text when the language changes, so that nothing is rebuilt
// or lost.
import { setText } from "../kit/dom.js";
import { onLanguage } from "../kit/language.js";

export function said<E extends Element>(element: E, text: () => string): E {
  const say = (): void => setText(element, text());
  say();
  onLanguage(say);
  return element;
}

export function named<E extends Element>(element: E, attribute: string, text: () => string): E {
  const say = (): void => element.setAttribute(attribute, text());
  say();
  onLanguage(say);
  return element;
}
