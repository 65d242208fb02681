// The list of all rules, with its filter, which is part of the address.
import type { Explanation } from "casegate/slim";
import { fields as allFields, inEnglish } from "../kit/catalogue.js";
import { h, quietButton, setChildren, setText } from "../kit/dom.js";
import { caseFile, explained, fieldsOf, groupOf, type Group, type RuleCases } from "./data.js";
import { addressOf, heading, labelOf, list, plain } from "./parts.js";
import { words } from "./words.js";

const groups: readonly Group[] = ["general", "pl", "pe", "legacy"];

export function listView(query: URLSearchParams): { title: string; nodes: Node[] } {
  const w = words;
  const rules = explained();
  const rows = rules.map((rule) => ({ rule, lines: linesOf(rule), found: h("p", { class: "hint rule-found" }), root: row(rule) }));
  for (const { root, found } of rows) root.append(found);
  const sections = groups.map((group) => {
    const own = rows.filter(({ rule }) => groupOf(rule) === group);
    return { own, root: h("section", { class: "rule-group", "aria-labelledby": `group-${group}` }, h("h2", { id: `group-${group}` }, w.groups[group]),
      h("ul", { class: "plain rows" }, ...own.map(({ root }) => root))) };
  });

  const search = h("input", { class: "box", id: "filter-text", type: "search", autocomplete: "off", spellcheck: "false", "aria-describedby": "filter-hint", oninput: filter, onfocus: loadMessages });
  search.value = query.get("find") ?? "";
  const product = select("filter-product", [["", w.all], ["pl", w.groups.pl], ["pe", w.groups.pe]], query.get("product"));
  const fields = [...new Set(rules.flatMap((rule) => fieldsOf(rule)))].map((at): [string, string] => [at, labelOf(at)]);
  const field = select("filter-field", [["", w.all], ...fields.sort(([, one], [, other]) => one.localeCompare(other))], query.get("field"));
  const count = h("p", { class: "rule-count", role: "status" });
  const none = h("p", { class: "nothing", hidden: true }, w.none);
  const fieldRows = h("ul", { class: "plain rows" });
  const fieldSection = h("section", { class: "rule-group", "aria-labelledby": "group-fields" }, h("h2", { id: "group-fields" }, w.fieldsFound), fieldRows);
  const clear = quietButton(w.clear, () => {
    search.value = product.value = field.value = "";
    filter();
    search.focus();
  });

  function select(id: string, options: readonly (readonly [string, string])[], chosen: string | null): HTMLSelectElement {
    const box = h("select", { class: "box", id, onchange: filter }, ...options.map(([value, label]) => h("option", { value }, label)));
    box.value = options.some(([value]) => value === chosen) ? (chosen ?? "") : "";
    return box;
  }

  function filter(): void {
    const wanted = plain(search.value).split(/\s+/).filter((word) => word !== "");
    let shown = 0;
    for (const { rule, lines, found, root } of rows) {
      const matching = (some: readonly string[]): boolean => wanted.every((word) => some.some((line) => plain(line).includes(word)));
      const fits = matching([...lines.shown, ...lines.more]) && (product.value === "" || (rule.product ?? product.value) === product.value)
        && (field.value === "" || fieldsOf(rule).includes(field.value));
      root.hidden = !fits;
      // What the row itself does not show is the reason why it is here.
      const wordsIn = (line: string): number => wanted.filter((word) => plain(line).includes(word)).length;
      setText(found, fits && !matching(lines.shown) ? (lines.more.toSorted((one, other) => wordsIn(other) - wordsIn(one))[0] ?? "") : "");
      if (fits) shown += 1;
    }
    const listed = wanted.length === 0 ? [] : allFields.filter(({ at, products }) => (product.value === "" || products.some((one) => one === product.value))
      && wanted.every((word) => plain(`${at} ${labelOf(at)} ${inEnglish.fieldAt(at)?.hint ?? ""}`).includes(word)));
    fieldSection.hidden = listed.length === 0;
    setChildren(fieldRows, JSON.stringify([listed.map(({ at }) => at), product.value]), () => listed.map(({ at }) => fieldRow(at, fields.some(([known]) => known === at))));
    for (const { own, root } of sections) root.hidden = own.every((entry) => entry.root.hidden);
    setText(count, words.count(shown, rows.length));
    none.hidden = shown > 0;
    clear.hidden = shown === rows.length;
    const kept = Object.entries({ find: search.value.trim(), product: product.value, field: field.value }).filter(([, value]) => value !== "");
    list.address = kept.length === 0 ? "#/" : `#/?${new URLSearchParams(kept)}`;
    history.replaceState(history.state, "", list.address);
  }

  /** The messages are fetched once somebody searches. Without them, the rest is searched. */
  function loadMessages(): void {
    caseFile().then((file) => {
      for (const { rule, lines } of rows) lines.more = moreOf(file.rules.find(({ id }) => id === rule.id), rule);
      if (search.isConnected) filter();
    }, () => {});
  }

  filter();
  if (search.value !== "") loadMessages();
  const labelled = (label: string, box: HTMLElement, ...more: HTMLElement[]) => h("div", { class: "field" }, h("label", { for: box.id }, label), ...more, box);
  return { title: w.title, nodes: [
    heading(w.title), h("p", { class: "intro" }, w.intro),
    h("p", { class: "to-lifecycle" }, h("a", { href: "#/fields" }, w.toGrid), ": ", h("span", { class: "hint" }, w.toGridHint)),
    h("p", { class: "to-lifecycle" }, h("a", { href: "#/lifecycle" }, w.toLifecycle), ": ", h("span", { class: "hint" }, w.toLifecycleHint)),
    h("search", { class: "filters" },
      labelled(w.filter, search, h("p", { class: "hint", id: "filter-hint" }, w.filterHint)), labelled(w.product, product), labelled(w.field, field)),
    h("div", { class: "filter-result" }, count, clear), none,
    ...sections.map(({ root }) => root), fieldSection,
    h("section", { class: "rule-group", "aria-labelledby": "house" }, h("h2", { id: "house" }, w.house), h("p", { class: "hint" }, w.houseText),
      h("p", {}, h("a", { class: "standalone", href: "playground.html" }, w.toPlayground))),
  ] };
}

