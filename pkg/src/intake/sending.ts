// The state of sending. delivery.ts, which is fetched with the pages after the questions, does it.
import type { IntakeBackend, IntakeFound, IntakeLanguage, IntakeReceipt, IntakeSubmission } from "../intake-types.js";
import type { AnswerReading, AnswerReason, Context, Issue } from "../types.js";
import type { Heard } from "./backend.js";
import type { Delivery } from "./delivery.js";
import { loadLater } from "./loaded.js";
import type { Parcel } from "./sending-parcel.js";
import { sentFile, type Sent, type SentKeeper } from "./sent.js";

/** The reason why an attempt failed, or may have failed; the key of its text. */
export type Trouble = Exclude<AnswerReason, "receipt" | "issues"> | "canceled" | "unloaded" | "otherTab";

/** What is known of the case, and what the person can do: it was not sent, the page can look for it, or it cannot. */
export type Fate = "nothing" | "check" | "contact";

export type State =
  | { readonly is: "ready" }
  | { readonly is: "sending"; readonly files: number; readonly bytes: number; readonly slow: boolean; readonly share?: number }
  | { readonly is: "trouble"; readonly why: Trouble; readonly fate?: Fate; readonly says?: string | null; readonly retryAt?: string | undefined; readonly wasCanceled?: boolean }
  | { readonly is: "unreadable"; readonly name: string }
  | { readonly is: "twin"; readonly twin: IntakeFound; readonly lost: boolean; readonly earlier: boolean };

/** The outcome of an attempt. */
export type End = State | { readonly is: "found" } | { readonly is: "arrived"; readonly receipt: IntakeReceipt };

/** The ways to ask and to read, fetched with the pages after the questions. */
export type Ways = Pick<typeof import("./backend.js"), "heard" | "upload">;

export interface Source {
  context(): Context;
  backend(): Partial<IntakeBackend>;
  /**
   * Sends a case in the page's way, else with the backend. Returns `undefined` if the page wants
   * nothing to be sent.
   */
  submit(submission: IntakeSubmission, ways: Ways): Promise<Heard> | undefined;
  /** An attempt did not create a case, as far as it is known. */
  failed(reading: Pick<AnswerReading, "outcome" | "reason">, error: unknown): void;
  parcel(): Parcel;
  /** Marks the draft with the time of an attempt whose end is not known. Returns the mark before. */
  mark(at: string | undefined): string | undefined;
  /** The state has changed. */
  changed(): void;
  /** An attempt failed: the state or the findings have the reason. */
  stopped(): void;
  /** The service has the case, which is in `sent`. */
  arrived(receipt: IntakeReceipt): void;
}

const slowAfter = 8000;
export interface ServiceFindings {
  readonly any: boolean;
  in(language: IntakeLanguage): readonly Issue[];
  without(places: readonly string[]): ServiceFindings;
}

const nothing: ServiceFindings = { any: false, in: () => [], without: () => nothing };

export class Sending {
  state: State = { is: "ready" };
  /** The last case that this tab sent, until a new one is started. */
  sent: Sent | undefined;
  /** The service's findings in the last attempt, as far as they were not edited since. */
  findings = nothing;

  private readonly source: Source;
  private readonly keeper: SentKeeper;
  private delivery: Delivery | undefined;
  private attempt = new AbortController();

  constructor(source: Source, keeper: SentKeeper) {
    this.source = source;
    this.keeper = keeper;
    this.sent = keeper.read();
  }

  get busy(): boolean { return this.state.is === "sending"; }
  /** A part of the request is still here, or nobody knows how long it takes. */
  get canCancel(): boolean {
    return this.state.is === "sending" && (this.state.slow || (this.state.share ?? 1) < 1) && !this.attempt.signal.aborted;
  }

  async send(): Promise<void> {
    if (this.busy) return;
    const parcel = this.source.parcel();
    const files = parcel.files.length;
    const bytes = parcel.files.reduce((sum, { file }) => sum + file.size, 0);
    this.findings = nothing;
    this.attempt = new AbortController();
    this.become({ is: "sending", files, bytes, slow: false });
    const slow = setTimeout(() => { if (this.state.is === "sending") this.become({ ...this.state, slow: true }); }, slowAfter);
    const end = await this.deliver(parcel);
    clearTimeout(slow);
    this.finish(end);
  }

  private async deliver(parcel: Parcel): Promise<End> {
    try {
      this.delivery ??= new (await loadLater()).Delivery(this.source, this);
      return await this.delivery.run(parcel, this.attempt.signal, (share) => this.progress(share));
    } catch (error) {
      this.source.failed({ outcome: "not_sent", reason: "unreached" }, error);
      return { is: "trouble", why: "unloaded", fate: "nothing" };
    }
  }

  /** Ends the upload. The service may have the whole request already. */
  cancel(): void {
    this.attempt.abort();
    this.source.changed();
  }

  private progress(share: number): void {
    if (!(share >= 0 && share <= 1)) return; // of a page that divides by zero
    const rounded = Math.floor(share * 100) / 100;
    if (this.state.is === "sending" && this.state.share !== rounded) this.become({ ...this.state, share: rounded });
  }

  /** The person says that the existing case is this one. */
  showTwin(): void {
    if (this.state.is !== "twin") return;
    const { id, reference, at, files } = this.state.twin;
    this.keep(this.delivery?.theirs ?? this.source.parcel(), { id, reference, at, files: files.map((file) => sentFile({ ...file, status: "accepted", error: null })) });
    this.finish({ is: "arrived", receipt: { case_id: id, case_ref: reference } });
  }

  /** The person wants another case with the same answers. */
  sendAnother(): void {
    if (this.state.is === "twin") this.delivery?.dismiss(this.state.twin.id);
    void this.send();
  }

  /**
   * Answers changed, so the service's findings about them and the outcome of the attempt no longer
   * apply.
   */
  edited(places: readonly string[]): void {
    this.findings = this.findings.without(places);
    if (!this.busy) this.state = { is: "ready" };
  }

  /** All answers are replaced. */
  reset(): void {
    this.findings = nothing;
    this.delivery?.forget();
    this.state = { is: "ready" };
  }

  forgetSent(): void {
    this.sent = undefined;
    this.keeper.forget();
  }

  /** The reference arrived after the answer to sending. */
  setReference(reference: string): void {
    if (this.sent === undefined) return;
    this.sent = { ...this.sent, reference };
    this.keeper.keep(this.sent);
  }

  keep({ payload, answers }: Parcel, receipt: Pick<Sent, "id" | "reference" | "at" | "files">): void {
    this.delivery?.forget();
    this.sent = { ...receipt, answers, test: payload["is_test"] === true, firm: this.delivery?.firm ?? "" };
    this.keeper.keep(this.sent);
  }

  private become(state: State): void {
    this.state = state;
    this.source.changed();
  }

  private finish(end: End): void {
    this.become(end.is === "arrived" || end.is === "found" ? { is: "ready" } : end);
    if (end.is === "arrived") this.source.arrived(end.receipt);
    else this.source.stopped();
  }
}
