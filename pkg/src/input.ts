// Input that the Rust library reads from JSON without types.
import type { Context, Edit } from "./types.js";

/** The settings of operations that do not depend on the day. */
export type Settings = Partial<Context>;

/** The steps of a session, in one call. */
export interface SessionScript {
  payload?: unknown;
  steps: (Edit | { touch: string } | { what_if: Edit[] })[];
}
