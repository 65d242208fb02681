// A payload, with what a case changes in its base: struck out what it had, marked what it has instead.
import { h } from "../kit/dom.js";
import { isObject, type JsonObject } from "./data.js";

type Json = JsonObject[string];
type Kind = "same" | "set" | "removed";

interface Line {
  readonly kind: Kind;
  readonly text: string;
}

export function payloadView(base: JsonObject, payload: JsonObject): HTMLElement {
  return h("pre", { class: "code payload", tabindex: 0 }, ...compared(base, payload, "", "").flatMap(({ kind, text }) => {
    const line = kind === "same" ? h("span", {}, text) : h(kind === "set" ? "ins" : "del", {}, text);
    return [line, "\n"];
  }));
}

function compared(before: Json | undefined, now: Json | undefined, label: string, indent: string): Line[] {
  if (isObject(before) && isObject(now)) {
    const names = [...Object.keys(before), ...Object.keys(now).filter((name) => !(name in before))];
    const kept = names.filter((name) => name in now);
    const inner = names.flatMap((name) => {
      const comma = name in now && name !== kept.at(-1) ? "," : "";
      const lines = compared(before[name], now[name], `${JSON.stringify(name)}: `, `${indent}  `);
      return lines.map((line, at) => (at === lines.length - 1 && line.kind !== "removed" ? { ...line, text: line.text + comma } : line));
    });
    return [{ kind: "same", text: `${indent}${label}{` }, ...inner, { kind: "same", text: `${indent}}` }];
  }
  if (before !== undefined && now !== undefined && JSON.stringify(before) === JSON.stringify(now)) return written(now, label, indent, "same");
  return [
    ...(before === undefined ? [] : written(before, label, indent, "removed")),
    ...(now === undefined ? [] : written(now, label, indent, "set")),
  ];
}

/** A list that is short stays on one line. */
function written(value: Json, label: string, indent: string, kind: Kind): Line[] {
  const flat = Array.isArray(value) ? `[${value.map((item) => JSON.stringify(item)).join(", ")}]` : JSON.stringify(value);
  const text = isObject(value) || flat.length > 72 ? JSON.stringify(value, null, 2) : flat;
  return text.split("\n").map((line, at) => ({ kind, text: `${indent}${at === 0 ? label : ""}${line}` }));
}
