// The results on a case's page: fetched when they exist, and again when the case has changed; as
// PDF and for print.
import type { ResultsPdf, ResultsRecord } from "casegate/service";
import { goTo } from "./contents.js";
import { h, setText } from "./dom.js";
import { language } from "../kit/language.js";
import { partner, Refused } from "../kit/service.js";
import { carryOut, problemBox, sendButton, type Life, type Part } from "./life.js";
import { answerOf, drawResults } from "./results.js";
import { words } from "./words.js";

interface Fetched {
  /**
   * The version of the case that they belong to, and the last poll at which they were requested.
   */
  version: number;
  look: number;
  results: ResultsRecord | undefined;
}

const fetched = new WeakMap<Life, Fetched>();

/** `top`: the answer in one sentence, with its documents. */
export function resultsPart(life: Life): Part & { readonly top: HTMLElement } {
  const w = words().results;
  const known = fetched.get(life) ?? { version: -1, look: -1, results: undefined };
  fetched.set(life, known);
  const body = h("div", { class: "stack results" });
  const loading = h("p", { class: "nothing" }, words().page.loadingResults);
  const problem = problemBox(life, "results", "read");
  const pdfProblem = problemBox(life, "pdf", "read");
  const link = h("p", { class: "notice", hidden: true });
  const open = sendButton(life, "pdf", () => w.pdf, { id: "pdf", onclick: () => void openPdf() });
  const actions = h("div", { class: "actions not-on-paper" }, open.root, h("button", { type: "button", class: "button secondary", onclick: () => print() }, w.print));
  const hint = h("p", { class: "hint not-on-paper" }, w.pdfHint, " ", w.inEnglish);
  const answer = h("p", { class: "answer" });
  const top = h("div", { class: "stack" }, answer, actions, hint, link, pdfProblem.root);

  /**
   * The tab opens during the click, as browsers require. If none opens, the address is shown on the
   * page.
   */
  const openPdf = async (): Promise<void> => {
    const tab = window.open("", "_blank");
    if (tab) {
      tab.document.title = w.pdf;
      tab.document.documentElement.lang = language();
      tab.document.body.textContent = w.pdfTab;
    }
    const done = await carryOut(life, "pdf", undefined, async () => {
      const { results_url: address, file_name: name } = await partner<ResultsPdf>("GET", `cases/${life.record.case.issue_key}/results/?result_format=pdf`);
      if (tab) {
        tab.opener = null;
        tab.location.href = address;
        return;
      }
      link.replaceChildren(w.pdfReady, " ", h("a", { href: address, target: "_blank", rel: "noopener" }, name));
      link.hidden = false;
    });
    if (!done) tab?.close();
  };

  const fetchResults = async (): Promise<void> => {
    const { version, case: { issue_key: reference } } = life.record;
    // After a failure, the next poll of the case requests them again.
    if (known.version === version || known.look === life.looks || reference === null) return;
    known.look = life.looks;
    try {
      known.results = await partner<ResultsRecord>("GET", `cases/${reference}/results/?result_format=json`);
      known.version = version;
      life.problems.delete("results");
    } catch (error) {
      // A case that was closed without results has none to show.
      if (error instanceof Refused) known.version = version;
      if (!(error instanceof Refused && error.status === 404)) life.problems.set("results", error);
    }
    life.show();
  };

  const root = h("section", { class: "card", "aria-labelledby": "results-title", id: "results" },
    h("h2", { id: "results-title" }, w.title), loading, problem.root, body);
  return {
    root, top,
    show() {
      const { results_ready: ready, status } = life.record.case;
      const expected = ready || status === "closed";
      if (expected) void fetchResults();
      const problems = life.problems.has("results");
      root.hidden = !expected || (known.results === undefined && !ready && !problems);
      loading.hidden = known.results !== undefined || problems;
      if (known.results) drawResults(body, known.results, life.record.payload["date_of_loss"], life.record.offers.length > 0);
      setText(answer, known.results ? answerOf(known.results, life.record.payload["date_of_loss"]) : "");
      answer.hidden = answer.textContent === "";
      body.hidden = known.results === undefined;
      if (life.seek !== undefined && known.version === life.record.version && goTo(life.seek)) life.seek = undefined;
      actions.hidden = hint.hidden = known.results === undefined || !ready;
      top.hidden = answer.hidden && actions.hidden;
      open.show();
      problem.show();
      pdfProblem.show();
    },
  };
}
