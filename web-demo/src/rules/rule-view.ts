// A rule: its requirement, its sources, and cases that violate and satisfy it.
import type { Explanation, Moment } from "casegate/slim";
import { h, quietButton, setChildren, type Child } from "../kit/dom.js";
import { withService } from "../kit/service.js";
import { caseView, type Memory } from "./case-view.js";
import { caseFile, explained, groupOf, judge, type CaseFile, type RuleCases } from "./data.js";
import { addressOf, backToList, heading, labelOf, nothingHere, phrase } from "./parts.js";
import { words } from "./words.js";

/** The number of cases of a side that are shown at first. */
const first = 10;

let file: CaseFile | undefined;

export function ruleView(id: string, memory: Memory): { title: string; nodes: Node[] } {
  const w = words;
  const all = explained();
  const at = all.findIndex((rule) => rule.id === id);
  const rule = all[at];
  if (rule === undefined) return nothingHere(w.unknown);
  const details = h("div", { class: "rule-details" });
  const cases = h("div", { class: "rule-cases" });
  const status = h("p", { class: "case-status", role: "status" });
  const source = sources(rule);

  function fill(): void {
    const known = file?.rules.find((entry) => entry.id === id);
    if (file === undefined || known === undefined) return;
    const { sentences } = file;
    for (const place of source.querySelectorAll<HTMLElement>("[data-source]")) setChildren(place, id, () => phrase(sentences[place.dataset["source"] ?? ""] ?? ""));
    details.replaceChildren(...clauses(rule as Explanation, known), ...findings(known));
    cases.replaceChildren(...sides(known, file, memory, status));
  }

  async function load(): Promise<void> {
    const w = words;
    status.textContent = w.loading;
    try {
      file = await caseFile();
      fill();
    } catch {
      status.textContent = "";
      cases.replaceChildren(h("div", { class: "notice", role: "alert" }, h("h2", {}, w.noFile.title), h("p", {}, w.noFile.text),
        h("div", { class: "actions" }, h("button", { type: "button", class: "button secondary", onclick: () => {
          cases.replaceChildren();
          void load().then(() => document.getElementById("heading")?.focus());
        } }, w.noFile.again))));
    }
  }

  if (file === undefined) void load();
  else fill();
  return { title: rule.title, nodes: [
    backToList(), heading(rule.title), marks(rule), h("p", { class: "rule-text" }, rule.text),
    fieldLists(rule), details, source, status, cases, neighbours(all[at - 1], all[at + 1]),
  ] };
}

function marks(rule: Explanation): HTMLElement {
  const w = words;
  return h("p", { class: "rule-marks" },
    h("code", { class: "rule-id" }, rule.id), h("span", { class: "mark" }, w.groups[groupOf(rule)]),
    rule.number !== undefined && h("span", { class: "mark" }, w.conditional(rule.number)));
}

function fieldLists(rule: Explanation): HTMLElement {
  const w = words;
  const fields = (title: string, hint: string, pointers: readonly string[]) => h("div", {}, h("h2", {}, title), h("p", { class: "hint" }, hint),
    pointers.length === 0 ? h("p", {}, w.noField)
      : h("ul", { class: "plain" }, ...pointers.map((at) => h("li", {}, labelOf(at, rule.product), " ", h("code", {}, at)))));
  return h("section", { class: "rule-fields", "aria-label": w.fields }, fields(w.reads, w.readsHint, rule.reads), fields(w.targets, w.targetsHint, rule.targets));
}

function clauses(rule: Explanation, known: RuleCases): Node[] {
  const w = words;
  const said = (conditions: readonly string[]) => phrase(conditions.length === 0 ? w.always : w.where(conditions), rule.product);
  return [h("section", {}, h("h2", {}, w.when),
    known.surface === "legacy" && h("p", {}, w.only),
    ...known.clauses.flatMap(({ when, then }) => [
      h("p", { class: "clause" }, ...said(when)),
      h("ul", { class: "thens" }, ...then.map(({ says, requirement_id }) => h("li", {}, ...phrase(says, rule.product), " ", toSource(requirement_id)))),
    ]),
    rule.reads.length > 0 && h("p", { class: "hint" }, w.waits))];
}

