// Readers of the settings that the library takes.
import type { Context } from "casegate/form";

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
