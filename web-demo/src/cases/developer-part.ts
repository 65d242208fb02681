// What the API returns about the case, for developers: its events and its record. The demo controls
// show it, because law firms never see it.
import { h, setChildren, setText } from "./dom.js";
import { timeWords } from "../kit/language.js";
import { type Life, type Part } from "./life.js";
import { words } from "./words.js";

export function developerPart(life: Life): Part {
  const w = words().developer;
  const none = h("p", { class: "nothing" }, w.noEvents);
  const events = h("ol", { class: "plain events" });
  const record = h("pre", { tabindex: 0, role: "group", "aria-label": w.record });
  const root = h("section", { class: "card folded not-on-paper", id: "developer", "aria-labelledby": "developer-title" }, h("h2", { id: "developer-title" }, w.title),
    h("p", { class: "hint" }, w.text),
    h("p", { class: "to-life" }, h("a", { href: `rules.html#/lifecycle?case=${life.id}` }, w.life)),
    h("h3", {}, w.events), none, events, h("h3", {}, w.record), record);
  return {
    root,
    show() {
      root.hidden = !life.opened.has("developer");
      const fired = life.record.events;
      none.hidden = fired.length > 0;
      setChildren(events, JSON.stringify(fired), () => fired.map((event) => h("li", {},
        h("code", {}, event.type), " ", h("time", { class: "hint", datetime: event.created_at }, timeWords(event.created_at, "short")),
        event.synthetic && h("span", { class: "mark is-plain" }, w.synthetic))));
      setText(record, JSON.stringify(life.record, null, 2));
    },
  };
}
