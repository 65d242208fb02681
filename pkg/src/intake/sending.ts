// Sends the case, and never twice by accident: before each attempt it searches the service for the
// same case.
import type { IntakeBackend, IntakeFound, IntakeReceipt, IntakeSubmission } from "../intake-types.js";
import type { AnswerReading, AnswerReason, Context, Issue } from "../types.js";
import type { Heard } from "./backend.js";
import { load } from "./book.js";
import { Findings } from "./sending-findings.js";
import { alone, firstUnreadable, submissionOf, type Parcel } from "./sending-parcel.js";
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
type End = State | { readonly is: "found" } | { readonly is: "arrived"; readonly receipt: IntakeReceipt };

/** The ways to ask and to read, fetched with the pages after the questions. */
export type Ways = Pick<typeof import("./later.js"), "heard" | "receiptOf" | "upload">;

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
  /** The state has changed. */
  changed(): void;
  /** An attempt failed: the state or the findings have the reason. */
  stopped(): void;
  /** The service has the case, which is in `sent`. */
  arrived(receipt: IntakeReceipt): void;
}

const slowAfter = 8000;
/** A slow service may create a case after the page gave up waiting for the answer. */
const looksAfterLoss = [0, 1500, 3000];
/** A later time to try again is not shown, in seconds. */
const longestPause = 7 * 86_400;
/** How long a page may take for its questions to the service, and to stop after the person has canceled. */
const patience = { question: 60_000, cancel: 3000 };

/** An existing case, and the parcel that created it. */
interface Found {
  readonly twin: IntakeFound;
  readonly parcel: Parcel;
}
const nothing = (context: Context): Findings => new Findings([], {}, context);

export class Sending {
  state: State = { is: "ready" };
  /** The last case that this tab sent, until a new one is started. */
  sent: Sent | undefined;
  /** The service's findings in the last attempt, as far as they were not edited since. */
  findings: Findings;

  private readonly source: Source;
  private readonly keeper: SentKeeper;
  /** Cases up to this number are known to be others. */
  private dismissed = 0;
  /** Parcels without an answer. They may still arrive, even after answers were edited. */
  private doubtful: readonly Parcel[] = [];
  /** The parcel of the case that was found. */
  private theirs: Parcel | undefined;
  private firm = "";
  private attempt = new AbortController();

  constructor(source: Source, keeper: SentKeeper) {
    this.source = source;
    this.keeper = keeper;
    this.sent = keeper.read();
    this.findings = nothing(source.context());
  }

  get busy(): boolean { return this.state.is === "sending"; }
  /** A part of the request is still here, or nobody knows how long it takes. */
  get canCancel(): boolean {
    return this.state.is === "sending" && (this.state.slow || (this.state.share ?? 1) < 1) && !this.attempt.signal.aborted;
  }

  private get unsure(): boolean { return this.doubtful.length > 0; }

  async send(): Promise<void> {
    if (this.busy) return;
    const parcel = this.source.parcel();
    const files = parcel.files.length;
    const bytes = parcel.files.reduce((sum, { file }) => sum + file.size, 0);
    this.findings = nothing(this.source.context());
    this.attempt = new AbortController();
    this.become({ is: "sending", files, bytes, slow: false });
    const slow = setTimeout(() => { if (this.state.is === "sending") this.become({ ...this.state, slow: true }); }, slowAfter);
    const end = await alone(() => this.deliver(parcel));
    clearTimeout(slow);
    this.finish(end ?? { is: "trouble", why: "otherTab" });
  }

  /** Ends the upload. The service may have the whole request already. */
  cancel(): void {
    this.attempt.abort();
    this.source.changed();
  }

  private progress(share: number): void {
    const rounded = Math.floor(share * 100) / 100;
    if (this.state.is === "sending" && this.state.share !== rounded) this.become({ ...this.state, share: rounded });
  }

  /** The person says that the existing case is this one. */
  showTwin(): void {
    if (this.state.is !== "twin") return;
    const { id, reference, at, files } = this.state.twin;
    this.keep(this.theirs ?? this.source.parcel(), { id, reference, at, files: files.map((file) => sentFile({ ...file, status: "accepted", error: null })) });
    this.finish({ is: "arrived", receipt: { case_id: id, case_ref: reference } });
  }

