// The effects of sending, and the payload.
import type { App } from "../app.js";
import { money, sizeWords } from "../amounts.js";
import { isAnswered } from "../answers.js";
import { bookOf } from "../book.js";
import { terms } from "../layout.js";
import { steps } from "../problems.js";
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

/** Returns notes about answers that no rule refuses, each with a link to its question. */
function advice(app: App): HTMLElement[] {
  const w = app.locale.sending.check;
  const payload = app.sheet.payload();
  const isNobody = payload["case_type"] === "pe" && payload["defendant_business_name"] === undefined && payload["defendant_information"] === undefined;
  const entry = (at: string, words: string): HTMLElement => {
    const step = steps.findIndex(({ groups }) => groups.some((group) => group.at.includes(at)));
    const visit = (event: Event): void => {
      event.preventDefault();
      app.visit(at, step);
    };
    return h("li", {}, h("a", { href: `#/${steps[step]?.id}`, onclick: visit }, words));
  };
  return [
    // What a rule requires is an error already.
    ...(isNobody && !["/defendant_business_name", "/defendant_information"].some((at) => app.sheet.isRefused(at))
      ? [entry("/defendant_information/first_name", w.nobody)] : []),
    ...(app.answers.get(terms) === false && !app.sheet.isRefused(terms) ? [entry(terms, w.declined)] : []),
    ...(payload["is_incident_report_provided"] === true && !app.files.verdicts.files.some(({ status }) => status === "accepted") ? [h("li", {}, w.noReport)] : []),
  ];
}

/** Returns the addresses that get updates: the service separates the text at whitespace, and leaves out what is no address. */
function updateAddresses({ sheet }: App): readonly string[] {
  const finding = sheet.report.issues.find(({ at, code }) => at === "/cc_emails" && code === "not_an_email");
  const wrong = (finding?.params["entries"] ?? []) as readonly number[];
  const entries = String(sheet.payload()["cc_emails"] ?? "").split(/\p{White_Space}+/u).filter((entry) => entry !== "");
  return entries.filter((_, index) => !wrong.includes(index));
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
  const copies = updateAddresses(app);
  const orders = ["/expedited_request", "/add_on_services"].filter((at) => isAnswered(app.answers.get(at)));
  const notes = [...warnings.map((problem) => findingEntry(app, problem, true)), ...doubts.map((words) => h("li", {}, words)), ...advice(app)];
  return h("dl", { class: "facts" },
    known.case_type !== null && pair(w.product, productWords(app, known.case_type)),
    pair(w.kind, known.test ? w.test : w.real),
    pair(w.files, w.goes(goes, sizeWords(app.locale.region, verdicts.accepted_bytes)), stays > 0 && ` ${w.stays(stays)}`, app.missingFiles !== "" && ` ${app.missingFiles}`),
    !known.test && copies.length > 0 && pair(w.copies, copies.join(", ")),
    known.carrier_fee === "possible" && pair(w.fee, w.feePossible),
    orders.length > 0 && pair(w.fee, w.feeOrders(orders.map((at) => app.locale.labelOf(at)).join(", "))),
    known.carrier_fee_usd !== null && pair(w.fee, w.feeOf(money(app.locale.region, known.carrier_fee_usd))),
    // The list of answers is long, and the button is below it, so warnings from above are repeated
    // here.
    notes.length > 0 && pair(w.notes, h("ul", { class: "plain notes" }, ...notes)));
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
