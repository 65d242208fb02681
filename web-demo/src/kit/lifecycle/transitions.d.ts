// Written when the pages are built, from what the package answers in Node.
declare module "transitions" {
  import type { Transition, TriggerType } from "casegate/service";

  /** The table: whatever is not in it is refused. */
  export const table: readonly Transition[];
  /** What buttons say. */
  export const triggers: Readonly<Record<"en" | "es", Readonly<Record<TriggerType, string>>>>;
}
