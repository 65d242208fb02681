// Sends the case, and never twice by accident: before each attempt it searches the service for the
// same case.
import type { IntakeFound } from "../intake-types.js";
import type { AnswerReading, Issue } from "../types.js";
import type { App } from "./app.js";
import { heard as hear, receiptOf, upload, type Heard } from "./backend.js";
import { load } from "./book.js";
import { Findings } from "./sending-findings.js";
import { alone, firstUnreadable, submissionOf, type Parcel } from "./sending-parcel.js";
import type { End, Sending, Source, State, Trouble } from "./sending.js";
import { sentFile } from "./sent.js";

/** A slow service may create a case after the page gave up waiting for the answer. */
const looksAfterLoss = [0, 1500, 3000];
/** A later time to try again is not shown, in seconds. */
const longestPause = 7 * 86_400;
/** A longer text is a page. The library reads the facts of an answer up to its limit. */
const longestAnswer = 500_000;
/** How long a page may take for its questions to the service, and to stop after the person has canceled. */
const patience = { question: 60_000, cancel: 3000 };

const unread: AnswerReading = { outcome: "unsure", reason: "no_answer", case_id: null, case_ref: null, issues: [], says: null, retry_after_seconds: null };

/** An existing case, and the parcel that created it. */
interface Found {
  readonly twin: IntakeFound;
  readonly parcel: Parcel;
}

/** Sends a case. Without a backend that finds cases, only the person knows whether the same one was sent before. */
export async function submit(app: App): Promise<void> {
  app.keeper.lookAgain();
  const isRepeated = app.submittedAt !== undefined || app.keeper.elsewhere !== undefined;
  if (isRepeated && app.setup.backend().find === undefined && !(await app.ask({ ...app.locale.sending.repeats, labels: [] }))) return;
  await app.sending.send();
}

export class Delivery {
  firm = "";
  /** The parcel of the case that was found. */
  theirs: Parcel | undefined;

  private readonly source: Source;
  private readonly sending: Sending;
  /** Cases up to this number are known to be others. */
  private dismissed = 0;
  /** Parcels without an answer. They may still arrive, even after answers were edited. */
  private doubtful: readonly Parcel[] = [];
  private signal = new AbortController().signal;

  constructor(source: Source, sending: Sending) {
    this.source = source;
    this.sending = sending;
  }

  private get unsure(): boolean { return this.doubtful.length > 0; }

  /** The case is known, or its answers are replaced. */
  forget(): void {
    this.doubtful = [];
  }

  /** Cases up to this number are others. */
  dismiss(id: number): void {
    this.dismissed = id;
    this.forget();
  }

  async run(parcel: Parcel, signal: AbortSignal, progress: (share: number) => void): Promise<End> {
    this.signal = signal;
    const end = await alone(() => this.deliver(parcel, progress));
    return end ?? { is: "trouble", why: "otherTab" };
  }

  private async deliver(parcel: Parcel, progress: (share: number) => void): Promise<End> {
    const name = await firstUnreadable(parcel.files);
    if (name !== undefined) return { is: "unreadable", name };
    let read: (heard: Heard) => AnswerReading;
    try {
      const { readAnswer } = await load();
      read = ({ facts }) => {
        try {
          return readAnswer({ ...facts, body: (facts.body ?? "").length < longestAnswer ? facts.body : null });
        } catch {
          return unread; // the module has ended, and the case may exist
        }
      };
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
      const heard = isRefusal(error) ? await hear(() => Promise.reject(error)) : { facts: { sent: false }, error };
      return this.endOf(read(heard), heard, parcel);
    }
    // The page may end before the answer comes.
    const before = this.source.mark(new Date().toISOString());
    const answer = this.source.submit(submissionOf(parcel, this.signal, progress), { heard: hear, upload });
    if (answer === undefined) {
      this.source.mark(before);
      return { is: "ready" };
    }
    const heard = await Promise.race([answer, this.givenUp()]);
    const reading = read(heard);
    if (reading.outcome === "created") {
      const receipt = receiptOf(heard.facts, reading);
      const files = receipt.attachments?.map(sentFile) ?? parcel.files.map(({ file, label }) => ({ name: file.name, label, taken: true, error: null }));
      this.sending.keep(parcel, { id: reading.case_id, reference: reading.case_ref, at: new Date().toISOString(), files: [...files, ...parcel.left] });
      return { is: "arrived", receipt };
    }
    if (reading.outcome !== "unsure") this.source.mark(before);
    return this.endOf(reading, heard, parcel);
  }

  /** Resolves if the page goes on although the person has canceled. */
  private givenUp(): Promise<Heard> {
    const { signal } = this;
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
    this.sending.findings = new Findings(reading.issues as Issue[], parcel.payload, context ?? own);
    return { is: "found" };
  }

  private async endOfDoubt(reading: AnswerReading, parcel: Parcel): Promise<End> {
    const wasCanceled = this.signal.aborted;
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
        const twin = foundOf(await inTime(this.source.backend().find?.(parcel.payload, this.dismissed)));
        if (twin !== undefined) return { twin, parcel };
      }
      return undefined;
    } catch (error) {
      // The service lists no cases. Before a first attempt a search is not essential.
      if (isRefusal(error) && !this.unsure) return undefined;
      throw error;
    }
  }
}

/** Returns a case that was found. Anything else than a case or nothing is no answer. */
function foundOf(twin: Partial<IntakeFound> | null | undefined): IntakeFound | undefined {
  if (!twin) return undefined;
  const { id, reference, at, files } = twin;
  if (!Number.isSafeInteger(id)) throw new TypeError("The backend's `find` resolved to something else than a case.");
  return { id: id as number, reference: typeof reference === "string" ? reference : null, at: String(at ?? ""), files: Array.isArray(files) ? files : [] };
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
