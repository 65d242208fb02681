// The context: the day, the kind of token, and the service's additions to the rulebook.
import type { Context } from "casegate/form";

function localToday(now = new Date()): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Returns the settings before the service has sent its own. */
export function deviceContext(): Context {
  return { today: localToday(), credential: "user" };
}

/** Returns the day of a context. */
export const dayOf = ({ today }: Context): string => (typeof today === "function" ? today() : today);

/** Returns the rulebook's error about settings, and `undefined` if they are valid. */
export function faultOf(ask: () => unknown): string | undefined {
  try {
    ask();
    return undefined;
  } catch (error) {
    return error instanceof TypeError ? error.message : String(error);
  }
}

/** Returns the day a number of days before another one. */
export function daysBefore(today: string, days: number): string {
  const date = new Date(`${today}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}