  /** The person wants another case with the same answers. */
  sendAnother(): void {
    if (this.state.is === "twin") this.dismissed = this.state.twin.id;
    this.doubtful = [];
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
    this.findings = nothing(this.source.context());
    this.doubtful = [];
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

  private become(state: State): void {
    this.state = state;
    this.source.changed();
  }

  private finish(end: End): void {
    this.become(end.is === "arrived" || end.is === "found" ? { is: "ready" } : end);
    if (end.is === "arrived") this.source.arrived(end.receipt);
    else this.source.stopped();
  }

  private async deliver(parcel: Parcel): Promise<End> {
    const name = await firstUnreadable(parcel.files);
    if (name !== undefined) return { is: "unreadable", name };
    let ways: Ways;
    let read: (heard: Heard) => AnswerReading;
    try {
      const [{ readAnswer }, later] = await Promise.all([load(), import("./later.js")]);
      ways = later;
      read = ({ facts }) => readAnswer(facts);
    } catch (error) {
      // Without the reader, nobody would know what became of the case.
      this.source.failed({ outcome: "not_sent", reason: "unreached" }, error);
      return this.trouble("unloaded");
    }
    try {
      this.firm = (await inTime(this.source.backend().ready?.()))?.firm ?? ""; // if it is not ready, nothing is sent at all
      const found = await this.look(parcel);
      if (found !== undefined) return this.alreadySent(found, parcel);
    } catch (error) {
      const heard = isRefusal(error) ? await ways.heard(() => Promise.reject(error)) : { facts: { sent: false }, error };
      return this.endOf(read(heard), heard, parcel);
    }
    const answer = this.source.submit(submissionOf(parcel, this.attempt.signal, (share) => this.progress(share)), ways);
    if (answer === undefined) return { is: "ready" };
    const heard = await Promise.race([answer, this.givenUp()]);
    const reading = read(heard);
    if (reading.outcome === "created") {
      const receipt = ways.receiptOf(heard.facts, reading);
      const files = receipt.attachments?.map(sentFile) ?? parcel.files.map(({ file, label }) => ({ name: file.name, label, taken: true, error: null }));
      this.keep(parcel, { id: reading.case_id, reference: reading.case_ref, at: new Date().toISOString(), files: [...files, ...parcel.left] });
      return { is: "arrived", receipt };
    }
    return this.endOf(reading, heard, parcel);
  }

  /** Resolves if the page goes on although the person has canceled. */
  private givenUp(): Promise<Heard> {
    const { signal } = this.attempt;
    return new Promise((resolve) => {
      signal.addEventListener("abort", () => setTimeout(resolve, patience.cancel, { facts: { status: null } }));
    });
  }

  /** The end of an attempt that created no case, or left that open. */
  private async endOf(reading: AnswerReading, { error }: Heard, parcel: Parcel): Promise<End> {
    const { outcome, reason } = reading;
    this.source.failed(reading, error ?? new Error(`${outcome}: ${reason}`));
    if (outcome === "unsure") return this.endOfDoubt(reading, parcel);
    if (outcome !== "findings") return this.trouble(reason as Trouble, reading);
    const own = this.source.context();
    const context = await inTime(this.source.backend().context?.()).catch(() => own);
    this.findings = new Findings(reading.issues as Issue[], parcel.payload, context ?? own);
    return { is: "found" };
  }

  private async endOfDoubt(reading: AnswerReading, parcel: Parcel): Promise<End> {
    const wasCanceled = this.attempt.signal.aborted;
    const isCanceled = wasCanceled && !this.unsure && this.source.backend().find !== undefined;
    this.doubtful = [parcel, ...this.doubtful.filter(({ payload }) => JSON.stringify(payload) !== JSON.stringify(parcel.payload))];
    try {
      const found = await this.lookAfterLoss(parcel);
      if (found !== undefined) return this.alreadySent(found, parcel);
      if (isCanceled) return { is: "trouble", why: "canceled", fate: "nothing" };
    } catch {
      // The service cannot say whether the case arrived.
    }
    return this.trouble(reading.reason as Trouble, reading, wasCanceled);
  }

  /** An earlier attempt may have arrived, even if nothing was sent in this one, or it was refused. */
  private trouble(why: Trouble, { says, retry_after_seconds: pause }: Partial<AnswerReading> = {}, wasCanceled = false): State {
    // Only a backend that finds cases can prevent a second one.
    const fate = !this.unsure ? "nothing" : this.source.backend().find === undefined ? "contact" : "check";
    const retryAt = pause && pause < longestPause ? new Date(Date.now() + 1000 * pause).toISOString() : undefined;
    return { is: "trouble", why, fate, says: says ?? null, retryAt, wasCanceled };
  }

  private alreadySent({ twin, parcel }: Found, now: Parcel): State {
    this.theirs = parcel;
    return { is: "twin", twin, lost: this.unsure, earlier: JSON.stringify(parcel.payload) !== JSON.stringify(now.payload) };
  }

  private async lookAfterLoss(parcel: Parcel): Promise<Found | undefined> {
    if (this.source.backend().find === undefined) return undefined;
    for (const wait of looksAfterLoss) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      const found = await this.look(parcel);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private async look(now: Parcel): Promise<Found | undefined> {
    try {
      for (const parcel of [now, ...this.doubtful]) {
        const twin = await inTime(this.source.backend().find?.(parcel.payload, this.dismissed));
        if (twin !== undefined) return { twin, parcel };
      }
      return undefined;
    } catch (error) {
      // The service lists no cases. Before a first attempt a search is not essential.
      if (isRefusal(error) && !this.unsure) return undefined;
      throw error;
    }
  }

  private keep({ payload, answers }: Parcel, receipt: Pick<Sent, "id" | "reference" | "at" | "files">): void {
    this.doubtful = [];
    this.sent = { ...receipt, answers, test: payload["is_test"] === true, firm: this.firm };
    this.keeper.keep(this.sent);
  }
}

/** Returns `true` if nothing was created. Any other error leaves that open. */
function isRefusal(error: unknown): boolean {
  const { status } = (error ?? {}) as { status?: unknown };
  return typeof status === "number" && status >= 400 && status < 500;
}

/** Rejects if the answer to a question takes too long. */
function inTime<T>(answer: Promise<T> | undefined): Promise<T | undefined> {
  return Promise.race([answer, new Promise<never>((_, reject) => setTimeout(reject, patience.question, new Error("no answer")))]);
}
