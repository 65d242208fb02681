// Asks before something is lost. Escape and the second button, which has the focus, keep
// everything. It is the filled one, unless the first one loses nothing.
import { h } from "./dom.js";

/** Asks in `root`, the body or a shadow root. The focus returns to the element that had it. */
export function ask(
  question: { title: string; text: string; labels: readonly string[]; yes: string; no: string; isSafe?: boolean }, root: HTMLElement | ShadowRoot = document.body,
): Promise<boolean> {
  const before = (root.getRootNode() as Document | ShadowRoot).activeElement;
  return new Promise((resolve) => {
    const dialog = h("dialog", { "aria-labelledby": "ask-title", "aria-describedby": "ask-text" },
      h("h2", { id: "ask-title" }, question.title),
      h("p", { id: "ask-text" }, question.text),
      question.labels.length > 0 && h("ul", {}, ...question.labels.map((label) => h("li", {}, label))),
      h("div", { class: "actions" },
        h("button", { type: "button", class: question.isSafe ? "button" : "button secondary", onclick: () => dialog.close("yes") }, question.yes),
        h("button", { type: "button", class: question.isSafe ? "button secondary" : "button", autofocus: true, onclick: () => dialog.close("no") }, question.no)));
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      resolve(dialog.returnValue === "yes");
    });
    root.append(dialog);
    try {
      dialog.showModal();
    } catch {
      dialog.setAttribute("open", ""); // a browser without modal dialogs
    }
  });
}
