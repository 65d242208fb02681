// The list of all rules, with its filter, which is part of the address.
import type { Explanation } from "casegate/slim";
import { h, quietButton, setText } from "../kit/dom.js";
import { explained, fieldsOf, groupOf, type Group } from "./data.js";
import { addressOf, heading, labelOf, list, plain } from "./parts.js";
import { words } from "./words.js";

const groups: readonly Group[] = ["general", "pl", "pe", "legacy"];

export function listView(query: URLSearchParams): { title: string; nodes: Node[] } {
  const w = words();
  const rules = explained();
  const rows = rules.map((rule) => ({ rule, text: textOf(rule), root: row(rule) }));
  const sections = groups.map((group) => {
    const own = rows.filter(({ rule }) => groupOf(rule) === group);
    return { own, root: h("section", { class: "rule-group", "aria-labelledby": `group-${group}` }, h("h2", { id: `group-${group}` }, w.groups[group]),
      h("ul", { class: "plain rule-list" }, ...own.map(({ root }) => root))) };
  });

  const search = h("input", { class: "box", id: "filter-text", type: "search", autocomplete: "off", spellcheck: "false", "aria-describedby": "filter-hint", oninput: filter });
  search.value = query.get("find") ?? "";
  const product = select("filter-product", [["", w.all], ["pl", w.groups.pl], ["pe", w.groups.pe]], query.get("product"));
  const fields = [...new Set(rules.flatMap((rule) => fieldsOf(rule)))].map((at): [string, string] => [at, labelOf(at)]);
  const field = select("filter-field", [["", w.all], ...fields.sort(([, one], [, other]) => one.localeCompare(other))], query.get("field"));
  const count = h("p", { class: "rule-count", role: "status" });
  const none = h("p", { class: "nothing", hidden: true }, w.none);
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
    for (const { rule, text, root } of rows) {
      const fits = wanted.every((word) => text.includes(word)) && (product.value === "" || (rule.product ?? product.value) === product.value)
        && (field.value === "" || fieldsOf(rule).includes(field.value));
      root.hidden = !fits;
      if (fits) shown += 1;
    }
    for (const { own, root } of sections) root.hidden = own.every((entry) => entry.root.hidden);
    setText(count, words().count(shown, rows.length));
    none.hidden = shown > 0;
    clear.hidden = shown === rows.length;
    const kept = Object.entries({ find: search.value.trim(), product: product.value, field: field.value }).filter(([, value]) => value !== "");
    list.address = kept.length === 0 ? "#/" : `#/?${new URLSearchParams(kept)}`;
    history.replaceState(history.state, "", list.address);
  }

  filter();
  const labelled = (label: string, box: HTMLElement, ...more: HTMLElement[]) => h("div", { class: "field" }, h("label", { for: box.id }, label), ...more, box);
  return { title: w.title, nodes: [
    heading(w.title), h("p", { class: "intro" }, w.intro),
    h("p", { class: "to-lifecycle" }, h("a", { href: "#/lifecycle" }, w.toLifecycle), " ", h("span", { class: "hint" }, w.toLifecycleHint)),
    h("search", { class: "filters" },
      labelled(w.filter, search, h("p", { class: "hint", id: "filter-hint" }, w.filterHint)), labelled(w.product, product), labelled(w.field, field)),
    h("div", { class: "filter-result" }, count, clear), none,
    ...sections.map(({ root }) => root),
    h("section", { class: "rule-group", "aria-labelledby": "house" }, h("h2", { id: "house" }, w.house), h("p", { class: "hint" }, w.houseText),
      h("p", {}, h("a", { class: "standalone", href: "playground.html" }, w.toPlayground))),
  ] };
}

function row(rule: Explanation): HTMLElement {
  const w = words();
  const fields = fieldsOf(rule).map((at) => labelOf(at, rule.product)).join(" · ");
  return h("li", { class: "rule-row", "data-rule": rule.id },
    h("a", { href: addressOf(rule.id) }, rule.title),
    rule.number !== undefined && h("span", { class: "mark" }, w.number(rule.number)),
    h("p", { class: "hint" }, fields || w.noField),
    h("code", { class: "rule-id" }, rule.id));
}

function textOf(rule: Explanation): string {
  const fields = fieldsOf(rule).flatMap((at) => [at, labelOf(at, rule.product)]);
  return plain([rule.id, rule.title, rule.text, ...(rule.number === undefined ? [] : [words().number(rule.number)]), ...fields].join("\n"));
}
