// The actions that are impossible now: the firm's with reasons of the page, the service's with those
// of the library. Actions with the same reason are grouped.
import { h, setChildren } from "./dom.js";
import { foldedSection, type Life, type Part } from "./life.js";
import type { Action } from "./records.js";
import { words } from "./words.js";

/** Why an action is impossible. The library's reasons name ids and states. */
function reasonOf({ by, trigger, reason, message }: Action, hasOffers: boolean): string {
  const w = words();
  const whys: Partial<Record<string, string>> = w.cancel.why;
  const why = by !== "caller" || reason === "case_closed" ? undefined
    : trigger === "cancel" ? whys[reason ?? ""]
    : trigger === "respond" ? w.page.noQuestion
    : trigger === "accept_offers" ? (hasOffers ? w.offers.later : w.page.noOffers)
    : undefined;
  return why ?? message ?? "";
}

export function blockedList(life: Life, by: Action["by"]): Part {
  const root = h("dl", { class: "blocked" });
  return {
    root,
    show() {
      const reasons = new Map<string, string[]>();
      for (const action of life.record.actions) {
        if (action.by !== by || action.allowed || action.reason === "case_exists") continue;
        const message = reasonOf(action, life.record.offers.length > 0);
        reasons.set(message, [...(reasons.get(message) ?? []), words().actions[action.trigger]]);
      }
      root.hidden = reasons.size === 0;
      setChildren(root, JSON.stringify([...reasons]), () => [...reasons].map(([message, labels]) =>
        h("div", {}, h("dt", {}, labels.join(" · ")), h("dd", { class: "hint" }, message))));
    },
  };
}

/** The firm's own impossible actions. */
export function notNowPart(life: Life): Part {
  const list = blockedList(life, "caller");
  const root = foldedSection(life, "not-now", words().page.notNow, list.root);
  return {
    root,
    show() {
      list.show();
      root.hidden = list.root.hidden;
    },
  };
}
