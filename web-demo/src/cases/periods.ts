// The policies of the results as bars over time, with the date of loss on them.
import { h, type Child } from "./dom.js";
import { dayWords } from "../kit/language.js";
import { nameOf, textOf, type Entry } from "./result-sentence.js";
import { words } from "./words.js";

const isDay = (text: string | undefined): text is string => text !== undefined && dayWords(text) !== text;

/** Returns the first and the last day of a policy, as far as they are known. */
function periodOf(entry: Entry): { from: string | undefined; until: string | undefined; isCanceled: boolean } {
  const [canceled, start] = [textOf(entry, "policy_canceled_date"), textOf(entry, "policy_start_date")];
  // The add-on service answers in the words of its staff, such as "2025-10-01 to 2026-04-01".
  const [first, last] = (String((entry["add_on_services"] as Entry | null)?.["policy_period"] ?? "").match(/\d{4}-\d{2}-\d{2}/g) ?? []).filter(isDay);
  return { from: isDay(start) ? start : first, until: isDay(canceled) ? canceled : last, isCanceled: isDay(canceled) };
}

/** Returns nothing without a date of loss, or if no day of a policy is known. */
export function periodsFigure(results: readonly Entry[], loss: unknown): Child {
  if (typeof loss !== "string" || !isDay(loss)) return undefined;
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
