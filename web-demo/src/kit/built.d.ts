// The build gives each file a name with a hash of its content.
declare module "address:*" {
  const address: string;
  export default address;
}

// transitions.json, which scripts/generate writes.
declare module "transitions" {
  import type { Transition, TriggerType } from "casegate/service";

  /** The table; everything else is refused. */
  export const table: readonly Transition[];
  /** The texts of buttons. */
  export const triggers: Readonly<Record<TriggerType, string>>;
}
