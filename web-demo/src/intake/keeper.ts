// Keeps this tab's draft on this device, and never over one that another tab has kept or discarded meanwhile.
import { forget, keep, storedText } from "./draft.js";

const saveAfter = 2000;

export interface Source {
  /** The draft as it is now; nothing while there is nothing to keep. */
  text(): string | undefined;
  /** What the keeper says of itself may have changed. */
  changed(): void;
}

export class Keeper {
  savedAt: Date | undefined;
  fails = false;
  /** What another tab did to the draft since this tab last kept or read it. */
  elsewhere: "changed" | "discarded" | undefined;

  private readonly source: Source;
  /** The stored draft as this tab last read or wrote it: any other text is another tab's. */
  private known: string | undefined = storedText();
  private unsaved = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(source: Source) {
    this.source = source;
  }

  saveSoon(): void {
    clearTimeout(this.timer);
    this.unsaved = true;
    this.timer = setTimeout(() => this.saveNow(), saveAfter);
  }

  /** Also when the page goes away before the timer has run. */
  saveNow(): void {
    clearTimeout(this.timer);
    const text = this.source.text();
    if (!this.unsaved || text === undefined) return;
    this.compare();
    if (this.elsewhere === undefined) {
      this.fails = !keep(text);
      if (!this.fails) this.settle(text, new Date());
    }
    this.source.changed();
  }

  /** Another tab may have kept or discarded the draft. */
  lookAgain(): void {
    this.compare();
    if (this.elsewhere === undefined && this.unsaved) this.saveSoon();
    this.source.changed();
  }

  /** What is stored now may be replaced: the person has said so, or it has just been read. */
  accept(): void {
    this.known = storedText();
    this.elsewhere = undefined;
  }

  /** The answers are those of the stored draft. */
  restored(savedAt: string): void {
    const at = new Date(savedAt);
    clearTimeout(this.timer);
    this.settle(this.known, Number.isNaN(at.getTime()) ? undefined : at);
  }

  /** The person keeps this tab's answers instead of what another tab did. */
  keepThis(): void {
    this.accept();
    this.unsaved = true;
    this.saveNow();
  }

  /** The answers are about to be replaced by others. */
  reset(): void {
    clearTimeout(this.timer);
    this.settle(this.known, undefined);
  }

  forget(): void {
    forget();
    this.reset();
    this.accept();
  }

  /** Forgets the stored draft unless it is another tab's. */
  forgetOwn(): void {
    this.compare();
    if (this.elsewhere === undefined) this.forget();
  }

  private compare(): void {
    const stored = storedText();
    this.elsewhere = stored === this.known ? undefined : stored === undefined ? "discarded" : "changed";
  }

  private settle(known: string | undefined, savedAt: Date | undefined): void {
    this.known = known;
    this.savedAt = savedAt;
    this.unsaved = false;
  }
}
