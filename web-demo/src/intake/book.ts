// Selects the module. The small one is loaded at the start. The whole one is fetched for a repair,
// or if the context has firm rules, which the small one does not support.
import { checkCase, checkCaseText, fieldStates, judgeFiles, prepareCase, Session, type Context, type Repair } from "casegate/form";

type Whole = typeof import("casegate/slim");

// By name, so that the page does not load the rest of the entry, such as the JSON Schemas.
const form = { Session, checkCase, checkCaseText, fieldStates, judgeFiles, prepareCase };

/** The pause before another attempt after a failure. */
const patience = 10_000;

let whole: Whole | undefined;
let loading: Promise<Whole> | undefined;

/** Returns the functions that judge with a context. */
export function bookOf(context: Partial<Context>): Pick<Whole, "Session" | "checkCase" | "checkCaseText" | "fieldStates" | "judgeFiles" | "prepareCase"> {
  return context.house !== undefined && whole !== undefined ? whole : form;
}

/** Resolves when the module for a context is loaded. */
export async function ready(context: Context): Promise<Context> {
  if (context.house !== undefined) await load();
  return context;
}

/**
 * Returns the repair of a payload; `undefined` until the whole module is loaded, and then `arrived`
 * is called.
 */
export function repairOf(payload: unknown, context: Context, arrived: () => void): Repair | undefined {
  if (whole !== undefined) return whole.repairCase(payload, context);
  if (loading === undefined) load().then(arrived, () => {});
  return undefined;
}

function load(): Promise<Whole> {
  loading ??= fetchWhole().catch((error: unknown) => {
    setTimeout(() => { loading = undefined; }, patience);
    throw error;
  });
  return loading;
}

async function fetchWhole(): Promise<Whole> {
  const [{ loadRulebook }, module] = await Promise.all([import("../kit/module.js"), import("casegate/slim")]);
  await loadRulebook();
  return (whole = module);
}
