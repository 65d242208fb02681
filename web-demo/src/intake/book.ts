// Which module judges. The small one is there from the start; the whole one is fetched when something is to be repaired, or
// where the context has house rules, which the small one does not read.
import * as form from "casegate/form";
import type { Context, Repair } from "casegate/form";

type Whole = typeof import("casegate/slim");

/** After a failure it is not asked for again at once. */
const patience = 10_000;

let whole: Whole | undefined;
let loading: Promise<Whole> | undefined;

/** The functions that judge with a context. */
export function bookOf(context: Partial<Context>): Pick<Whole, "Session" | "checkCase" | "checkCaseText" | "fieldStates" | "judgeFiles" | "prepareCase"> {
  return context.house !== undefined && whole !== undefined ? whole : form;
}

/** Settles once a context can be judged with. */
export async function ready(context: Context): Promise<Context> {
  if (context.house !== undefined) await load();
  return context;
}

/** The repair of a payload; nothing until the whole module is there, and then `arrived` is called. */
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
