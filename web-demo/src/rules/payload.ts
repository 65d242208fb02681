// A payload with the changes of a case: removed values struck out, new ones marked.
import { h } from "../kit/dom.js";
import { isObject, type JsonObject } from "./data.js";

type Json = JsonObject[string];
type Kind = "same" | "set" | "removed";

interface Line {
  readonly kind: Kind;
  readonly depth: number;
  readonly text: string;
}

export function payloadView(base: JsonObject, payload: JsonObject): HTMLElement {
  return h("pre", { class: "code payload" }, ...compared(base, payload, "", 0).map(({ kind, depth, text }) => {
    const line = h(kind === "same" ? "span" : kind === "set" ? "ins" : "del", {}, text);
    // Indented by a style and not by spaces, at which a long line would be broken first.
    line.style.setProperty("--depth", String(depth));
    return line;
  }));
}

function compared(before: Json | undefined, now: Json | undefined, label: string, depth: number): Line[] {
  if (isObject(before) && isObject(now)) {
    const names = [...Object.keys(before), ...Object.keys(now).filter((name) => !(name in before))];
    const last = names.findLast((name) => name in now);
    const inner = names.flatMap((name) => {
      const lines = compared(before[name], now[name], `${JSON.stringify(name)}: `, depth + 1);
      return lines.map((line, at) => (at === lines.length - 1 && line.kind !== "removed" && name !== last ? { ...line, text: `${line.text},` } : line));
    });
    return [{ kind: "same", depth, text: `${label}{` }, ...inner, { kind: "same", depth, text: "}" }];
  }
  if (before !== undefined && JSON.stringify(before) === JSON.stringify(now)) return written(before, label, depth, "same");
  return [
    ...(before === undefined ? [] : written(before, label, depth, "removed")),
    ...(now === undefined ? [] : written(now, label, depth, "set")),
  ];
}

/** A short list stays on one line. */
function written(value: Json, label: string, depth: number, kind: Kind): Line[] {
  const flat = Array.isArray(value) ? `[${value.map((item) => JSON.stringify(item)).join(", ")}]` : JSON.stringify(value);
  const text = isObject(value) || flat.length > 72 ? JSON.stringify(value, null, 2) : flat;
  return text.split("\n").map((line, at) => ({ kind, depth: depth + (line.length - line.trimStart().length) / 2, text: `${at === 0 ? label : ""}${line.trimStart()}` }));
}
