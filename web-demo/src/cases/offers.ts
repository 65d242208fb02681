// Offered policies: selection, exact total, confirmation, purchase.
import { ask } from "../kit/dom.js";
import { h, setChildren, setText } from "./dom.js";
import { money } from "../kit/language.js";
import { partner } from "../kit/service.js";
import { carryOut, markProblem, problemBox, Said, sendButton, type Life, type Part } from "./life.js";
import { actionOf, type Offer } from "./records.js";
import { words } from "./words.js";

export function offersPart(life: Life): Part {
  const w = words().offers;
  const text = h("p", {}, w.text, " ", words().results.inEnglish);
  const why = h("p", { class: "why" }, w.later);
  const list = h("div", { class: "stack" });
  const known = new Map<string, Part>();
  const root = h("section", { class: "card", "aria-labelledby": "offers-title", id: "offers" },
    h("h2", { id: "offers-title" }, w.title), text, why, list);
  return {
    root,
    show() {
      const { offers } = life.record;
      root.hidden = offers.length === 0;
      for (const offer of offers) {
        if (known.has(offer.offer_id)) continue;
        const part = offerPart(life, offer.offer_id);
        known.set(offer.offer_id, part);
        list.prepend(part.root); // the latest first
      }
      const { status } = life.record.case;
      text.hidden = status === "closed" || !offers.some((offer) => offer.additional_policies.some(isOpen));
      why.hidden = status === "closed" || status === "results_ready" || !offers.some((offer) => offer.additional_policies.some(isOpen));
      for (const part of known.values()) part.show();
    },
  };
}

function offerPart(life: Life, offerId: string): Part {
  const w = words().offers;
  const key = `accept-${offerId}`;
  const find = (): Offer | undefined => life.record.offers.find((offer) => offer.offer_id === offerId);
  const chosen = life.selected.get(offerId) ?? new Set<number>();
  life.selected.set(offerId, chosen);
  const legend = h("legend", {});
  const rows = h("ul", { class: "plain upgrades" });
  const total = h("p", { class: "total", role: "status" });
  const problem = problemBox(life, key, "accept");
  const send = sendButton(life, key, () => w.accept, { onclick: () => void accept() });
  const foot = h("div", { class: "stack offer-foot" }, total, problem.root, h("div", { class: "actions" }, send.root));
  const root = h("fieldset", { class: "offer" }, legend, rows, foot);

  const selection = () => (find()?.additional_policies ?? []).filter((policy) => isOpen(policy) && chosen.has(policy.upgrade_id));
  const accept = async (): Promise<void> => {
    const policies = selection();
    if (policies.length === 0) {
      life.problems.set(key, new Said(w.empty));
      life.show();
      root.querySelector("input")?.focus();
      return;
    }
    const sum = totalOf(policies.map((policy) => policy.price_usd));
    const price = sum === undefined ? undefined : money(sum);
    const yes = await ask({
      title: w.ask(policies.length), text: price === undefined ? w.askNoTotal : w.askText(price),
      labels: policies.map((policy) => `${policy.type}: ${money(policy.price_usd)}`),
      yes: price === undefined ? w.yesNoTotal : w.yes(price), no: w.no, isSafe: true,
    });
    if (!yes) return;
    const isDone = await carryOut(life, key, "accept_offers", async () => {
      await partner("POST", `cases/${life.record.case.issue_key}/offers/accept/`,
        { offer_id: offerId, selected_upgrade_ids: policies.map((policy) => policy.upgrade_id) });
      chosen.clear();
    });
    if (isDone) life.seek = "bought";
  };

  return {
    root,
    show() {
      const offer = find();
      if (offer === undefined) return;
      const { offers } = life.record;
      // A closed case still takes the repetition of a purchase, but no new one.
      const can = life.record.case.issue_key !== null && life.record.case.status !== "closed" && (actionOf(life.record, "accept_offers")?.allowed ?? false);
      const what = offers.length > 1 ? w.numbered(offers.indexOf(offer) + 1, offers.length) : w.found;
      const buyable = can && offer.additional_policies.some(isOpen);
      setText(legend, buyable && offers.length === 1 ? w.choose : what);
      setChildren(rows, JSON.stringify([offer.additional_policies, can, life.record.case.status]), () => offer.additional_policies.map((policy) => {
        const id = `upgrade-${offerId}-${policy.upgrade_id}`;
        // The service writes English.
        const text = [
          h("span", { class: "upgrade-type", lang: "en" }, policy.type), h("span", { class: "upgrade-price" }, money(policy.price_usd)),
          policy.researcher_note !== null && h("span", { class: "hint upgrade-note", lang: "en" }, policy.researcher_note)];
        if (!isOpen(policy) || !can) {
          const mark = isOpen(policy) ? (life.record.case.status === "closed" ? words().results.notBought : undefined) : w.bought;
          return h("li", { class: "upgrade" }, ...text, mark !== undefined && h("span", { class: isOpen(policy) ? "mark is-plain" : "mark" }, mark),
            !isOpen(policy) && h("a", { href: `#/${life.id}/bought` }, words().results.accepted));
        }
        const box = h("input", {
          type: "checkbox", id, checked: chosen.has(policy.upgrade_id),
          onchange: () => {
            if (box.checked) chosen.add(policy.upgrade_id);
            else chosen.delete(policy.upgrade_id);
            life.problems.delete(key);
            life.show();
          },
        });
        return h("li", {}, h("label", { class: "option upgrade" }, box, h("span", { class: "upgrade-words" }, ...text)));
      }));
      foot.hidden = !buyable;
      const policies = selection();
      const sum = totalOf(policies.map((policy) => policy.price_usd));
      setText(total, policies.length === 0 ? w.none : sum === undefined ? w.noTotal(policies.length) : w.total(policies.length, money(sum)));
      markProblem(life, key, root);
      send.show();
      problem.show();
    },
  };
}

function isOpen(policy: Offer["additional_policies"][number]): boolean {
  return policy.status !== "selected";
}

/** Returns the cents of a decimal text of US dollars, and `undefined` for other texts. */
function centsOf(usd: string): bigint | undefined {
  const parts = /^(\d+)(?:\.(\d{1,2}))?$/.exec(usd.trim());
  return parts ? BigInt(parts[1] as string) * 100n + BigInt((parts[2] ?? "").padEnd(2, "0")) : undefined;
}

function usdOf(cents: bigint): string {
  return `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
}

/** Returns the sum, and `undefined` if a price cannot be read. */
function totalOf(prices: readonly string[]): string | undefined {
  let sum = 0n;
  for (const price of prices) {
    const cents = centsOf(price);
    if (cents === undefined) return undefined;
    sum += cents;
  }
  return usdOf(sum);
}
