// The list of cases: those that wait for an answer first, all of them up to date.
import { h, setChildren, setText, type Child } from "./dom.js";
import { language, timeWords } from "../kit/language.js";
import { own } from "../kit/service.js";
import { productOf } from "./head-part.js";
import type { ListedCase, ListedCases } from "./records.js";
import { stateMark } from "./state-mark.js";
import { troubleLine } from "./trouble.js";
import type { View } from "./view.js";
import { watch } from "./watch.js";
import { words } from "./words.js";

interface Page {
  readonly before: number | undefined;
  readonly answer: ListedCases;
}

export function listView(main: HTMLElement): View {
  const status = document.getElementById("status") as HTMLElement;
  const trouble = troubleLine(() => void watching.now());
  /** The pages that are shown. The first one is polled every time, the others in turn. */
  let pages: Page[] = [];
  let turn = 0;
  let wanted: number | undefined;
  let waiting: ReadonlySet<number> | undefined;
  let failing = false;
  let stopped = false;

  const heading = h("h1", { id: "heading", tabindex: -1 });
  const intro = h("p", { class: "intro" });
  const body = h("div", { class: "stack-wide" });
  const older = h("button", { type: "button", class: "button secondary", onclick: () => {
    wanted = pages.at(-1)?.answer.next_before ?? undefined;
    draw();
    void watching.now();
  } });
  const foot = h("div", { class: "actions list-foot" }, older);

  const fetchPage = async (before: number | undefined): Promise<Page> => ({
    before, answer: await own<ListedCases>(before === undefined ? "/cases" : `/cases?before=${before}`),
  });

  const ask = async (): Promise<void> => {
    const next = [await fetchPage(undefined), ...pages.slice(1)];
    if (next.length > 1) {
      turn = (turn % (next.length - 1)) + 1;
      next[turn] = await fetchPage(next[turn]?.before);
    }
    if (wanted !== undefined) {
      next.push(await fetchPage(wanted));
      wanted = undefined;
    }
    if (stopped) return;
    pages = next;
    failing = false;
    announce();
    draw();
    trouble.seen();
  };

  /** Returns all cases, each once. A new case moves others to the next page. */
  const known = (): readonly ListedCase[] => {
    const all = new Map<number, ListedCase>();
    for (const page of pages) for (const one of page.answer.cases) if (!all.has(one.id)) all.set(one.id, one);
    return [...all.values()].sort((a, b) => b.id - a.id);
  };

  const announce = (): void => {
    const now = known().filter((one) => one.waits_for_you);
    const fresh = waiting === undefined ? [] : now.filter((one) => !waiting?.has(one.id));
    waiting = new Set(now.map((one) => one.id));
    if (fresh.length > 0) status.textContent = fresh.map((one) => words().list.nowWaits(nameOf(one))).join(" ");
  };

  const draw = (): void => {
    const w = words();
    document.title = `${w.list.title} – ${w.site}`;
    setText(heading, w.list.title);
    setText(intro, w.list.intro);
    const cases = known();
    const none = pages.length > 0 && cases.length === 0;
    intro.hidden = none || pages.length === 0;
    const sections: [string, string, readonly ListedCase[]][] = [
      ["waiting", w.list.waiting, cases.filter((one) => one.waits_for_you)],
      ["others", cases.some((one) => one.waits_for_you) ? w.list.others : w.list.all, cases.filter((one) => !one.waits_for_you)]];
    if (pages.length === 0) setChildren(body, `loading ${language()} ${failing}`, () => [failing
      ? h("p", { class: "intro" }, w.trouble.text) : h("p", { class: "nothing" }, w.list.loading)]);
    else if (none) setChildren(body, `none ${language()}`, () => [h("section", { class: "card empty" },
      h("h2", {}, w.list.empty), h("p", {}, w.list.emptyText), h("div", { class: "actions" }, h("a", { class: "button", href: "./" }, w.list.create)))]);
    else {
      setChildren(body, `list ${language()}`, () => sections.map(([id, title]) => h("section", { class: `list-${id}`, "aria-labelledby": `list-${id}` }, h("h2", { id: `list-${id}` }, title), h("ul", { class: "plain case-list" }))));
      for (const [id, title, shown] of sections) {
        const section = body.querySelector(`.list-${id}`) as HTMLElement;
        section.hidden = shown.length === 0;
        setText(section.querySelector("h2") as HTMLElement, title);
        rows(section.querySelector("ul") as HTMLElement, shown);
      }
    }
    setText(older, wanted === undefined ? w.list.older : w.list.loading);
    foot.hidden = pages.at(-1)?.answer.next_before == null;
  };

  const watching = watch(ask, (times) => {
    failing = times > 0;
    if (times > 0) wanted = undefined;
    trouble.failed(times);
    draw();
    if (times === 0) status.textContent = words().trouble.back;
  });
  return {
    start(first) {
      draw();
      main.replaceChildren(trouble.root, h("header", { class: "list-head" }, heading, intro), body, foot);
      if (!first) heading.focus({ preventScroll: true });
      void watching.now();
    },
    changeLanguage() {
      trouble.changeLanguage();
      draw();
    },
    stop() {
      stopped = true;
      watching.stop();
    },
  };
}

/** Rows keep their elements, so that the focus stays while the list changes. */
function rows(list: HTMLElement, cases: readonly ListedCase[]): void {
  const old = new Map([...list.children].map((row) => [row.getAttribute("data-id"), row]));
  const shown = cases.map((one) => {
    const row = old.get(String(one.id)) ?? h("li", { class: "case-row", "data-id": one.id });
    setChildren(row, JSON.stringify([one, language()]), () => rowWords(one));
    return row;
  });
  for (const row of [...list.children]) if (!shown.includes(row)) row.remove();
  shown.forEach((row, index) => { if (list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null); });
}

function rowWords(one: ListedCase): Child[] {
  const w = words().list;
  return [
    h("p", { class: "case-name" }, h("a", { href: `#/${one.id}` }, nameOf(one)),
      one.issue_key === null && h("span", { class: "hint" }, ` ${words().referenceFollows}`),
      one.is_test && h("span", { class: "mark is-plain" }, words().testCase)),
    h("p", { class: "case-state" }, stateMark(one.status, one.is_cancelled)),
    h("p", { class: "case-people" }, one.plaintiff_name ?? "", one.subject !== null && h("span", { class: "hint" }, ` ${w.against(one.subject)}`)),
    h("p", { class: "case-facts hint" }, [productOf(one.case_type), w.sent(timeWords(one.created_at, "short")),
      one.office_case_number === null || one.office_case_number === "" ? undefined : w.office(one.office_case_number)].filter(Boolean).join(" · "))];
}

function nameOf(one: ListedCase): string {
  return one.issue_key ?? `${words().list.toCase} ${one.id}`;
}
