// The line that shows that the data is not current, since when, and that the page tries again.
import { h, quietButton, setText } from "./dom.js";
import { timeWords } from "../kit/language.js";
import { words } from "./words.js";

export interface Trouble {
  readonly root: HTMLElement;
  seen(): void;
  failed(times: number): void;
  changeLanguage(): void;
}

export function troubleLine(again: () => void): Trouble {
  let last = new Date();
  let failing = false;
  const text = h("p", {});
  const button = quietButton("", again);
  const root = h("div", { class: "trouble not-on-paper", hidden: true }, text, button);
  const draw = (): void => {
    const w = words().trouble;
    root.hidden = !failing;
    setText(text, failing ? (navigator.onLine ? w.seen : w.offline)(timeWords(last, "short")) : "");
    setText(button, w.now);
  };
  return {
    root,
    seen() { last = new Date(); },
    failed(times) {
      failing = times > 0;
      draw();
      // Announced once, in the status region, because a region that becomes visible is not
      // announced.
      if (times === 1) setText(document.getElementById("status") as HTMLElement, text.textContent ?? "");
    },
    changeLanguage: draw,
  };
}
