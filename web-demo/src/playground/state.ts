// The text, its settings and its results.
import { checkCaseText, prepareCase, repairCase, type Context, type PreparedCase, type Repair, type Report } from "casegate/slim";
import { parsed } from "./format.js";
import { lineStarts, placed, type Shown } from "./places.js";
import { read, type Name, type ReadSettings, type Settings } from "./settings.js";

const pause = 300;

export interface Listeners {
  /** A verdict is available. */
  readonly judged: () => void;
  /** Nothing has changed for a moment. */
  readonly rested: () => void;
}

export class State {
  text = "";
  settings: Settings;
  reading: ReadSettings;
  /** The last valid settings. */
  context: Context;
  report: Report | undefined;
  shown: readonly Shown[] = [];
  starts: readonly number[] = [0];
  /** The text has changed since; a long one is judged after a pause. */
  waits = false;
  /** Increases with every verdict, so that views redraw only what has changed. */
  revision = 0;
  private resting = 0;
  private repaired: Repair | undefined;
  private made: PreparedCase | undefined;

  constructor(settings: Settings, fallback: Context, private readonly listeners: Listeners) {
    this.settings = settings;
    this.reading = read(settings);
    this.context = this.reading.context ?? fallback;
  }

  get isEmpty(): boolean {
    return this.text.trim() === "";
  }

  /** The settings of all verdicts. */
  get fullContext(): Context {
    return { ...this.context, include: ["prepared", "trace"] };
  }

  setText(text: string): void {
    this.text = text;
    this.judge();
  }

  setSettings(settings: Settings): void {
    this.settings = settings;
    this.readAgain();
  }

  set(name: Name, value: string): void {
    this.setSettings({ ...this.settings, [name]: value });
  }

  readAgain(): void {
    this.reading = read(this.settings);
    if (this.reading.context) this.context = this.reading.context;
    this.judge();
  }

  judge(): void {
    this.waits = false;
    this.repaired = this.made = undefined;
    this.revision++;
    this.starts = lineStarts(this.text);
    this.report = this.isEmpty ? undefined : checkCaseText(this.text, this.fullContext);
    this.shown = this.report ? placed(this.text, this.starts, this.report.issues) : [];
    this.listeners.judged();
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.listeners.rested(), pause);
  }

  /** `false` if the text cannot be read as a payload. */
  get isReadable(): boolean {
    return this.report !== undefined && this.report.prepared !== null;
  }

  get repair(): Repair | undefined {
    if (!this.isReadable || this.waits) return undefined;
    return (this.repaired ??= repairCase(parsed(this.text), this.context));
  }

  get prepared(): PreparedCase | undefined {
    if (!this.isReadable || this.waits) return undefined;
    return (this.made ??= prepareCase(parsed(this.text), this.context));
  }
}
