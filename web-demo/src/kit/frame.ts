// The frame of every page: the top line with pages and languages, and the footer. The build writes
// it in English, and this module sets its language. It starts the page inside.
import { h, setText } from "./dom.js";
import { language, onLanguage, setLanguage, restoreLanguage, type Language } from "./language.js";
import { account } from "./service.js";
import { words } from "./words.js";

/**
 * Shows the frame in its language, loads the page's module, and calls `start` once. Afterwards the
 * page redraws itself when the language changes.
 */
export async function startPage(load: () => Promise<void>, start: () => void): Promise<void> {
  // A page without a choice is English.
  if (languageButtons().length > 0) await restoreLanguage();
  fillFrame();
  onLanguage(fillFrame);
  for (const button of languageButtons()) button.addEventListener("click", () => void setLanguage(button.lang as Language).catch(() => notSpoken(button)));
  // The address names the view, so the skip link must not change it.
  document.getElementById("skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    document.getElementById("heading")?.focus();
  });
  const operator = document.getElementById("operator");
  if (operator !== null) {
    account().then(({ operator_token }) => {
      operator.setAttribute("href", `/operator/#${encodeURIComponent(operator_token)}`);
      (operator.parentElement as HTMLElement).hidden = false;
    }, () => {});
  }
  try {
    await load();
  } catch {
    return withoutRulebook();
  }
  start();
}

const languageButtons = (): NodeListOf<HTMLElement> => document.querySelectorAll(".languages button");

function fillFrame(): void {
  const texts: Readonly<Record<string, string>> = words().frame;
  const textOf = (name: string | undefined): string => texts[name ?? ""] ?? "";
  for (const element of document.querySelectorAll<HTMLElement>("[data-word]")) setText(element, textOf(element.dataset["word"]));
  for (const element of document.querySelectorAll<HTMLElement>("[data-label]")) element.setAttribute("aria-label", textOf(element.dataset["label"]));
  for (const button of languageButtons()) button.setAttribute("aria-pressed", String(button.lang === language()));
  document.querySelector(".not-spoken")?.remove();
}

/** The words of a language could not be fetched; the page stays in its language. */
function notSpoken(button: HTMLElement): void {
  document.querySelector(".not-spoken")?.remove();
  document.getElementById("top")?.append(h("p", { class: "notice not-spoken", role: "alert" }, words().notSpoken(button.textContent)));
}

function withoutRulebook(): void {
  const w = words().noRulebook;
  document.getElementById("main")?.replaceChildren(
    h("h1", { id: "heading", tabindex: -1 }, w.title), h("p", { class: "intro" }, w.text),
    h("div", { class: "actions" }, h("button", { type: "button", class: "button", onclick: () => location.reload() }, w.again)));
}
