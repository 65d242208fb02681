// The list of cases: those that wait for an answer first, all of them up to date.
import { h, say, setChildren, setText, type Child } from "./dom.js";
import { language, timeWords } from "../kit/language.js";
import { own } from "../kit/service.js";
import { productOf } from "./head-part.js";
import { keptText, stateMark } from "./life.js";
import { shownState, type ListedCase, type ListedCases } from "./records.js";
import { troubleLine } from "./trouble.js";
import type { View } from "./view.js";
import { watch } from "./watch.js";
import { words } from "./words.js";

interface Page {
  readonly before: number | undefined;
  readonly answer: ListedCases;
}

const columnOrder = ["reference", "parties", "office", "type", "submitted", "state"] as const;

/** The search and the state of the list, which stay while a case is shown, and when the page is loaded again. */
const kept = { search: keptText("list-search"), state: keptText("list-state") };
const narrowed = { search: kept.search.read(), state: kept.state.read() };

export function listView(main: HTMLElement): View {
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
  const searchLabel = h("label", { for: "search" });
  const searchHint = h("p", { class: "hint", id: "search-hint" });
  const search = h("input", { type: "search", class: "box", id: "search", autocomplete: "off", "aria-describedby": "search-hint", oninput: () => {
    narrow("search", search.value);
  } });
  const stateLabel = h("label", { for: "state" });
  const state = h("select", { class: "box size-m", id: "state", onchange: () => {
    narrow("state", state.value);
  } });
  search.value = narrowed.search;
  const isNarrowed = (): boolean => search.value.trim() !== "" || state.value !== "";
  const create = h("a", { class: "button", href: "./" });
  const found = h("p", { class: "hint search-result", role: "status" });
  const searchField = h("div", { class: "case-search", role: "search" }, h("div", { class: "field" }, searchLabel, searchHint, search), h("div", { class: "field" }, stateLabel, state), found);
  const narrow = (member: keyof typeof narrowed, text: string): void => {
    narrowed[member] = text;
    kept[member].write(text);
    draw();
    searchOlder();
  };
  /** A search covers all cases, so it fetches the older pages. */
  const searchOlder = (): void => {
    const next = pages.at(-1)?.answer.next_before ?? null;
    if (!isNarrowed() || next === null || wanted !== undefined || failing) return;
    wanted = next;
    draw();
    void watching.now();
  };
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
    searchOlder();
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
    if (fresh.length > 0) say(fresh.map((one) => words().list.nowWaits(nameOf(one))).join(" "));
  };

  const draw = (): void => {
    const w = words();
    document.title = `${w.list.title} – ${w.site}`;
    setText(heading, w.list.title);
    // What replaces the intro is in its place, so nothing moves.
    const isLoading = pages.length === 0;
    setText(intro, !isLoading ? w.list.intro : failing ? w.trouble.text : w.list.loading);
    setText(searchLabel, w.list.search);
    setText(searchHint, w.list.searchHint);
    setText(stateLabel, w.list.columns.state);
    setText(create, w.list.create);
    setChildren(state, language(), () => [["", w.list.anyState], ...Object.entries(w.states)].map(([value, text]) => h("option", { value, selected: value === narrowed.state }, text)));
    const all = known();
    const none = !isLoading && all.length === 0;
    const isSearched = isNarrowed();
    const cases = all.filter((one) => matches(one, search.value.trim()) && (state.value === "" || stateIn(one) === state.value));
    create.hidden = none; // the empty list has its own link
    searchField.hidden = none || isLoading;
    body.hidden = isLoading;
    // Nothing is denied before the older pages have been looked at.
    const isLookedThrough = pages.at(-1)?.answer.next_before == null;
    setText(found, !isSearched ? "" : isLookedThrough ? w.list.found(cases.length) : failing ? "" : w.list.searching);
    intro.hidden = none;
    const sections: [string, string, readonly ListedCase[]][] = [
      ["waiting", w.list.waiting, cases.filter((one) => one.waits_for_you)],
      ["others", all.some((one) => one.waits_for_you) ? w.list.others : w.list.all, cases.filter((one) => !one.waits_for_you)]];
    if (none) setChildren(body, `none ${language()}`, () => [h("section", { class: "card empty" },
      h("h2", {}, w.list.empty), h("p", {}, w.list.emptyText), h("div", { class: "actions" }, h("a", { class: "button", href: "./" }, w.list.create)))]);
    else if (!isLoading) {
      setChildren(body, `list ${language()}`, () => sections.map(([id, title]) => h("section", { class: `list-${id}`, "aria-labelledby": `list-${id}` },
        h("h2", { id: `list-${id}` }, title), h("table", { class: "case-table", role: "table", "aria-labelledby": `list-${id}` },
          h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ...columnOrder.map((column) => h("th", { scope: "col", role: "columnheader", class: `cell-${column}` }, w.list.columns[column])))), h("tbody", { role: "rowgroup" })))));
      for (const [id, title, shown] of sections) {
        const section = body.querySelector(`.list-${id}`) as HTMLElement;
        section.hidden = shown.length === 0;
        setText(section.querySelector("h2") as HTMLElement, title);
        rows(section.querySelector("tbody") as HTMLElement, shown);
      }
    }
    setText(older, wanted === undefined ? w.list.older : w.list.loading);
    foot.hidden = isSearched || pages.at(-1)?.answer.next_before == null;
  };

  const watching = watch(ask, (times) => {
    failing = times > 0;
    if (times > 0) wanted = undefined;
    trouble.failed(times);
    draw();
    if (times === 0) say(words().trouble.back);
  });
  return {
    start(first) {
      draw();
      main.replaceChildren(trouble.root, h("header", { class: "list-head" }, h("div", {}, heading, intro), create), searchField, body, foot);
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
    const row = old.get(String(one.id)) ?? h("tr", { class: "case-row", role: "row", "data-id": one.id });
    setChildren(row, JSON.stringify([one, language()]), () => cells(one));
    return row;
  });
  for (const row of [...list.children]) if (!shown.includes(row)) row.remove();
  shown.forEach((row, index) => { if (list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null); });
}

