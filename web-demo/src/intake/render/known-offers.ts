// Buttons that fill in values that were typed before.
import type { App } from "../app.js";
import { knownFor, type Known } from "../known.js";
import { idOf, inSentence } from "../problems.js";
import { words } from "../words.js";
import { fieldAt } from "../../kit/catalogue.js";
import { h, quietButton, setChildren } from "../../kit/dom.js";

export function knownOffers(app: App, at: string): { root: HTMLElement; update(): void } {
  const root = h("div", { class: "known-offers" });
  return {
    root,
    update: () => {
      const offers = knownFor(at, app.answers, app.sheet);
      root.hidden = offers.length === 0;
      setChildren(root, JSON.stringify(offers), () => offers.map((offer) => quietButton(wordsFor(offer), () => {
        app.fillIn(offer.entries);
        document.getElementById(idOf(offer.entries[0]?.[0] ?? at))?.focus();
      })));
    },
  };
}

function wordsFor({ kind, owner, text }: Known): string {
  const w = words().known;
  const field = fieldAt(owner);
  return w[kind](field?.type === "record" ? inSentence(field) : w.incident, text);
}
