// Buttons that fill in values that were typed before.
import type { App } from "../app.js";
import { extra } from "../extra.js";
import type { Known } from "../known.js";
import { idOf, inSentence } from "../problems.js";
import { h, quietButton, setChildren } from "../dom.js";

export function knownOffers(app: App, at: string): { root: HTMLElement; update(): void } {
  const root = h("div", { class: "known-offers" });
  return {
    root,
    update: () => {
      const offers = extra.knownFor?.(at, app.answers, app.sheet) ?? [];
      root.hidden = offers.length === 0;
      setChildren(root, JSON.stringify(offers), () => offers.map((offer) => quietButton(wordsFor(app, offer), () => {
        app.fillIn(offer.entries);
        app.root.getElementById(idOf(offer.entries[0]?.[0] ?? at))?.focus();
      })));
    },
  };
}

function wordsFor(app: App, { kind, owner, text }: Known): string {
  const w = app.locale.words.known;
  const field = app.locale.fieldAt(owner);
  return w[kind](field?.type === "record" ? inSentence(field) : w.incident, text);
}