/** Roles are written, because a browser drops those of a table that is laid out as blocks. */
function cells(one: ListedCase): Child[] {
  const { columns } = words().list;
  // On a narrow page the cells are below each other, each with its name.
  const cell = (column: keyof typeof columns, ...content: readonly Child[]): HTMLElement =>
    h("td", { class: `cell-${column}`, role: "cell" }, h("span", { class: "cell-name", "aria-hidden": "true" }, columns[column]), h("span", {}, ...content));
  return [
    h("th", { scope: "row", role: "rowheader", class: "case-name" }, h("a", { href: `#/${one.id}` }, nameOf(one)),
      one.issue_key === null && h("span", { class: "hint" }, ` ${words().referenceFollows}`),
      one.is_test && h("span", { class: "mark is-plain" }, words().testCase)),
    cell("parties", partiesOf(one)),
    cell("office", one.office_case_number ?? ""),
    cell("type", productOf(one.case_type)),
    cell("submitted", timeWords(one.created_at, "short")),
    cell("state", stateMark(stateIn(one)))];
}

const stateIn = (one: ListedCase): string => shownState(one.status, one.is_answered, one.is_cancelled);

function partiesOf(one: ListedCase): string {
  return one.plaintiff_name !== null && one.subject !== null ? words().list.versus(one.plaintiff_name, one.subject) : one.plaintiff_name ?? one.subject ?? "";
}

function nameOf(one: ListedCase): string {
  return one.issue_key ?? `${words().list.toCase} ${one.id}`;
}

/** Texts that are equal to a reader: without accents, apostrophes and capital letters. */
const plain = (text: string): string => text.normalize("NFD").replace(/[\p{M}'’‘ʼ`´]/gu, "").toLocaleLowerCase(language());

/** Returns `true` if every word of a search is in the case. */
function matches(one: ListedCase, search: string): boolean {
  const text = plain([nameOf(one), partiesOf(one), one.person ?? "", one.office_case_number ?? "", one.summary ?? "", productOf(one.case_type)].join(" "));
  return plain(search).split(/\s+/).every((word) => text.includes(word));
}
