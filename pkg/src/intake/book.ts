// Selects the module. The small one is loaded by the first element. The whole one is fetched with the
// pages after the questions, for repairs and files, or if the context has firm rules, which the small
// one does not support.
import { checkCase, checkCaseText, fieldStates, init, prepareCase, Session } from "../form.js";
import type { IntakeModules } from "../intake-types.js";
import type { Context, FileVerdicts, Repair } from "../types.js";
import { inTime, part } from "./parts.js";

type Whole = typeof import("../slim.js");

// By name, so that the page does not load the rest of the entry, such as the JSON Schemas.
const form = { Session, checkCase, checkCaseText, fieldStates, prepareCase };

/** A CommonJS module has no address, and neither has a script in a `data:` address. */
function addressOf(address: () => URL): string {
  try {
    return address().href;
  } catch {
    return "";
  }
}

// In these words bundlers recognize files to copy.
export const modules: IntakeModules = {
  form: addressOf(() => new URL("./casegate-intake.wasm", import.meta.url)),
  whole: addressOf(() => new URL("./casegate.wasm", import.meta.url)),
};

/** The pause before the form asks again by itself. A person may ask at any time. */
const patience = 10_000;

let small: Promise<void> | undefined;
let whole: Whole | undefined;
let loading: Promise<Whole> | undefined;
let failedAt = -Infinity;

/** Loads the small module once, and again after a failure, or if a person does not want to wait. */
export function loadForm(anew: boolean): Promise<void> {
  if (anew) small = undefined;
  small ??= init(modules.form).catch((error: unknown) => {
    small = undefined;
    throw error;
  });
  return small;
}

/** Returns the functions that judge with a context. */
export function bookOf(context: Partial<Context>): Pick<Whole, "Session" | "checkCase" | "checkCaseText" | "fieldStates" | "prepareCase"> {
  return context.house !== undefined && whole !== undefined ? whole : form;
}

/** Resolves when the module for a context is loaded. */
export async function ready(context: Partial<Context>): Promise<void> {
  if (context.house !== undefined) await load();
}

/**
 * Returns the repair of a payload; `undefined` until the whole module is loaded, and then `arrived`
 * is called.
 */
export function repairOf(payload: unknown, context: Context, arrived: () => void): Repair | undefined {
  if (whole !== undefined) return whole.repairCase(payload, context);
  if (loading === undefined && Date.now() - failedAt > patience) load().then(arrived, () => {});
  return undefined;
}

/** Returns the verdicts on files. There are none before the whole module is loaded. */
export function verdictsOn(files: Parameters<Whole["judgeFiles"]>[0], settings: Partial<Context>): FileVerdicts {
  return whole?.judgeFiles(files, settings) ?? { files: [], accepted_bytes: 0, ok: true, issues: [] };
}

/** `true` if files can be judged and answers be read. */
export function hasWhole(): boolean {
  return whole !== undefined;
}

/** Loads the whole module. */
export function load(): Promise<Whole> {
  loading ??= fetchWhole().catch((error: unknown) => {
    loading = undefined;
    failedAt = Date.now();
    throw error;
  });
  return loading;
}

async function fetchWhole(): Promise<Whole> {
  const module = await part(() => import("../slim.js"));
  await inTime(module.init(modules.whole));
  return (whole = module);
}
