// Input that the Rust library reads from JSON without types.
import type { AcceptedReport, Case, Context, Edit, RefusedReport } from "./types.js";

/** The settings of operations that do not depend on the day. */
export type Settings = Partial<Context>;

/** The steps of a session, in one call. */
export interface SessionScript {
  payload?: unknown;
  steps: (Edit | { touch: string } | { what_if: Edit[] })[];
}

/** A context whose type says that its reports have the prepared payload. */
export interface ContextWithPrepared extends Context {
  include: readonly "prepared"[] | readonly ["prepared", "trace"] | readonly ["trace", "prepared"];
}

/** The report for a `ContextWithPrepared`: an accepted one has the payload as it should be sent. */
export type ReportWithPrepared = (AcceptedReport & { readonly prepared: Case }) | RefusedReport;
