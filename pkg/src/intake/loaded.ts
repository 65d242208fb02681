// The pages after the questions, shared by all elements.
import { part } from "./parts.js";

type Later = typeof import("./later.js");

let later: Later | undefined;

/** `undefined` until they are loaded. */
export function loadedLater(): Later | undefined {
  return later;
}

export async function loadLater(): Promise<Later> {
  return (later ??= await part(() => import("./later.js")));
}
