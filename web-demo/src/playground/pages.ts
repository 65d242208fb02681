// The tab's history entries: their contents, and new entries from links, files and samples.
import { h, type Child } from "../kit/dom.js";
import { freshId, keep, recall } from "./kept.js";
import { fragmentOf, isFragment } from "../kit/share.js";
import { contentOf, longestLink, type Content } from "./link.js";
import { settingsFrom, type Settings } from "./settings.js";
import { words } from "./words.js";

export interface Shown {
  readonly text: string;
  readonly settings?: Settings;
}

interface Page {
  readonly content: () => Content;
  /** Shows a content; `isNew` if it was just opened. */
  readonly show: (content: Shown, isNew: boolean) => void;
  readonly showNotice: (...what: Child[]) => void;
  /** The text of a tab that has none. */
  readonly opening: () => string;
}

const pause = 400;

export class Pages {
  private id = 0;
  private timer = 0;
  private isDirty = false;
  private isFull = false;

  constructor(private readonly page: Page) {
    addEventListener("pagehide", () => this.keepNow());
    addEventListener("popstate", () => void this.arrive());
    addEventListener("hashchange", () => void this.arrive());
  }

  /**
   * Shows the initial content: this entry's after a reload, a link's, the tab's last one, or else a sample.
   */
  async start(): Promise<void> {
    if (idOf(history.state) !== undefined || isFragment(location.hash)) return this.arrive();
    const kept = recall();
    this.adopt(kept);
    if (kept === undefined) this.page.show({ text: this.page.opening() }, false);
  }

  /**
   * The text or the settings changed. They are stored after a moment, and the address no longer
   * contains them.
   */
  changed(): void {
    this.isDirty = true;
    if (location.hash !== "") history.replaceState({ playground: this.id }, "", location.pathname);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keepNow(), pause);
  }

  /** Opens another content; Back returns to this one. */
  open(content: Shown): void {
    if (this.page.content().text !== "") {
      this.keepNow();
      this.id = freshId();
      history.pushState({ playground: this.id }, "", location.pathname);
    }
    this.page.show(content, true);
    this.isDirty = true;
    this.keepNow();
  }

  /** Returns the address of the content, or `undefined` if it is too long. */
  async link(): Promise<string | undefined> {
    const fragment = await fragmentOf(this.page.content());
    if (fragment.length > longestLink) return undefined;
    this.isDirty = true;
    this.keepNow();
    history.replaceState({ playground: this.id }, "", location.pathname + fragment);
    return location.href;
  }

  private adopt(content: Content | undefined): void {
    this.id = freshId();
    history.replaceState({ playground: this.id }, "", location.href);
    if (content) this.page.show({ text: content.text, settings: settingsFrom(content.settings) }, false);
    this.isDirty = content !== undefined;
    this.keepNow();
  }

  /** Shows an entry of the history: its own content, or that of its link. */
  private async arrive(): Promise<void> {
    const id = idOf(history.state);
    if (id !== undefined) {
      if (id === this.id) return;
      this.keepNow();
      this.id = id;
      const content = recall(id);
      this.page.showNotice();
      this.page.show(content ? { text: content.text, settings: settingsFrom(content.settings) } : { text: "" }, false);
      this.isDirty = false;
      return;
    }
    if (!isFragment(location.hash)) return;
    this.keepNow();
    try {
      const content = await contentOf(location.hash);
      this.page.showNotice();
      this.adopt(content);
    } catch {
      // A link that cannot be read completely is not shown at all.
      this.id = freshId();
      history.replaceState({ playground: this.id }, "", location.pathname);
      this.page.show({ text: "" }, false);
      this.page.showNotice(h("p", {}, words.link.broken));
    }
  }

  private keepNow(): void {
    clearTimeout(this.timer);
    if (!this.isDirty) return;
    this.isDirty = false;
    const kept = keep(this.id, this.page.content());
    if (!kept && !this.isFull) this.page.showNotice(h("p", {}, words.link.notKept));
    this.isFull = !kept;
  }
}

function idOf(state: unknown): number | undefined {
  const id = (state as { playground?: unknown } | null)?.playground;
  return typeof id === "number" ? id : undefined;
}
