// Sends the case, and never twice by accident: before each attempt it searches the service for the
// same case.
import type { Context } from "casegate/form";
import { account, forgetAccount, partner, Refused } from "../kit/service.js";
import { Findings, issuesOf } from "./sending-findings.js";
import { alone, firstUnreadable, formOf, type Parcel } from "./sending-parcel.js";
import { lookFor, type Twin } from "./sending-twin.js";
import { forgetSent, keepSent, sentBefore, sentFile, type Attachment, type Sent } from "./sent.js";

/** The reason why an attempt failed, or may have failed; the key of its text. */
export type Trouble = "unreached" | "unknown" | "account" | "tooLarge" | "refused" | "otherTab";

export type State =
  | { readonly is: "ready" }
  | { readonly is: "sending"; readonly files: number; readonly bytes: number; readonly slow: boolean }
  | { readonly is: "trouble"; readonly why: Trouble; readonly says?: string | undefined }
  | { readonly is: "unreadable"; readonly name: string }
  | { readonly is: "twin"; readonly twin: Twin; readonly lost: boolean; readonly earlier: boolean };

/** The outcome of an attempt. */
type End = State | { readonly is: "found" } | { readonly is: "arrived" };

export interface Source {
  context(): Context;
  parcel(): Parcel;
  /** The state has changed. */
  changed(): void;
  /** An attempt failed: the state or the findings have the reason. */
  stopped(): void;
  /** The service has the case, which is in `sent`. */
  arrived(): void;
}

interface Created {
  readonly case_id: number;
  readonly case_ref: string | null;
  readonly attachments: readonly Attachment[];
}

const slowAfter = 8000;
/** A slow service may create a case after the page gave up waiting for the answer. */
const looksAfterLoss = [0, 1500, 3000];

/** An existing case, and the parcel that created it. */
interface Found {
  readonly twin: Twin;
  readonly parcel: Parcel;
}
const nothing = (context: Context): Findings => new Findings([], {}, context);

export class Sending {
  state: State = { is: "ready" };
  /** The last case that this tab sent, until a new one is started. */
  sent: Sent | undefined = sentBefore();
  /** The service's findings in the last attempt, as far as they were not edited since. */
  findings: Findings;

  private readonly source: Source;
  /** Cases up to this number are known to be others. */
  private dismissed = 0;
  /** Parcels without an answer. They may still arrive, even after answers were edited. */
  private doubtful: readonly Parcel[] = [];
  /** The parcel of the case that was found. */
  private theirs: Parcel | undefined;
  private firm = "";

  constructor(source: Source) {
    this.source = source;
    this.findings = nothing(source.context());
  }

  get busy(): boolean { return this.state.is === "sending"; }
  private get unsure(): boolean { return this.doubtful.length > 0; }

  async send(): Promise<void> {
    if (this.busy) return;
    const parcel = this.source.parcel();
    const files = parcel.files.length;
    const bytes = parcel.files.reduce((sum, { file }) => sum + file.size, 0);
    this.findings = nothing(this.source.context());
    this.become({ is: "sending", files, bytes, slow: false });
    const slow = setTimeout(() => this.become({ is: "sending", files, bytes, slow: true }), slowAfter);
    const end = await alone(() => this.deliver(parcel));
    clearTimeout(slow);
    this.finish(end ?? { is: "trouble", why: "otherTab" });
  }

  /** The person says that the existing case is this one. */
  showTwin(): void {
    if (this.state.is !== "twin") return;
    const { id, reference, at, files } = this.state.twin;
    this.keep(this.theirs ?? this.source.parcel(), { id, reference, at, files: files.map((file) => sentFile({ ...file, status: "accepted", error: null })) });
    this.finish({ is: "arrived" });
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
    forgetSent();
  }

  /** The reference arrived after the answer to sending. */
  setReference(reference: string): void {
    if (this.sent === undefined) return;
    this.sent = { ...this.sent, reference };
    keepSent(this.sent);
  }

  private become(state: State): void {
    this.state = state;
    this.source.changed();
  }

  private finish(end: End): void {
    this.become(end.is === "arrived" || end.is === "found" ? { is: "ready" } : end);
    if (end.is === "arrived") this.source.arrived();
    else this.source.stopped();
  }

  private async deliver(parcel: Parcel): Promise<End> {
    const name = await firstUnreadable(parcel.files);
    if (name !== undefined) return { is: "unreadable", name };
    try {
      this.firm = (await account()).organization; // without an account nothing is sent at all
      const found = await this.look(parcel);
      if (found !== undefined) return this.alreadySent(found, parcel);
    } catch (error) {
      return this.endOf(error, parcel);
    }
    try {
      const { case_id: id, case_ref: reference, attachments } = await create(parcel);
      this.keep(parcel, { id, reference, at: new Date().toISOString(), files: [...attachments.map(sentFile), ...parcel.left] });
      return { is: "arrived" };
    } catch (error) {
      if (error instanceof Refused) return this.endOf(error, parcel);
      this.doubtful = [parcel, ...this.doubtful.filter(({ payload }) => JSON.stringify(payload) !== JSON.stringify(parcel.payload))];
      const found = await this.lookAfterLoss(parcel).catch(() => undefined);
      return found === undefined ? { is: "trouble", why: "unknown" } : this.alreadySent(found, parcel);
    }
  }

  private alreadySent({ twin, parcel }: Found, now: Parcel): State {
    this.theirs = parcel;
    return { is: "twin", twin, lost: this.unsure, earlier: JSON.stringify(parcel.payload) !== JSON.stringify(now.payload) };
  }

  private async lookAfterLoss(parcel: Parcel): Promise<Found | undefined> {
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
        const twin = await lookFor(parcel.payload, this.dismissed);
        if (twin !== undefined) return { twin, parcel };
      }
      return undefined;
    } catch (error) {
      // The service lists no cases. Before a first attempt a search is not essential.
      if (error instanceof Refused && !this.unsure) return undefined;
      throw error;
    }
  }

  private keep({ payload, answers }: Parcel, receipt: Pick<Sent, "id" | "reference" | "at" | "files">): void {
    this.doubtful = [];
    this.sent = { ...receipt, answers, test: payload["is_test"] === true, firm: this.firm };
    keepSent(this.sent);
  }

  /**
   * If nothing was sent in this attempt, or the service refused it, an earlier attempt may still
   * have arrived.
   */
  private async endOf(error: unknown, { payload }: Parcel): Promise<End> {
    if (!(error instanceof Refused)) return { is: "trouble", why: this.unsure ? "unknown" : "unreached" };
    if (error.status === 401 || error.status === 403) return { is: "trouble", why: "account" };
    if (error.status === 413) return { is: "trouble", why: "tooLarge" };
    const issues = issuesOf(error.body);
    if (issues.length === 0) return { is: "trouble", why: "refused", says: error.detail };
    forgetAccount();
    const context = await account().then((now) => now.context, () => this.source.context());
    this.findings = new Findings(issues, payload, context);
    return { is: "found" };
  }
}

/**
 * A refused request had no effect, so it may be repeated if the account has changed since this page
 * asked for it.
 */
async function create(parcel: Parcel): Promise<Created> {
  const once = (): Promise<Created> => partner<Created>("POST", "cases/create/", formOf(parcel));
  return once().catch((error: unknown) => {
    if (!(error instanceof Refused) || (error.status !== 401 && error.status !== 403)) throw error;
    forgetAccount();
    return once();
  });
}
