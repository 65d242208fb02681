// The fields and the rules that read or check them, as a table that can be pointed at.
import { h, hiddenText, setText } from "../kit/dom.js";
import { explained, fieldsOf } from "./data.js";
import { addressOf, backToList, heading, labelOf } from "./parts.js";
import { words } from "./words.js";

const marks = { reads: "●", targets: "○", both: "◉" } as const;
const steps: Readonly<Record<string, readonly [number, number]>> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export function gridView(): { title: string; nodes: Node[] } {
  const w = words.grid;
  const rules = explained();
  const fields = [...new Set(rules.flatMap(fieldsOf))].sort((one, other) => labelOf(one).localeCompare(labelOf(other)));
  const said = h("p", { class: "grid-said", "aria-hidden": "true" }, w.hint);

  const cellOf = (at: string, rule: (typeof rules)[number]): HTMLElement => {
    const [reads, targets] = [rule.reads.includes(at), rule.targets.includes(at)];
    const kind = reads && targets ? "both" : reads ? "reads" : targets ? "targets" : undefined;
    if (kind === undefined) return h("td", {});
    return h("td", { "data-said": `“${labelOf(at, rule.product)}” ${w.marks[kind]} “${rule.title}”.` },
      h("a", { href: addressOf(rule.id), tabindex: -1, class: `mark-${kind}` }, h("span", { "aria-hidden": "true" }, marks[kind]), hiddenText(`${w.marks[kind]} ${rule.title}`)));
  };
  const columns = rules.map(() => h("col", {}));
  const table = h("table", { class: "grid", role: "grid", "aria-label": w.table },
    h("colgroup", {}, h("col", {}), ...columns),
    h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "grid-corner" }, h("span", { tabindex: -1 }, w.field)), ...rules.map(({ id, title }) =>
      h("th", { scope: "col", "data-said": title }, h("a", { href: addressOf(id), tabindex: -1 }, title))))),
    h("tbody", {}, ...fields.map((at) => h("tr", {},
      h("th", { scope: "row", "data-said": at }, h("a", { href: `#/?${new URLSearchParams({ field: at })}`, tabindex: -1 }, labelOf(at))), ...rules.map((rule) => cellOf(at, rule))))));
  const links = [...table.rows].map((row) => [...row.cells].map((cell) => cell.querySelector<HTMLElement>("a")));

  /** Shows what is pointed at, and its row and column. */
  function point(target: EventTarget | null): void {
    const cell = target instanceof Element ? target.closest<HTMLTableCellElement>("td, th") : null;
    columns.forEach((column, index) => column.classList.toggle("is-pointed", index + 1 === cell?.cellIndex));
    for (const row of table.rows) row.classList.toggle("is-pointed", row === cell?.parentElement && row.rowIndex > 0);
    setText(said, cell?.dataset["said"] ?? w.hint);
  }

  /** The next mark in a direction; beside it the nearest one, so that every mark can be reached. */
  function next(from: HTMLElement, [down, right]: readonly [number, number]): HTMLElement | undefined {
    const [row, column] = links.flatMap((line, index) => (line.includes(from) ? [[index, line.indexOf(from)] as const] : []))[0] ?? [0, 0];
    for (let [y, x] = [row + down, column + right]; links[y]?.[x] !== undefined; [y, x] = [y + down, x + right]) {
      const found = links[y]?.[x];
      if (found) return found;
    }
    return undefined;
  }

  const start = links[1]?.[0];
  if (start) start.tabIndex = 0;
  table.addEventListener("pointerover", ({ target }) => point(target));
  table.addEventListener("pointerleave", () => point(table.contains(document.activeElement) ? document.activeElement : null));
  table.addEventListener("focusin", ({ target }) => {
    for (const link of table.querySelectorAll<HTMLElement>("a[tabindex='0']")) link.tabIndex = -1;
    (target as HTMLElement).tabIndex = 0;
    point(target);
  });
  table.addEventListener("focusout", () => point(null));
  table.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    next(event.target as HTMLElement, step)?.focus();
  });
  const legend = (Object.keys(marks) as (keyof typeof marks)[]).flatMap((kind) => [h("span", {}, `${marks[kind]} ${w[kind]}`), " "]);
  return { title: w.title, nodes: [
    backToList(), heading(w.title), h("p", { class: "intro" }, w.intro), h("p", { class: "hint grid-legend" }, ...legend), said,
    h("div", { class: "grid-scroll", role: "region", "aria-label": w.table, tabindex: 0 }, table)] };
}
