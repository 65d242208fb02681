// The actions of the service's staff, which a firm never sees. In the demo the reader plays them as
// well, the next useful one first.
import { h, quietButton, setAttribute, setText } from "./dom.js";
import { account, operator } from "../kit/service.js";
import { carryOut, keptText, markProblem, clearProblem, problemBox, Said, sendButton, type Life, type Part } from "./life.js";
import { blockedList } from "./blocked.js";
import { actionOf, type CaseRecord, type TriggerType } from "./records.js";
import { words } from "./words.js";

const triggers = ["pick_up", "need_input", "find_policies", "publish_results", "confirm_delivery"] as const satisfies readonly TriggerType[];
type ServiceTrigger = (typeof triggers)[number];

/** A case in research can be picked up again without an effect, so there is no button for it. */
function canDo(record: CaseRecord, trigger: TriggerType): boolean {
  const action = actionOf(record, trigger);
  return action !== undefined && action.allowed && !(trigger === "pick_up" && action.to === record.case.status);
}

/** Returns the next step on the way through a case's whole life, of the service or of the firm. */
export function nextOf(record: CaseRecord): { service: ServiceTrigger } | { yours: "respond" | "buy" | "read" | "over" } {
  const done = (trigger: TriggerType): boolean => (record.done[trigger] ?? 0) > 0;
  const can = (trigger: TriggerType): boolean => canDo(record, trigger);
  if (record.case.status === "closed") return { yours: "over" };
  if (record.case.status === "action_required") return { yours: "respond" };
  if (can("pick_up")) return { service: "pick_up" };
  const buyable = can("accept_offers") && !done("accept_offers") && record.offers.some((offer) => offer.additional_policies.some((policy) => policy.status !== "selected"));
  if (buyable) return { yours: "buy" };
  const service = triggers.find((trigger) => can(trigger) && !done(trigger));
  return can("confirm_delivery") ? { service: "confirm_delivery" } : service ? { service } : { yours: "read" };
}

export function servicePart(life: Life): Part {
  const w = words().service;
  const next = h("p", { class: "next", role: "note" });
  const list = h("ul", { class: "plain stack" });
  const blocked = blockedList(life, "service");
  const notNow = h("div", {}, h("h3", {}, words().page.notNow), blocked.root);
  const rows = triggers.map((trigger) => row(life, trigger));
  const others = quietButton(w.others, () => {
    if (!life.opened.delete("service")) life.opened.add("service");
    life.show();
  }, { id: "service-others" });
  const developer = quietButton(words().developer.title, () => {
    if (!life.opened.delete("developer")) life.opened.add("developer");
    life.show();
  }, { id: "developer-on" });
  const link = h("a", { href: "/operator/", hidden: true }, w.more);
  account().then(({ operator_token: token }) => {
    link.href = `/operator/#${encodeURIComponent(token)}/cases/${life.id}`;
    link.hidden = false;
  }, () => {});
  const root = h("aside", { class: "service-side not-on-paper", "aria-labelledby": "service-title" },
    h("h2", { id: "service-title", tabindex: -1 }, w.title), h("p", { class: "hint" }, w.text), next, list, h("p", {}, others), notNow, h("p", {}, developer), h("p", {}, link));
  list.append(...rows.map((part) => part.root));
  return {
    root,
    show() {
      const suggestion = nextOf(life.record);
      next.hidden = "service" in suggestion;
      setText(next, "yours" in suggestion ? w.yours[suggestion.yours] : "");
      const isOpen = life.opened.has("service");
      setAttribute(others, "aria-expanded", String(isOpen));
      setAttribute(developer, "aria-expanded", String(life.opened.has("developer")));
      for (const part of rows) part.show();
      blocked.show();
      notNow.hidden = !isOpen || blocked.root.hidden;
    },
  };
}

function row(life: Life, trigger: ServiceTrigger): Part {
  const w = words().service;
  const key = `service-${trigger}`;
  const problem = problemBox(life, key, "service");
  const tag = h("span", { class: "next-tag" }, w.next);
  const send = sendButton(life, key, () => words().actions[trigger], { id: key, type: "submit" });
  const text = keptText(`ask-${life.id}`);
  const message = trigger === "need_input" ? h("textarea", { class: "box", id: "need", rows: 4, oninput: () => {
    text.write(message?.value ?? "");
    clearProblem(life, key);
  } }) : undefined;
  if (message) message.value = text.read() || w.example;

  const act = async (): Promise<void> => {
    if (message && message.value.trim() === "") {
      life.problems.set(key, new Said(w.emptyQuestion));
      life.show();
      message.focus();
      return;
    }
    await carryOut(life, key, trigger, async () => {
      await operator("POST", `/cases/${life.id}/${trigger}`, message ? { message: message.value } : {});
      if (message) {
        text.write("");
        message.value = w.example;
      }
    });
  };

  const root = h("li", { class: "service-action" },
    h("form", { novalidate: true, onsubmit: (event: Event) => { event.preventDefault(); void act(); } },
      tag, h("p", { class: "hint", id: `${key}-about` }, w.about[trigger] ?? ""),
      message && h("div", { class: "field" }, h("label", { for: "need" }, w.question), message),
      problem.root, send.root));
  send.root.setAttribute("aria-describedby", `${key}-about`);
  return {
    root,
    show() {
      const suggestion = nextOf(life.record);
      const isNext = "service" in suggestion && suggestion.service === trigger;
      root.hidden = !canDo(life.record, trigger) || !(isNext || life.opened.has("service"));
      root.classList.toggle("is-next", isNext);
      tag.hidden = !isNext;
      send.root.classList.toggle("secondary", !isNext);
      if (message) markProblem(life, key, message);
      send.show();
      problem.show();
    },
  };
}
