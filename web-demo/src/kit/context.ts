// What only the context knows: the day, the kind of token, and what the service adds to the rulebook.
import type { Context } from "casegate/form";

function localToday(now = new Date()): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The settings until the service has named its own. */
export function deviceContext(): Context {
  return { today: localToday(), credential: "user" };
}

/** What the rulebook says against settings that it is asked something with; nothing when they are fine. */
export function faultOf(ask: () => unknown): string | undefined {
  try {
    ask();
    return undefined;
  } catch (error) {
    return error instanceof TypeError ? error.message : String(error);
  }
}

/** The day so many days before the given one. */
export function daysBefore(today: string, days: number): string {
  const date = new Date(`${today}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}
