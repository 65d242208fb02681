// Edits of a JSON text that leave everything else unchanged.
import type { Issue, PatchOperation } from "casegate/slim";
import { locateOne, segmentsOf, type Member, type Span } from "./locate.js";

/** Applies an operation; returns the same text if the operation has no place in it. */
export function apply(text: string, operation: PatchOperation): string {
  switch (operation.op) {
    case "remove":
      return remove(text, operation.path);
    case "replace": {
      const last = locateOne(text, operation.path).times.at(-1);
      return last ? splice(text, last.value, written(operation.value, text, last)) : text;
    }
    case "move":
      return rename(text, operation.from, operation.path);
  }
}

export function applyAll(text: string, patch: readonly PatchOperation[]): string {
  return patch.reduce(apply, text);
}

/** Applies the fix of a finding, as an operation if the rulebook has one for this place. */
export function applyFix(text: string, issue: Issue, patch: readonly PatchOperation[]): string {
  const own = ownOf(issue, patch);
  if (own) return apply(text, own);
  if (issue.code === "duplicate_key") return keepLast(text, issue.at);
  const { fix } = issue;
  const last = locateOne(text, issue.at).times.at(-1);
  if (!fix || !last) return text;
  switch (fix.kind) {
    case "remove":
      return remove(text, issue.at);
    case "rename":
      return rename(text, issue.at, fix.to);
    case "replace":
      return splice(text, last.value, JSON.stringify(fix.value));
    case "wrap_in_array":
      return splice(text, last.value, `[${text.slice(last.value.from, last.value.to)}]`);
    case "uppercase":
      return splice(text, last.value, upper(text.slice(last.value.from, last.value.to)));
    // Only the repair's patch has the new value.
    case "rewrite":
      return text;
  }
}

/** Returns `true` if `applyFix` has an effect. */
export function hasFix(issue: Issue, patch: readonly PatchOperation[]): boolean {
  return (issue.fix !== undefined && issue.fix.kind !== "rewrite") || issue.code === "duplicate_key" || ownOf(issue, patch) !== undefined;
}

/**
 * Returns the operation at the place of a finding. A value that another operation will move there
 * does not exist yet.
 */
export function ownOf(issue: Issue, patch: readonly PatchOperation[]): PatchOperation | undefined {
  return patch.find((operation) => (operation.op === "move" ? operation.from === issue.at
    : operation.path === issue.at && !patch.some((other) => other.op === "move" && other.path === operation.path)));
}

/** Removes every occurrence, because a remaining one would count. */
function remove(text: string, pointer: string): string {
  return locateOne(text, pointer).times.toReversed().reduce(without, text);
}

function keepLast(text: string, pointer: string): string {
  return locateOne(text, pointer).times.slice(0, -1).toReversed().reduce(without, text);
}

/**
 * Removes a member with one comma, from the last to the first, so that earlier positions stay
 * valid.
 */
function without(text: string, { key, value, before, open }: Member): string {
  if (before !== undefined) return splice(text, { from: before, to: value.to }, "");
  // The following member may be removed already; only the text shows the next one.
  const next = /^[ \t\r\n]*(,?)[ \t\r\n]*/.exec(text.slice(value.to)) as RegExpExecArray;
  const isLast = next[1] === "";
  return splice(text, { from: isLast ? open + 1 : (key?.from ?? value.from), to: value.to + next[0].length }, "");
}

/**
 * Renames within a record. A member with the new name is replaced, and occurrences that do not
 * count are removed.
 */
function rename(text: string, from: string, to: string): string {
  const name = segmentsOf(to).at(-1);
  if (name === undefined || !locateOne(text, from).given) return text;
  const cleared = keepLast(remove(text, to), from);
  const key = locateOne(cleared, from).times.at(-1)?.key;
  return key ? splice(cleared, key, JSON.stringify(name)) : text;
}

/**
 * Lists and records are written on one line if they were before, else with the indentation of the
 * text.
 */
function written(value: unknown, text: string, member: Member): string {
  const before = text.slice(member.value.from, member.value.to);
  if (typeof value !== "object" || value === null || !before.includes("\n")) return JSON.stringify(value);
  const line = text.slice(text.lastIndexOf("\n", member.value.from) + 1, member.value.from);
  const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
  const step = (/\n([ \t]+)/.exec(before)?.[1] ?? "").slice(indent.length);
  return JSON.stringify(value, null, step || 2).replaceAll("\n", `\n${indent}`);
}

function upper(raw: string): string {
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === "string" ? JSON.stringify(value.trim().replace(/[a-z]/g, (letter) => letter.toUpperCase())) : raw;
  } catch {
    return raw;
  }
}

function splice(text: string, { from, to }: Span, by: string): string {
  return text.slice(0, from) + by + text.slice(to);
}

/** Returns the one range in which two texts differ. */
export function difference(before: string, after: string): Span & { readonly by: string } {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let same = 0;
  while (same < most - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { from, to: before.length - same, by: after.slice(from, after.length - same) };
}
