// The page of one case. It polls the service and shows changes, without disturbing a person who
// reads or types.
import { h, say, setChildren } from "./dom.js";
import { language } from "../kit/language.js";
import { own, Refused } from "../kit/service.js";
import { appendPart } from "./append.js";
import { notNowPart } from "./blocked.js";
import { cancelPart } from "./cancel.js";
import { contentsPart, goTo } from "./contents.js";
import { developerPart } from "./developer-part.js";
import { headPart, nowPart, paperHead, titleOf } from "./head-part.js";
import { historyPart } from "./history-part.js";
import { historyOf } from "./history.js";
import { problemWords, Said, stateWord, type Life, type Part } from "./life.js";
import { offersPart } from "./offers.js";
import { stateOf, stepsOf, type CaseRecord } from "./records.js";
import { respondPart } from "./respond.js";
import { resultsPart } from "./results-part.js";
import { servicePart } from "./service-part.js";
import { filesPart, submittedPart } from "./submitted-part.js";
import type { View } from "./view.js";
import { troubleLine } from "./trouble.js";
import { watch } from "./watch.js";
import { words } from "./words.js";

/** Chosen and not yet sent: kept while the list or another case is shown. */
const chosen = new Map<number, Pick<Life, "replyFiles" | "appended">>();
addEventListener("beforeunload", (event) => {
  if ([...chosen.values()].every(({ replyFiles, appended }) => replyFiles.length + appended.length === 0)) return;
  event.preventDefault();
  event.returnValue = true; // for Chromium before 119
});

export function caseView(id: number, main: HTMLElement, wanted?: string): View {
  const trouble = troubleLine(() => void watching.now());
  let parts: readonly Part[] = [];
  let life: Life | undefined;
  let drawnIn = language();

  /**
   * Everything is built once, and again for another language; typed and chosen values are kept
   * separately.
   */
  const build = (): void => {
    drawnIn = language();
    if (life === undefined) return;
    const [head, side, respond] = [headPart(life), servicePart(life), respondPart(life)];
    const [results, offers, append, cancel] = [resultsPart(life), offersPart(life), appendPart(life), cancelPart(life)];
    const [history, files, submitted] = [historyPart(life), filesPart(life), submittedPart(life)];
    const [notNow, developer] = [notNowPart(life), developerPart(life)];
    const sections = [respond, results, offers, files, append, cancel, history, submitted, notNow, developer];
    const contents = contentsPart(life, sections.filter((part) => part !== notNow).map((part) => part.root));
    const now = nowPart(life, results.top, contents.root);
    const arrived = h("div", { class: "notice-place", role: "status" });
    const paper = paperHead(life);
    parts = [paper, head, side, ...sections, contents, now, {
      root: arrived,
      show: () => {
        const error = life?.problems.get("arrived");
        const { message = "", text = "" } = error instanceof Said ? error : {};
        setChildren(arrived, message + text, () => [
          message !== "" && h("div", { class: "notice" }, h("p", {}, message), text !== "" && h("p", { class: "given" }, text))]);
      },
    }];
    const place = (...shown: Part[]): HTMLElement => h("div", { class: "stack-wide" }, ...shown.map((part) => part.root));
    main.removeAttribute("data-is");
    main.replaceChildren(paper.root, trouble.root, head.root, h("div", { class: "case-grid" },
      h("div", { class: "case-main" }, now.root, arrived, respond.root),
      h("div", { class: "case-more" }, results.root, offers.root, h("div", { class: "pair" }, place(files, append, cancel), history.root),
        place(submitted, notNow, developer)), side.root));
  };

  const show = (): void => {
    if (life === undefined || stopped) return;
    const focused = document.activeElement;
    for (const part of parts) part.show();
    document.title = `${stateWord(stateOf(life.record))} – ${titleOf(life.record)} – ${words().site}`;
    // The focused element may be gone. The focus then moves to the sentence about the current
    // state.
    if (focused instanceof HTMLElement && focused !== document.body && (!focused.isConnected || !focused.checkVisibility())) {
      document.getElementById("now-title")?.focus();
    }
  };

  const ask = async (): Promise<void> => {
    const asked = language();
    const record = await own<CaseRecord>(`/cases/${id}?language=${asked}`);
    if (stopped || asked !== language()) return; // the answer in the page's language is on its way
    if (life === undefined) {
      life = begin(record);
      build();
      show();
      if (wanted === undefined) focusHeading();
      else goTo(wanted);
    } else {
      const before = life.record;
      life.looks += 1;
      life.record = record;
      if (before.version !== record.version || life.problems.has("results") || JSON.stringify(before) !== JSON.stringify(record)) show();
      announce(before, record);
    }
    trouble.seen();
  };

  const begin = (record: CaseRecord): Life => {
    const files = chosen.get(id) ?? { replyFiles: [], appended: [] };
    chosen.set(id, files);
    return {
      id, record, looks: 0, sending: new Set(), problems: new Map(), ...files, selected: new Map(), opened: new Set(), seek: undefined,
      cancellation: undefined, said: [], show,
      refresh: () => watching.now(),
      say,
    };
  };

  /** Announces changes, except those that this page has just announced itself. */
  const announce = (before: CaseRecord, record: CaseRecord): void => {
    if (life === undefined || stepsOf(before) === stepsOf(record)) return;
    const old = new Set(historyOf(before).map((entry) => entry.key));
    const fresh = historyOf(record).filter((entry) => !old.has(entry.key)).reverse().filter((entry) => {
      const at = (life as Life).said.indexOf(entry.trigger);
      if (at >= 0) (life as Life).said.splice(at, 1);
      return at < 0;
    });
    if (fresh.length > 0) say(fresh.map((entry) => entry.title).join(" "), true);
  };

  const failed = (times: number, error: unknown): void => {
    if (life === undefined) {
      const unknown = error instanceof Refused && error.status === 404;
      const w = words().trouble;
      const title = unknown ? w.unknown : error instanceof Refused ? w.refused : w.title;
      document.title = `${title} – ${words().site}`;
      setChildren(main, `${title}${language()}`, () => [
        h("h1", { id: "heading", tabindex: -1 }, title), h("p", { class: "intro" }, unknown ? w.unknownText : w.text),
        ...(error instanceof Refused && !unknown ? problemWords(error, "read") : []),
        h("div", { class: "actions" },
          !unknown && h("button", { type: "button", class: "button", onclick: () => void watching.now() }, w.now),
          h("a", { href: "#/", class: unknown ? "button" : "button secondary" }, w.toList))]);
      if (times === 1) focusHeading();
      return;
    }
    trouble.failed(times);
    if (times === 0) say(words().trouble.back, true);
  };

  const focusHeading = (): void => {
    if (moves) document.getElementById("heading")?.focus({ preventScroll: true });
  };

  let stopped = false;
  let moves = true;
  const watching = watch(ask, failed);
  return {
    id,
    goTo(section) {
      wanted = section;
      if (life !== undefined && section !== undefined) goTo(section);
      else document.getElementById("heading")?.focus();
    },
    start(first) {
      moves = !first;
      document.title = words().site;
      main.replaceChildren(h("h1", { id: "heading", tabindex: -1, class: "loading" }, words().page.loading));
      void watching.now();
    },
    changeLanguage() {
      if (drawnIn === language()) return;
      const focused = document.activeElement?.id;
      const scroll = scrollY;
      trouble.changeLanguage();
      say(""); // it was said in the other language
      build();
      show();
      if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
      scrollTo(0, scroll);
      void watching.now();
    },
    stop() {
      stopped = true;
      watching.stop();
    },
  };
}
