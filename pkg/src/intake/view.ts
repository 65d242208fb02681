// The view of one form in its shadow root, and the movements of the focus. Every decision is in
// app.ts.
import type { App, Events, Focus } from "./app.js";
import { hasWhole, load } from "./book.js";
import { ask } from "./dialog.js";
import { h, quietButton, setAttribute, setChildren, setText } from "./dom.js";
import type { Step } from "./layout.js";
import { languageNames } from "./locale.js";
import { loadedLater, loadLater } from "./loaded.js";
import { hasQuestions, steps } from "./problems.js";
import { draftBar } from "./render/draft-bar.js";
import { stepPage, type Page } from "./render/step-page.js";
import { stepsNav } from "./render/steps-nav.js";
import { summaryView } from "./render/summary.js";
import { addSheet, setContent } from "./sheets.js";

export interface Listener extends Pick<Events, "leaving" | "sent"> {
  /** Another page is shown. */
  page(title: string): void;
  /** A part could not be loaded. */
  missing(error: unknown): void;
  /** Anything else may have changed. */
  change(title: string, errors: number): void;
  /** `true` if the form offers its other language. */
  hasSwitch(): boolean;
  /** The person chooses the other language. */
  switches(): Promise<boolean>;
}

/** The pause before parts are asked for again by themselves, in milliseconds. */
const pause = 10_000;

/** The time in which a press becomes a click, in milliseconds. */
const longestPress = 1000;

export class View {
  private readonly app: App;
  private readonly listener: Listener;
  private readonly frame: HTMLElement;
  private readonly column: HTMLElement;
  private readonly side: HTMLElement;
  private readonly beside: HTMLSlotElement;
  private readonly main: HTMLElement;
  private readonly given: HTMLElement;
  private readonly notice: HTMLElement;
  private readonly status: HTMLElement;
  private readonly other: HTMLElement;
  private readonly switching: HTMLElement;
  private summary;
  private nav;
  private bar;
  private page: Page;
  private lastErrors = 0;
  private loading: Promise<boolean> | undefined;
  private failedAt = -Infinity;
  /** The pointer is down, and changes are shown once it has clicked. */
  private isPressed = false;
  private waits = false;

  constructor(app: App, listener: Listener) {
    this.app = app;
    this.listener = listener;
    this.summary = summaryView(app);
    this.nav = stepsNav(app);
    this.bar = draftBar(app);
    this.main = h("div", { class: "page" });
    this.notice = h("p", { class: "notice", role: "status" });
    this.status = h("p", { class: "vh", id: "form-status", role: "status" });
    this.other = quietButton("", () => void this.switchLanguage(), { id: "language" });
    this.switching = h("div", { class: "switch" }, h("p", { role: "status" }), this.other);
    this.column = h("div", { class: "column" }, this.switching, this.nav.root, this.main, this.status);
    this.beside = h("slot", { name: "beside", onslotchange: () => this.showSide() });
    this.given = h("section", { class: "given-list", "aria-labelledby": "given-title" });
    this.side = h("div", { class: "form-side" }, this.given, this.bar.root, this.beside);
    this.frame = h("div", { class: "intake", lang: app.locale.language }, h("div", { class: "columns" }, this.column, this.side));
    this.frame.addEventListener("mousedown", () => this.press(), true);
    this.frame.addEventListener("click", () => { this.isPressed = false; }, true);
    this.page = { title: "", root: this.main, update: () => {} };
    setContent(app.root, this.frame);
    app.listen({
      page: (focus) => this.show(focus),
      update: (focus) => {
        // A note that appears when a box is left would move a button from under the pointer that presses it.
        this.waits = this.isPressed && focus === undefined;
        if (this.waits) return;
        this.update(app.sheet.changed);
        this.setFocus(focus);
      },
      ask: (question) => ask(question, this.frame),
      say: (sentence) => { this.status.textContent = sentence; },
      saved: () => {
        this.bar.update();
        if (app.page === "check") this.page.update(); // what another tab did to the draft matters before sending
        this.listener.change(this.page.title, app.listedErrors.length);
      },
      isLoaded: (page) => isLoaded(page),
      load: () => this.load(),
      later: loadedLater,
      read: () => this.page.read?.(),
      leaving: (to) => listener.leaving(to),
      sent: (receipt, parcel) => listener.sent(receipt, parcel),
    });
  }

  private press(): void {
    this.isPressed = true;
    const release = (): void => {
      this.isPressed = false;
      if (this.waits) this.update(this.app.sheet.changed);
    };
    addEventListener("mouseup", () => setTimeout(release), { once: true, capture: true });
    // A pointer that was dragged away may never come back.
    setTimeout(release, longestPress);
  }

  /** Loads the pages after the questions, and the module that judges files. Resolves to `false` if they cannot be fetched. */
  private load(): Promise<boolean> {
    return (this.loading ??= this.fetch().finally(() => { this.loading = undefined; }));
  }

  private async fetch(): Promise<boolean> {
    try {
      const isFirst = loadedLater() === undefined;
      await Promise.all([loadLater(), load()]);
      const { sheet } = this.app;
      if (isFirst) for (const at of sheet.states.keys()) sheet.changed.add(at); // with offers, now
      this.addLaterStyles();
      this.update(sheet.changed);
      return true;
    } catch (error) {
      this.failedAt = Date.now();
      this.listener.missing(error);
      return false;
    }
  }

