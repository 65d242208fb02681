// The library's lists, and the formats of times and amounts.
import { h } from "./dom.js";

/** States, events, reasons and samples of the library. */
export const words = {};

export async function learnWords() {
  const answer = await fetch("/operator/words.json");
  if (!answer.ok) throw new Error("no words");
  Object.assign(words, await answer.json());
}

/** `in_progress` → `In progress`. */
export function spoken(word) {
  const text = String(word).replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const full = new Intl.DateTimeFormat("en-US", {
  day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23",
});
const short = new Intl.DateTimeFormat("en-US", {
  day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short",
});

/** The zone of every time on this page: that of the browser, as on the pages of the firm. */
export const zone = short.formatToParts().find(({ type }) => type === "timeZoneName").value;

/** A time as an element; a dash for none. */
export function moment(text) {
  if (!text) return h("span", {}, "–");
  return h("time", { datetime: text }, full.format(new Date(text)));
}

export function minute(text) {
  return short.format(new Date(text));
}

/** Formats a duration in its largest unit, or its two largest. */
export function span(milliseconds, units = 1) {
  const parts = [["d", 86_400_000], ["h", 3_600_000], ["min", 60_000], ["s", 1000]];
  let rest = Math.abs(milliseconds);
  const said = [];
  for (const [unit, size] of parts) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) said.push(`${count} ${unit}`);
  }
  return said.slice(0, units).join(" ") || "0 s";
}

export function size(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export function pretty(value) {
  return JSON.stringify(value, null, 2);
}

/** Read-only JSON. It scrolls by keyboard as well. */
export function code(value, label, keep) {
  return h("pre", { class: "code", tabindex: "0", role: "group", "aria-label": label, "data-keep": keep }, pretty(value));
}

/** A word of the service with its own color. A cancellation closes a case as well. */
export function chip(state, isCanceled = false) {
  return h("span", { class: `chip is-${state}` }, isCanceled ? "Canceled" : spoken(state));
}

export const testTag = () => h("span", { class: "tag" }, "TEST");
