// The confirmation: the reference, the files, the next steps, and all answers to print.
import type { App } from "../app.js";
import { labelOf } from "../files.js";
import type { Sent, SentFile } from "../sent.js";
import { words } from "../sending-words.js";
import { Sheet } from "../sheet.js";
import { fieldAt, labelOfWord } from "../../kit/catalogue.js";
import { h, setText, type Child } from "../../kit/dom.js";
import { timeWords } from "../../kit/language.js";
import { own } from "../../kit/service.js";
import { answerList } from "./answer-list.js";
import { pageHeading } from "./field.js";
import { pair, productWords } from "./sending-facts.js";
import type { Page } from "./step-page.js";

export function sentPage(app: App, sent: Sent): Page {
  const w = words().sent;
  const answers = new Map(sent.answers);
  const product = answers.get("/case_type") === "pe" ? "pe" : "pl";
  const title = sent.test ? w.testTitle : w.title;
  const address = `cases.html#/${sent.id}`;
  const reference = h("span", { class: sent.reference === null ? "nothing" : "reference" }, sent.reference ?? w.waiting);
  const said = h("p", { class: "vh", role: "status" });
  const root = h("div", { class: "sent" },
    pageHeading(title),
    h("dl", { class: "facts title-block" },
      pair(w.reference, reference),
      pair(words().check.product, productWords(product)),
      pair(w.when, timeWords(sent.at)),
      sent.firm !== "" && pair(w.firm, sent.firm),
      answers.has("/office_case_number") && pair(w.office, String(answers.get("/office_case_number")))),
    sent.test && h("p", { class: "notice" }, w.test),
    h("div", { class: "actions" },
      h("a", { class: "button", href: address }, w.follow),
      h("button", { type: "button", class: "button secondary", onclick: () => print() }, w.print),
      h("button", { type: "button", class: "button secondary", onclick: () => app.newCase() }, w.another)),
    said,
    h("section", { class: "next", "aria-labelledby": "next-title" }, h("h2", { id: "next-title" }, w.next),
      h("ol", {}, ...w.steps.map((step) => h("li", {}, step))),
      !sent.test && h("p", {}, noticeWords(answers.get("/expedited_request"), product))),
    h("section", {}, h("h2", {}, w.files), ...files(sent.files, address)),
    h("section", {}, h("h2", {}, w.answers), h("div", { class: "all-answers" }, ...answersOf(app, sent))),
    h("p", { class: "hint kept" }, w.kept));
  if (sent.reference === null) {
    waitForReference(sent.id, () => root.isConnected, (number) => {
      app.sending.setReference(number);
      reference.className = "reference";
      setText(reference, number);
      setText(said, w.appeared(number));
    });
  }
  return { title, root, update: () => {} };
}

function noticeWords(rush: unknown, product: "pl" | "pe"): string {
  const field = fieldAt("/expedited_request", product);
  return typeof rush === "string" && field !== undefined ? words().sent.rush(labelOfWord(field, product, rush)) : words().sent.notices;
}

/** Returns the answers as they were sent, whatever the form contains now. */
function answersOf(app: App, sent: Sent): HTMLElement[] {
  const sheet = new Sheet(new Map(sent.answers), app.context);
  const sections = answerList({ answers: sheet.answers, product: sheet.answers.get("/case_type") === "pe" ? "pe" : "pl", sheet, problems: [], shownAt: () => [] });
  sheet.close();
  return sections;
}

function files(all: readonly SentFile[], address: string): Child[] {
  const w = words().sent;
  if (all.length === 0) return [h("p", { class: "nothing" }, w.noFiles)];
  return [
    h("table", {},
      h("thead", {}, h("tr", {}, ...[w.file, w.outcome].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, ...all.map(({ name, label, taken, error }) => h("tr", { class: taken ? "" : "is-rejected" },
        h("td", {}, h("p", { class: "file-name" }, name), h("p", { class: "hint" }, labelOf(label)),
          error !== null && h("p", { class: "finding-words", lang: "en" }, error)),
        h("td", {}, h("span", { class: "mark" }, taken ? w.taken : w.notTaken)))))),
    all.some(({ taken }) => !taken) && h("p", { class: "hint" }, w.append, " ", h("a", { href: address }, w.appendLink)),
  ];
}

/** Polls every two seconds while the page is visible, and more slowly after failures. */
function waitForReference(id: number, isShown: () => boolean, found: (reference: string) => void, pause = 2000): void {
  setTimeout(async () => {
    if (!isShown()) return;
    let next = 2000;
    if (document.visibilityState === "visible") {
      try {
        const { case: entry } = await own<{ case: { issue_key: string | null } }>(`/cases/${id}`);
        if (entry.issue_key !== null) return isShown() ? found(entry.issue_key) : undefined;
      } catch {
        next = Math.min(pause * 2, 30_000);
      }
    }
    waitForReference(id, isShown, found, next);
  }, pause);
}