  addLaterStyles(): void {
    const css = loadedLater()?.css;
    if (css !== undefined) addSheet(this.app.root, css);
  }

  /** Shows the form again in an element that was removed and returns. */
  resume(): void {
    setContent(this.app.root, this.frame);
    this.redraw();
  }

  /** Draws everything in the app's language. The app has the answers. */
  redraw(): void {
    const { app } = this;
    const { scrollY: top } = window;
    const focused = app.root.activeElement;
    this.frame.lang = app.locale.language;
    const [oldNav, oldBar] = [this.nav.root, this.bar.root];
    this.summary = summaryView(app);
    oldNav.replaceWith((this.nav = stepsNav(app)).root);
    oldBar.replaceWith((this.bar = draftBar(app)).root);
    app.setLocale(app.locale);
    if (focused !== null && !focused.isConnected) this.focusAgain(focused);
    scrollTo(window.scrollX, top);
  }

  /** Applies what the page has changed beside the answers. */
  refresh(): void {
    this.update();
  }

  /** Focuses the element that took the place of another one, with the same selection. */
  private focusAgain(before: Element): void {
    const now = before.id === "" ? null : this.app.root.getElementById(before.id);
    if (now === null) return this.focusHeading();
    now.closest("details")?.setAttribute("open", "");
    now.focus({ preventScroll: true });
    const isText = (element: Element): element is HTMLInputElement => element.matches("textarea, input:not([type=radio], [type=checkbox], [type=file])");
    if (isText(before) && isText(now)) now.setSelectionRange(before.selectionStart, before.selectionEnd);
  }

  private async switchLanguage(): Promise<void> {
    const isThere = await this.listener.switches();
    setText(this.switching.firstElementChild as Element, isThere ? "" : this.app.locale.words.notices.notLoaded);
  }

  /** Focuses the heading of the page. */
  focusHeading(): void {
    this.app.root.getElementById("heading")?.focus({ preventScroll: true });
    if (this.app.root.host.getBoundingClientRect().top < 0) this.app.root.host.scrollIntoView();
  }

  private show(focus: Focus): void {
    const { app } = this;
    this.lastErrors = 0;
    this.status.textContent = "";
    this.addLaterStyles(); // another element may have fetched them
    this.page = pageFor(app);
    this.main.replaceChildren(this.summary.root, this.page.root);
    this.update();
    this.listener.page(this.page.title);
    this.setFocus(focus);
  }

  private update(changed?: ReadonlySet<string>): void {
    this.waits = false;
    const { app } = this;
    // Something was answered, so more pages follow.
    if (!isLoaded("files") && changed !== undefined && app.anyAnswer && Date.now() - this.failedAt > pause) void this.load();
    this.page.update(changed);
    app.sheet.changed.clear();
    this.summary.update();
    setText(this.notice, app.notice?.() ?? "");
    if (app.notice === undefined) this.notice.parentNode?.removeChild(this.notice);
    else if (this.notice.nextSibling !== this.page.root) this.page.root.before(this.notice);
    this.nav.update();
    this.bar.update();
    this.showGiven();
    this.showSide();
    const { other } = app.locale;
    this.switching.hidden = !this.listener.hasSwitch();
    setText(this.other, this.switching.hidden ? "" : languageNames[other]);
    setAttribute(this.other, "lang", other);
    for (const part of [this.switching, this.nav.root, this.side]) part.inert = app.sending.busy;
    const errors = app.listedErrors.length;
    // A repair is announced as well. An update that changes no error leaves the announcement.
    if (errors !== this.lastErrors) this.status.textContent = errors < this.lastErrors ? app.locale.words.findings.left(errors) : "";
    this.lastErrors = errors;
    this.listener.change(this.page.title, errors);
  }

  /** Shows the answers beside the questions that follow; the review has them itself. */
  private showGiven(): void {
    const { app } = this;
    const rows = app.index > 0 && app.page !== "check" ? loadedLater()?.givenList(app) ?? [] : [];
    this.given.hidden = rows.length === 0;
    setChildren(this.given, this.given.hidden ? "" : JSON.stringify([app.locale.language, app.product, ...app.answers]), () => rows);
  }

  /** Without anything beside it, the form is one column. */
  private showSide(): void {
    this.side.hidden = this.app.page === "sent" || (this.bar.root.hidden && this.beside.assignedNodes().length === 0);
  }

  private setFocus(focus: Focus | undefined): void {
    if (focus === undefined || focus.to === "nowhere") return;
    if (focus.to === "field" || focus.to === "row") {
      if (this.page.focusOn?.(focus.at)) return;
    }
    if (this.app.listedErrors.length > 0 && focus.to !== "heading") return this.summary.focus();
    this.focusHeading();
  }
}

function isLoaded(page: string): boolean {
  return hasQuestions(page) || (loadedLater() !== undefined && (hasWhole() || (page !== "files" && page !== "check")));
}

function pageFor(app: App): Page {
  const later = loadedLater();
  const step = steps.find((entry) => entry.id === app.page);
  if (step || later === undefined) return stepPage(app, step ?? (steps[0] as Step));
  if (app.page === "welcome-back") return later.welcomeBack(app);
  if (app.page === "sent" && app.sending.sent) return later.sentPage(app, app.sending.sent);
  return app.page === "files" ? later.filesPage(app) : later.checkPage(app);
}
