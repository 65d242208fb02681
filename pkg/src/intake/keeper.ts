// Saves this tab's draft on this device, and never over one that another tab has saved or discarded
// meanwhile.
import type { DraftPlace } from "./draft.js";

const saveAfter = 2000;

export interface Source {
  /** The current draft; `undefined` while there is nothing to save. */
  text(): string | undefined;
  /** The state of the keeper may have changed. */
  changed(): void;
}

export class Keeper {
  savedAt: Date | undefined;
  fails = false;
  /** The change of the draft by another tab since this tab last saved or read it. */
  elsewhere: "changed" | "discarded" | undefined;

  private readonly source: Source;
  private readonly place: DraftPlace;
  /** The stored draft as this tab last read or wrote it. Any other text is from another tab. */
  private known: string | undefined;
  private unsaved = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(source: Source, place: DraftPlace) {
    this.source = source;
    this.place = place;
  }

  saveSoon(): void {
    clearTimeout(this.timer);
    this.unsaved = true;
    if (!this.place.isOn) return;
    this.timer = setTimeout(() => this.saveNow(), saveAfter);
  }

  /** Also called when the page is left before the timer has fired. */
  saveNow(): void {
    clearTimeout(this.timer);
    const text = this.source.text();
    if (!this.place.isOn || !this.unsaved || text === undefined) return;
    this.compare();
    if (this.elsewhere === undefined) {
      this.fails = !this.place.keep(text);
      if (!this.fails) this.settle(text, new Date());
    }
    this.source.changed();
  }

  /** Another tab may have saved or discarded the draft. */
  lookAgain(): void {
    this.compare();
    if (this.elsewhere === undefined && this.unsaved) this.saveSoon();
    this.source.changed();
  }

  /** The stored draft may be replaced, because the person said so, or it was just read. */
  accept(): void {
    this.claim();
    this.known = this.place.text();
    this.elsewhere = undefined;
  }

  /** The next answers are another draft's, or those of a new one. */
  use(key?: string): void {
    if (key === undefined) this.place.useFree();
    else this.place.key = key;
    this.elsewhere = undefined;
    this.known = key === undefined ? undefined : this.place.text();
  }

  /** The answers are those of the stored draft. */
  restored(savedAt: string): void {
    const at = new Date(savedAt);
    clearTimeout(this.timer);
    this.settle(this.known, Number.isNaN(at.getTime()) ? undefined : at);
  }

  /** The person keeps this tab's answers despite another tab's change. */
  keepThis(): void {
    this.accept();
    this.unsaved = true;
    this.saveNow();
  }

  /** The answers are about to be replaced. */
  reset(): void {
    clearTimeout(this.timer);
    this.settle(this.known, undefined);
  }

  forget(): void {
    this.place.forget();
    this.reset();
    this.accept();
  }

  /** `true` if answers have changed since the last save. */
  get hasUnsaved(): boolean {
    return this.unsaved;
  }

  /** Deletes the stored draft unless it is another tab's. */
  forgetOwn(): void {
    this.compare();
    if (this.elsewhere === undefined) this.forget();
  }

  /** Another tab may have taken the key before this one saved anything. */
  private claim(): void {
    if (this.known === undefined && this.place.text() !== undefined) this.place.useFree();
  }

  private compare(): void {
    this.claim();
    const stored = this.place.text();
    this.elsewhere = stored === this.known ? undefined : stored === undefined ? "discarded" : "changed";
  }

  private settle(known: string | undefined, savedAt: Date | undefined): void {
    this.known = known;
    this.savedAt = savedAt;
    this.unsaved = false;
  }
}
