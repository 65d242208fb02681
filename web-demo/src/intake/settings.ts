// The settings of the verdicts: the service's, and those of the panel for developers.
import { fieldStates, type Context } from "casegate/form";
import type { CasegateIntakeElement } from "casegate/intake";
import { faultOf } from "../kit/context.js";
import { account, contextNow } from "../kit/service.js";

export class Settings {
  private readonly intake: CasegateIntakeElement;
  /** The service's settings, after they have arrived. Until then, the day is this device's. */
  private service: Context | undefined;
  /** The settings of the panel. Neither the clock nor the service replaces them. */
  private byHand: Partial<Context> = {};

  constructor(intake: CasegateIntakeElement) {
    this.intake = intake;
    this.apply();
    // Nothing waits for the service.
    this.take(account().then(({ context }) => context));
  }

  /** The source of the day. */
  get daySource(): "hand" | "service" | "device" {
    return this.byHand.today !== undefined ? "hand" : this.service !== undefined ? "service" : "device";
  }

  /** Asks the service again; its day changes while a page stays open. */
  renew(): void {
    if (navigator.onLine) this.take(contextNow());
  }

  /** Applies settings of the panel. Invalid ones are returned as an error, and the old ones stay. */
  set(change: Partial<Context>): string | undefined {
    const { house: _house, ...rest } = { ...this.intake.context, ...change };
    const fault = faultOf(() => fieldStates({}, rest));
    if (fault !== undefined) return fault;
    this.byHand = { ...this.byHand, ...change };
    this.apply();
    return undefined;
  }

  private take(settings: Promise<Context>): void {
    settings.then((context) => {
      this.service = context;
      this.apply();
    }, () => {});
  }

  private apply(): void {
    this.intake.context = { credential: "user", ...this.service, ...this.byHand };
  }
}