function findings({ codes }: RuleCases): Node[] {
  const w = words;
  if (codes.length === 0) return [h("section", {}, h("h2", {}, w.finds), h("p", {}, w.findsNothing))];
  const cell = (name: string, ...content: Child[]) => h("td", { role: "cell" }, h("span", { class: "cell-name", "aria-hidden": "true" }, name), h("div", {}, ...content));
  return [h("section", {}, h("h2", { id: "finds" }, w.finds),
    h("table", { class: "stacking", role: "table", "aria-labelledby": "finds" },
      h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ...Object.values(w.columns).map((name) => h("th", { scope: "col", role: "columnheader" }, name)))),
      h("tbody", { role: "rowgroup" }, ...codes.map(({ code, severity, messages }) => h("tr", { role: "row" },
        cell(w.columns.code, h("code", {}, code)),
        cell(w.columns.severity, h("span", { class: `severity is-${severity}` }, w.severities[severity])),
        cell(w.columns.message, ...messages.map((message) => h("p", {}, message))))))))];
}

/** A link from a requirement to its sentence below. */
function toSource(id: string): HTMLElement {
  return quietButton(id, () => {
    const place = document.getElementById(`source-${id}`);
    place?.focus();
    place?.scrollIntoView({ block: "center" });
  }, { class: "quiet requirement_id", "aria-label": words.toSource(id) });
}

/** The sentences follow with the cases. In the documentation, each id leads to its line among all of them. */
function sources(rule: Explanation): HTMLElement {
  const w = words;
  const name = (id: string) => (withService ? h("code", {}, id) : h("a", { href: `../requirements/#${id.toLowerCase()}` }, h("code", {}, id)));
  const list = (title: string, ids: readonly string[], none: string) => [h("h3", {}, title), ids.length === 0 ? h("p", {}, none)
    : h("dl", { class: "sources" }, ...ids.map((id) => h("div", { id: `source-${id}`, tabindex: -1 }, h("dt", {}, name(id)), h("dd", { "data-source": id }))))];
  return h("section", {}, h("h2", {}, w.sources), ...list(w.statements, rule.requirement_ids, ""), ...list(w.decisions, rule.decisions, w.noDecisions),
    rule.until !== undefined && h("p", {}, w.ends(endOf(rule.until))));
}

function endOf(until: Moment): string {
  const w = words.end;
  if (typeof until === "string") return w[until];
  if ("version" in until) return w.version(until.version);
  return w.date(new Date(`${until.date}T12:00:00`).toLocaleDateString("en", { dateStyle: "long" }));
}

/** The cases of both sides. All of them are judged, including hidden ones. */
function sides(known: RuleCases, file: CaseFile, memory: Memory, status: HTMLElement): Node[] {
  const w = words;
  const judged = known.cases.map((one, at) => ({ one, at, verdict: judge(known.id, one, file) }));
  const others = judged.filter(({ verdict }) => !verdict.agrees).length;
  status.textContent = others === 0 ? w.judged(judged.length) : w.differs(others);
  status.classList.toggle("is-different", others > 0);
  return [true, false].map((fires) => {
    const own = judged.filter(({ one }) => one.fires === fires);
    const views = own.map(({ one, at, verdict }) => caseView(known.id, one, String(at), verdict, file, memory));
    const items = views.map((view) => h("li", {}, view));
    const key = `all-${fires}`;
    const hidden = memory.open.has(key) ? [] : items.slice(first);
    for (const item of hidden) item.hidden = true;
    const more = hidden.length > 0 && quietButton(w.more(own.length), () => {
      memory.open.add(key);
      for (const item of hidden) item.hidden = false;
      if (more) more.remove();
      hidden[0]?.querySelector("summary")?.focus();
    });
    return h("section", { class: "side" }, h("h2", {}, fires ? w.fires(own.length) : w.holds(own.length)),
      own.length === 0 && h("p", { class: "nothing" }, w.firesNever), h("ul", { class: "plain cases" }, ...items), more);
  });
}

function neighbours(before: Explanation | undefined, after: Explanation | undefined): HTMLElement {
  const w = words;
  const link = (rule: Explanation | undefined, label: string, kind: string) =>
    rule && h("a", { class: kind, href: addressOf(rule.id), rel: kind }, h("span", { class: "hint" }, label), " ", h("span", {}, rule.title));
  return h("nav", { class: "neighbours", "aria-label": w.neighbours }, link(before, w.previous, "prev"), link(after, w.next, "next"));
}
