// The line that says that what is shown is not the newest, since when, and that the page asks again.
import { h, quietButton, setText } from "./dom.js";
import { timeWords } from "../kit/language.js";
import { words } from "./words.js";

export interface Trouble {
  readonly root: HTMLElement;
  seen(): void;
  failed(times: number): void;
  speak(): void;
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
      // Once, and where it is heard: a status that is only now shown is not.
      if (times === 1) setText(document.getElementById("status") as HTMLElement, text.textContent ?? "");
    },
    speak: draw,
  };
}
