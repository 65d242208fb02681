// The effects of sending, and the payload.
import type { App } from "../app.js";
import { bookOf } from "../book.js";
import { download } from "../transfer.js";
import { h, type Child } from "../dom.js";
import { warningsOf } from "./answer-list.js";
import { findingEntry } from "./findings.js";

export function pair(term: string, ...what: readonly Child[]): HTMLElement {
  return h("div", {}, h("dt", {}, term), h("dd", {}, ...what));
}

export function productWords(app: Pick<App, "locale">, product: "pl" | "pe" | null | undefined): string {
  const field = app.locale.fieldAt("/case_type");
  return field && product ? app.locale.catalogue.labelOfWord(field, product, product) : "";
}

export function facts(app: App): HTMLElement {
  const w = app.locale.sending.check;
  const { facts: known } = app.sheet.report;
  const { verdicts } = app.files;
  const goes = verdicts.files.filter((file) => file.status === "accepted").length;
  const stays = verdicts.files.length - goes;
  const warnings = app.problems.filter(({ issue }) => issue.severity !== "error");
  const doubts = app.files.all.flatMap(({ file }, index) => {
    const verdict = verdicts.files[index];
    return verdict?.status === "accepted" ? warningsOf(verdict).map((words) => `${file.name}: ${words}`) : [];
  });
  const copies = String(app.answers.get("/cc_emails") ?? "").trim().split(/\s+/).filter((address) => address !== "");
  return h("dl", { class: "facts" },
    known.case_type !== null && pair(w.product, productWords(app, known.case_type)),
    pair(w.kind, known.test ? w.test : w.real),
    pair(w.files, w.goes(goes, app.locale.size(verdicts.accepted_bytes)), stays > 0 && ` ${w.stays(stays)}`),
    copies.length > 0 && pair(w.copies, copies.join(", ")),
    known.carrier_fee === "possible" && pair(w.fee, w.feePossible),
    known.carrier_fee_usd !== null && pair(w.fee, w.feeOf(app.locale.money(known.carrier_fee_usd))),
    // The list of answers is long, and the button is below it, so warnings from above are repeated
    // here.
    warnings.length + doubts.length > 0 && pair(w.notes, h("ul", { class: "plain notes" },
      ...warnings.map((problem) => findingEntry(app, problem)), ...doubts.map((words) => h("li", {}, words)))));
}

/**
 * The payload to view, download or copy. It is closed at first, because senders need not see it.
 */
export function payloadDetails(app: App): { root: HTMLElement; update(): void } {
  const w = app.locale.sending.check;
  const status = h("p", { class: "status", role: "status" });
  const text = h("pre", { class: "code", tabindex: 0, role: "region", "aria-label": w.payload });
  const left = h("p", { class: "hint" });
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text.textContent ?? "");
      status.textContent = w.copied;
    } catch {
      status.textContent = w.notCopied;
    }
  };
  const name = (): string => String(app.answers.get("/office_case_number") ?? "case").trim().replace(/[^\w.-]+/g, "-");
  const root = h("details", { class: "payload" }, h("summary", {}, w.payload),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "button secondary", onclick: () => download(`${name()}.json`, `${text.textContent}\n`) }, w.download),
      h("button", { type: "button", class: "button secondary", onclick: () => void copy() }, w.copy)),
    status, left, text);
  return {
    root,
    update: () => {
      const { prepared, omitted } = bookOf(app.context).prepareCase(app.sheet.payload(), app.context);
      text.textContent = JSON.stringify(prepared, undefined, 2);
      left.hidden = omitted.length === 0;
      left.textContent = w.leftOut(omitted.map((entry) => `${entry.at} (${entry.reason})`).join(", "));
    },
  };
}
