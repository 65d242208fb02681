// Elements that stay on the page say their words anew when its language changes; nothing is rebuilt, so that nothing is lost.
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
