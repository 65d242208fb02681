// The history on the page. Existing entries stay unchanged; a new one is inserted at the top.
import { h, setChildren, setText } from "./dom.js";
import { timeWords } from "../kit/language.js";
import { historyOf, type Entry } from "./history.js";
import type { Life, Part } from "./life.js";
import { stepsOf } from "./records.js";
import { words } from "./words.js";

export function historyPart(life: Life): Part {
  const w = words().timeline;
  const list = h("ol", { class: "history plain", reversed: true });
  const test = h("p", { class: "hint" }, w.testCase);
  const earlier = h("p", { class: "hint" });
  const items = new Map<string, HTMLElement>();
  const root = h("section", { class: "card not-on-paper", id: "history", "aria-labelledby": "history-title" }, h("h2", { id: "history-title" }, w.title), test, list, earlier);
  return {
    root,
    show() {
      test.hidden = !life.record.is_test;
      const missing = stepsOf(life.record) - life.record.timeline.length;
      earlier.hidden = missing === 0;
      setText(earlier, w.earlier(missing));
      const shown = historyOf(life.record).map((entry) => {
        const item = items.get(entry.key) ?? h("li", {});
        items.set(entry.key, item);
        setChildren(item, JSON.stringify(entry), () => entryWords(entry));
        return item;
      });
      shown.forEach((item, index) => { if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null); });
      while (list.children.length > shown.length) list.lastChild?.remove();
    },
  };
}

function entryWords(entry: Entry): (Node | undefined)[] {
  return [
    h("p", { class: "history-line" }, h("strong", {}, entry.title), " ", h("time", { class: "hint", datetime: entry.at }, timeWords(entry.at, "short"))),
    entry.text && h("div", { class: "said" }, h("p", { class: "hint" }, entry.text.label), h("p", { class: "given" }, entry.text.words)),
    entry.detail === undefined ? undefined : h("p", { class: "history-detail" }, entry.detail)];
}