function row(rule: Explanation): HTMLElement {
  const w = words;
  const fields = fieldsOf(rule).map((at) => labelOf(at, rule.product)).join(" · ");
  return h("li", { class: "rule-row", "data-rule": rule.id },
    h("a", { href: addressOf(rule.id) }, rule.title),
    rule.number !== undefined && h("span", { class: "mark" }, w.number(rule.number)),
    h("p", { class: "hint" }, fields || w.noField),
    h("code", { class: "rule-id" }, rule.id));
}

/** A field, with the rules that it belongs to. */
function fieldRow(at: string, hasRules: boolean): HTMLElement {
  const w = words;
  const name = hasRules ? h("a", { href: `#/?${new URLSearchParams({ field: at })}` }, labelOf(at)) : h("strong", {}, labelOf(at));
  return h("li", { class: "field-row", "data-field": at }, name, h("p", { class: "hint" }, hasRules ? w.fieldRules : w.noRule), h("code", { class: "rule-id" }, at));
}

interface Lines {
  /** In the row. */
  readonly shown: readonly string[];
  /** On the rule's page. */
  more: readonly string[];
}

function linesOf(rule: Explanation): Lines {
  const fields = fieldsOf(rule).flatMap((at) => [at, labelOf(at, rule.product)]);
  return { shown: [rule.id, rule.title, ...(rule.number === undefined ? [] : [words.number(rule.number)]), ...fields], more: moreOf(undefined, rule) };
}

/** The texts of a rule's page. */
function moreOf(known: RuleCases | undefined, { text, requirement_ids, decisions }: Explanation): readonly string[] {
  return [
    text, ...requirement_ids, ...decisions,
    ...(known?.codes ?? []).flatMap(({ code, messages }) => [code, ...messages]),
    ...(known?.clauses ?? []).flatMap(({ when, then }) => [...when, ...then.map(({ says }) => says)]).map((sentence) => sentence.replaceAll("`", "")),
  ];
}
