// The policies of the results as bars over time, with the date of loss on them.
import { h, type Child } from "./dom.js";
import { dayWords } from "../kit/language.js";
import { isDay, nameOf, periodOf, textOf, type Entry } from "./result-sentence.js";
import { words } from "./words.js";

/** Returns nothing without a date of loss, or if no day of a policy is known. */
export function periodsFigure(results: readonly Entry[], loss: unknown): Child {
  if (!isDay(loss)) return undefined;
  const w = words().results.periods;
  const rows = results.map((entry) => ({ entry, ...periodOf(entry) })).filter(({ from, until }) => from !== undefined || until !== undefined);
  if (rows.length === 0) return undefined;
  const days = [loss, ...rows.flatMap(({ from, until }) => [from, until])].filter(isDay).map(Date.parse);
  const [first, last] = [Math.min(...days), Math.max(...days)];
  // An eighth at each side shows that an end is not known.
  const place = (day: string): string => `${12.5 + 75 * (last === first ? 0.5 : (Date.parse(day) - first) / (last - first))}%`;
  return h("figure", { class: "periods", "aria-labelledby": "periods-title" },
    h("figcaption", {}, h("h3", { id: "periods-title" }, w.title), h("p", { class: "period-loss" }, w.loss(dayWords(loss)))),
    h("ul", { class: "plain" }, ...rows.map(({ entry, from, until, isCanceled }) => {
      const isOver = until !== undefined && until < loss;
      const bar = h("div", { class: isOver ? "period-bar is-over" : "period-bar", "aria-hidden": "true" });
      for (const [name, value] of [["from", from === undefined ? "0%" : place(from)], ["until", until === undefined ? "100%" : place(until)], ["loss", place(loss)]] as const) {
        bar.style.setProperty(`--${name}`, value);
      }
      const period = from === undefined ? w.until(dayWords(until ?? "")) : until === undefined ? w.since(dayWords(from)) : w.between(dayWords(from), dayWords(until));
      return h("li", {}, h("p", { class: "period-words" }, h("strong", {}, textOf(entry, "insurance") ?? nameOf(entry) ?? words().results.unnamed), " ",
        h("span", { class: isOver ? "is-over" : "" }, isCanceled ? `${period} (${w.canceled})` : period)), bar);
    })));
}
