// The content that a tab keeps while it is open: the text and the settings of each history entry.
// No other tab sees it, and closing the tab deletes it. The address contains none of it, because
// browsers copy addresses to other devices.
import { contentFrom, type Content } from "./link.js";

const list = "casegate-playground";
const most = 8;

const keyOf = (id: number): string => `${list}:${id}`;

function ids(): number[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(list) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "number") : [];
  } catch {
    return [];
  }
}

/** Returns the content of an entry; without a number, the last one. */
export function recall(id: number | undefined = ids().at(-1)): Content | undefined {
  if (id === undefined) return undefined;
  try {
    const kept = sessionStorage.getItem(keyOf(id));
    return kept === null ? undefined : contentFrom(JSON.parse(kept));
  } catch {
    return undefined;
  }
}

export function freshId(): number {
  return Math.max(0, ...ids()) + 1;
}

/**
 * Stores the content of an entry, removing the oldest ones if necessary. Returns `false` if
 * the storage is full even then.
 */
export function keep(id: number, content: Content): boolean {
  const others = ids().filter((other) => other !== id);
  for (;;) {
    try {
      while (others.length >= most) drop(others);
      sessionStorage.setItem(keyOf(id), JSON.stringify(content));
      sessionStorage.setItem(list, JSON.stringify([...others, id]));
      return true;
    } catch {
      if (others.length === 0) return false;
      drop(others);
    }
  }
}

function drop(others: number[]): void {
  const oldest = others.shift();
  if (oldest !== undefined) sessionStorage.removeItem(keyOf(oldest));
}
