// The confirmation: the reference, the files, the next steps, and all answers to print.
import type { App } from "../app.js";
import type { Answers } from "../answers.js";
import { labelOf } from "../file-words.js";
import type { Sent, SentFile } from "../sent.js";
import { Sheet } from "../sheet.js";
import { lowerFirst } from "../catalogue.js";
import { h, setText, type Child } from "../dom.js";
import { answerList } from "./answer-list.js";
import { pageHeading } from "./field.js";
import { pair, productWords } from "./sending-facts.js";
import type { Page } from "./step-page.js";

export function sentPage(app: App, sent: Sent): Page {
  const w = app.locale.sending.sent;
  // The tab may be older than the tables.
  const answers = new Map(sent.answers.filter(([at]) => app.locale.fieldAt(at) !== undefined));
  const product = answers.get("/case_type") === "pe" ? "pe" : "pl";
  const title = sent.test ? w.testTitle : w.title;
  const backend = app.setup.backend();
  const address = addressOf(app, sent.id);
  const reference = h("span", { class: sent.reference === null ? "nothing" : "reference" }, sent.reference ?? (backend.reference ? w.waiting : w.later));
  const said = h("p", { class: "vh", role: "status" });
  const steps = [...(sent.reference === null ? [w.unassigned] : []), ...(address === undefined ? w.stepsAlone : w.steps)];
  // The line at the top of each printed page.
  const paper = h("p", {}, sent.reference ?? "");
  const root = h("div", { class: "sent" },
    h("div", { class: "paper-head", "aria-hidden": "true" }, paper),
    pageHeading(title),
    h("dl", { class: "facts title-block" },
      pair(w.reference, reference),
      pair(app.locale.sending.check.product, productWords(app, product)),
      pair(w.when, app.locale.time(sent.at)),
      sent.firm !== "" && pair(w.firm, sent.firm),
      answers.has("/office_case_number") && pair(w.office, String(answers.get("/office_case_number")))),
    sent.test && h("p", { class: "notice" }, address === undefined ? w.testAlone : w.test),
    h("div", { class: "actions" },
      address !== undefined && h("a", { class: "button", href: address }, w.follow),
      h("button", { type: "button", class: "button secondary", onclick: () => window.print() }, w.print),
      h("button", { type: "button", class: "button secondary", onclick: () => app.newCase() }, w.another)),
    said,
    h("section", { class: "next", "aria-labelledby": "next-title" }, h("h2", { id: "next-title" }, w.next),
      steps.length === 1 ? h("p", {}, steps[0]) : h("ol", {}, ...steps.map((step) => h("li", {}, step))),
      h("slot", { name: "after-sent" }),
      !sent.test && h("p", {}, noticeWords(app, answers.get("/expedited_request"), product))),
    h("section", {}, h("h2", {}, w.files), ...files(app, sent.files, address)),
    h("section", {}, h("h2", {}, w.answers), h("div", { class: "all-answers" }, ...answersOf(app, answers))),
    h("p", { class: "hint kept" }, w.kept));
  if (sent.reference === null && sent.id !== null && backend.reference !== undefined) {
    waitForReference(backend.reference.bind(backend, sent.id), () => root.isConnected, (number) => {
      app.sending.setReference(number);
      reference.className = "reference";
      setText(reference, number);
      setText(paper, number);
      setText(said, w.appeared(number));
    });
  }
  return { title, root, update: () => {} };
}

/** The confirmation is shown whatever the page's backend does. */
function addressOf(app: App, id: number | null): string | undefined {
  try {
    return id === null ? undefined : app.setup.backend().addressOf?.(id);
  } catch {
    return undefined;
  }
}

function noticeWords(app: App, rush: unknown, product: "pl" | "pe"): string {
  const field = app.locale.fieldAt("/expedited_request", product);
  return typeof rush === "string" && field !== undefined ? app.locale.sending.sent.rush(lowerFirst(app.locale.catalogue.labelOfWord(field, product, rush))) : app.locale.sending.sent.notices;
}

/** Returns the answers as they were sent, whatever the form contains now. */
function answersOf(app: App, answers: Answers): HTMLElement[] {
  const sheet = new Sheet(answers, app.context);
  const sections = answerList({ answers: sheet.answers, locale: app.locale, product: sheet.answers.get("/case_type") === "pe" ? "pe" : "pl", sheet, problems: [], shownAt: () => [] });
  sheet.close();
  return sections;
}

function files(app: App, all: readonly SentFile[], address: string | undefined): Child[] {
  const w = app.locale.sending.sent;
  if (all.length === 0) return [h("p", { class: "nothing" }, w.noFiles)];
  return [
    h("table", {},
      h("thead", {}, h("tr", {}, ...[w.file, w.outcome].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, ...all.map(({ name, label, taken, error }) => h("tr", { class: taken ? "" : "is-rejected" },
        h("td", {}, h("p", { class: "file-name" }, name), h("p", { class: "hint" }, labelOf(app.locale.catalogue, label)),
          error !== null && h("p", { class: "finding-words", lang: "en" }, error)),
        h("td", {}, h("span", { class: "mark" }, taken ? w.taken : w.notTaken)))))),
    address !== undefined && all.some(({ taken }) => !taken) && h("p", { class: "hint" }, w.append, " ", h("a", { href: address }, w.appendLink)),
  ];
}

/** Polls every two seconds while the page is visible, and more slowly after failures. */
function waitForReference(ask: () => Promise<string | null>, isShown: () => boolean, found: (reference: string) => void, pause = 2000): void {
  setTimeout(async () => {
    if (!isShown()) return;
    let next = 2000;
    if (document.visibilityState === "visible") {
      try {
        const reference = await ask();
        if (typeof reference === "string") return isShown() ? found(reference) : undefined;
      } catch {
        next = Math.min(pause * 2, 30_000);
      }
    }
    waitForReference(ask, isShown, found, next);
  }, pause);
}
