// Canceling a case: the fee and its reason, the firm's own reason, and a confirmation.
import { ask } from "../kit/dom.js";
import { h, setChildren, setText } from "./dom.js";
import { money } from "../kit/language.js";
import { partner } from "../kit/service.js";
import { carryOut, foldedSection, keptText, problemBox, Said, sendButton, wordOf, type Life, type Part } from "./life.js";
import { actionOf, type CancellationAccepted } from "./records.js";
import { words } from "./words.js";

const key = "cancel";

export function cancelPart(life: Life): Part {
  const w = words().cancel;
  const fee = h("p", { class: "fee" });
  const why = h("p", {});
  const text = keptText(`cancel-${life.id}-${life.record.case.created_at}`);
  const reason = h("textarea", { class: "box", id: "cancel-reason", rows: 2, oninput: () => { text.write(reason.value); } });
  reason.value = text.read();
  const problem = problemBox(life, key, "cancel");
  const send = sendButton(life, key, () => w.send, { class: "button secondary", id: "cancel-send", type: "submit" });

  const cancel = async (): Promise<void> => {
    const due = life.record.case.cancellation.fee_usd;
    const yes = await ask({
      title: w.ask, text: due === null ? w.askUnnamed : isFree(due) ? w.askFree : w.askFee(money(due)), labels: [], yes: w.yes, no: w.no,
    });
    if (!yes) return;
    await carryOut(life, key, "cancel", async () => {
      // Research may have started during the confirmation. Nobody pays a fee that was not shown.
      await life.refresh();
      if (life.record.case.cancellation.fee_usd !== due) throw new Said(w.changed);
      const body = reason.value === "" ? {} : { reason: reason.value };
      life.cancellation = await partner<CancellationAccepted>("POST", `cases/${life.record.case.issue_key}/cancel/`, body);
      text.write("");
    });
  };

  const form = h("form", { novalidate: true, class: "stack", onsubmit: (event: Event) => { event.preventDefault(); void cancel(); } },
    h("div", { class: "field" },
      h("label", { for: "cancel-reason" }, w.reason, " ", h("span", { class: "optional" }, w.optional)), reason),
    problem.root, h("div", { class: "actions" }, send.root));
  const title = h("h2", { id: "cancel-title" });
  const answer = h("div", { class: "notice" });
  const root = foldedSection(life, "cancel", title, answer, fee, why, form);

  return {
    root,
    show() {
      const { cancellation, issue_key: reference } = life.record.case;
      const can = cancellation.eligible && reference !== null && (actionOf(life.record, "cancel")?.allowed ?? false);
      root.hidden = !can && life.cancellation === undefined;
      if (life.cancellation !== undefined) root.querySelector("details")?.setAttribute("open", "");
      form.hidden = fee.hidden = why.hidden = !can;
      answer.hidden = life.cancellation === undefined;
      setText(title, life.cancellation === undefined ? w.title : w.titleAfter);
      setChildren(answer, JSON.stringify(life.cancellation ?? ""), () => (life.cancellation ? answerWords(life.cancellation) : []));
      setText(fee, feeWords(cancellation.fee_usd));
      setText(why, wordOf(w.why, cancellation.reason));
      send.show();
      problem.show();
    },
  };
}

/** Returns the service's answer to the cancellation. */
function answerWords({ tier, fee }: CancellationAccepted): Node[] {
  return [h("p", {}, words().cancel.accepted), h("p", {}, feeWords(tier === "free" ? "0" : fee?.amount_usd ?? null))];
}

function feeWords(usd: string | null): string {
  const w = words().cancel;
  return usd === null ? w.unnamed : isFree(usd) ? w.free : w.fee(money(usd));
}

function isFree(usd: string): boolean {
  return Number(usd) === 0;
}
