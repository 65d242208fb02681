// The state of the form, and every change of it. Rendering only listens.
import type { Context } from "casegate/form";
import { bookOf, ready } from "./book.js";
import { answersOf, isAnswered, productOf, type Answer, type Answers } from "./answers.js";
import * as drafts from "./draft.js";
import { dayOf, deviceContext, faultOf } from "../kit/context.js";
import { Keeper } from "./keeper.js";
import { offeredAt } from "./known.js";
import { everyStep, labelOf, pages, problemsOf, steps, type Problem } from "./problems.js";
import type { Sample } from "./samples.js";
import { Sending } from "./sending.js";
import type { Parcel } from "./sending-parcel.js";
import { words as sendingWords } from "./sending-words.js";
import { Sheet, type Entry } from "./sheet.js";
import { FileList } from "./files.js";
import { words } from "./words.js";
import { language } from "../kit/language.js";
import { account, contextNow } from "../kit/service.js";

/** The target of the focus after a change. */
export type Focus = { readonly to: "heading" | "summary" | "nowhere" } | { readonly to: "field" | "row"; readonly at: string };

export interface Events {
  /** Another page is shown. */
  page(focus: Focus): void;
  /** The page stays; its content may have changed. */
  update(focus?: Focus): void;
  /** Asks before answers are lost. */
  ask(question: { title: string; text: string; labels: readonly string[]; yes: string; no: string }): Promise<boolean>;
  /** The draft was saved, could not be saved, or was changed by another tab. */
  saved(): void;
}

/** A file may contain any number of members that the form does not know. */
const namedAtMost = 20;

export class App {
  /** The service's settings, after they have arrived. */
  private service: Context | undefined;
  /** The settings of the context panel. Neither the clock nor the service replaces them. */
  private byHand: Partial<Context> = {};
  /** The context of the verdicts. */
  context: Context = this.contextNow();
  /** The answers, and the library's session on them. */
  sheet = this.sheetOf(new Map());
  readonly files = new FileList();
  page = "product";
  furthest = 0;
  /** The review page sent the person here, and expects them back. */
  returnTo: string | undefined;
  /** A text above the page, recreated in each language. */
  notice: (() => string) | undefined;
  /** The reason why the last opened file is not a draft. */
  trouble: drafts.NoDraft["why"] | "unread" | undefined;
  pending: drafts.Draft | undefined = drafts.kept();
  readonly keeper = new Keeper({
    text: () => (this.pending || !this.anyAnswer ? undefined : this.draftText()),
    changed: () => this.events.saved(),
  });
  readonly sending: Sending = new Sending({
    context: () => this.context,
    parcel: () => this.parcel(),
    changed: () => this.events.update(),
    stopped: () => this.events.update(this.listedErrors.length > 0 ? { to: "summary" } : { to: "row", at: "/sending" }),
    arrived: () => this.startAfterSending(),
  });

  private events!: Events;

  listen(events: Events): void {
    this.events = events;
  }

  /**
   * Starts at the confirmation if the address says so, else at the first step or with the draft.
   */
  start(page: string): void {
    if (page === "sent" && this.sending.sent) this.page = "sent";
    else if (this.pending) this.page = "welcome-back";
    this.events.page({ to: "nowhere" });
    // Nothing waits for the service. Until it answers, the day is this device's.
    this.ask(account().then(({ context }) => context));
  }

  get answers(): Answers { return this.sheet.answers; }
  get product() { return productOf(this.answers); }
  get index(): number { return pages.findIndex((page) => page.id === this.page); }
  get anyAnswer(): boolean { return [...this.answers.values()].some(isAnswered); }
  /** The problems that were shown, as far as they still exist. */
  get problems(): Problem[] {
    const { shown } = this.sheet;
    const more = this.sending.findings.all.filter(({ at, code, rule }) => !shown.some((issue) => issue.at === at && issue.code === code && issue.rule === rule));
    return problemsOf([...shown, ...more], this.sheet);
  }

  /** The errors among them on this page or an earlier one. */
  get listedErrors(): Problem[] {
    return this.problems.filter((p) => p.issue.severity === "error" && p.step <= this.index);
  }

  /** The problems that are shown at a field. */
  shownAt(at: string): Problem[] {
    return this.problems.filter((p) => p.at === at);
  }

  /** Takes typed text as it is. */
  type(at: string, text: string): void {
    this.take([[at, text === "" ? undefined : text]]);
  }

  /** Takes a choice; asks first if it would drop other answers. */
  async choose(at: string, answer: Answer | undefined): Promise<void> {
    const { entries, lost } = this.sheet.whatIf(at, answer);
    if (lost.length > 0) {
      const agreed = await this.events.ask({ ...words().ask.removes, labels: lost.map(labelOf) });
      if (!agreed) {
        this.sheet.changed.add(at); // the control shows another answer than the one that stays
        return this.events.update({ to: "field", at });
      }
    }
    this.take(entries);
  }

  /** Fills in an offered value. */
  fillIn(entries: readonly Entry[]): void {
    this.take(entries);
  }

  private take(entries: readonly Entry[]): void {
    this.sheet.make(entries);
    for (const at of offeredAt(entries.map(([place]) => place))) this.sheet.changed.add(at);
    this.sending.edited(entries.map(([at]) => at));
    this.keeper.saveSoon();
    this.events.update();
  }

  /** Makes the repairs that need no person, and returns the number of changed answers. */
  repair(): number {
    const entries = this.sheet.repairedAnswers;
    this.take(entries);
    return entries.length;
  }

  /** Files are kept in this tab only, and are in no draft. */
  filesChanged(): void {
    this.sending.edited([]);
    this.events.update();
  }

  /** Continue: checks this step and earlier ones; an error keeps the person here. */
  next(): void {
    if (this.sending.busy) return;
    this.renewDay();
    const index = this.index;
    const belongs = (p: Problem): boolean => p.step === everyStep || (this.returnTo === undefined ? p.step <= index : p.step === index);
    // Correct answers are not marked as touched; they wait for the next Continue.
    const found = problemsOf(this.sheet.report.issues, this.sheet).filter(belongs);
    this.touch(found);
    if (found.some((p) => p.issue.severity === "error")) return this.events.update({ to: "summary" });
    if (this.page === "check") return void this.sending.send();
    const back = this.returnTo;
    if (back !== undefined) return this.go("check", { to: "row", at: back });
    this.go((pages[index + 1] as { id: string }).id);
  }

  go(page: string, focus: Focus = { to: "heading" }, push = true): void {
    if (this.sending.busy) return this.stay(push);
    const index = pages.findIndex((entry) => entry.id === page);
    const isSent = page === "sent" && this.sending.sent !== undefined;
    if (!isSent && (index < 0 || index > this.furthest + 1)) page = (pages[this.furthest] as { id: string }).id;
    // Another tab may have a draft, which going on from a sent case would show.
    if (!isSent && this.pending) page = "welcome-back";
    // Going back from the confirmation shows an empty form.
    const isBack = this.page === "sent" && page !== "sent" && !push && !this.anyAnswer;
    if (page !== this.page) this.keeper.saveSoon();
    this.page = page;
    this.notice = isBack ? () => sendingWords().sent.left : undefined;
    this.furthest = Math.max(this.furthest, this.index);
    if (page === "check") this.touch(problemsOf(this.sheet.report.issues, this.sheet));
    if (page === "check") this.returnTo = undefined;
    if (push) history.pushState(null, "", `#/${page}`);
    this.events.page(focus);
  }

  /**
   * Moves to a question, from the summary or from the answers; `back` remembers the row to return
   * to.
   */
  visit(at: string, step: number, back = false): void {
    if (back || this.page === "check") this.returnTo = at;
    const page = (steps[step] as { id: string }).id;
    if (page === this.page) this.events.update({ to: "field", at });
    else this.go(page, { to: "field", at });
  }

  /** Moves to the files, and returns to the answers. */
  visitFiles(): void {
    this.returnTo = "/files";
    this.go("files");
  }

  private touch(problems: readonly Problem[]): void {
    for (const p of problems) this.sheet.touch(p.at ?? p.issue.at);
  }

  /** Starts a session for other answers, or for another context. */
  private begin(answers: Answers, touched: Iterable<string> = []): void {
    this.sheet.close();
    this.sheet = this.sheetOf(answers, touched);
  }

  private sheetOf(answers: Answers, touched: Iterable<string> = []): Sheet {
    return new Sheet(answers, this.context, touched, () => this.events.update());
  }

  /**
   * Applies settings of the panel. Invalid ones are returned as an error, and the old ones stay.
   */
  setContext(change: Partial<Context>): string | undefined {
    const fault = faultOf(() => bookOf(this.context).fieldStates({}, { ...this.context, ...change }));
    if (fault !== undefined) return fault;
    this.byHand = { ...this.byHand, ...change };
    this.renewContext();
    return undefined;
  }

  /** The source of the day. */
  get daySource(): "hand" | "service" | "device" {
    return this.byHand.today !== undefined ? "hand" : this.service !== undefined ? "service" : "device";
  }

  /** A form that is left open overnight uses the new day, unless the person chose one. */
  renewDay(): void {
    this.renewContext();
    if (navigator.onLine) this.ask(contextNow());
  }

  /** Applies the service's settings when they arrive; otherwise the current ones stay. */
  private ask(settings: Promise<Context>): void {
    settings.then(ready).then((context) => {
      this.service = context;
      this.renewContext();
    }, () => {});
  }

  private contextNow(): Context {
    return { ...(this.service ?? deviceContext()), ...this.byHand, language: language() };
  }

  private renewContext(): void {
    if (JSON.stringify(this.contextNow()) === JSON.stringify(this.context)) return;
    this.takeContext();
  }

  /** In another language the findings change, and everything is drawn again. */
  changeLanguage(): void {
    this.judgeAnew();
    this.events.page({ to: "nowhere" });
  }

  private judgeAnew(): void {
    this.context = this.contextNow();
    this.files.judgeBy(this.context);
    this.begin(this.answers, this.sheet.places);
  }

  private takeContext(): void {
    this.judgeAnew();
    if (this.page === "check") this.touch(problemsOf(this.sheet.report.issues, this.sheet));
    this.events.update();
  }

  async loadSample(sample: Sample): Promise<void> {
    if (!(await this.mayReplace(words().ask.replaces.sample))) return;
    this.open(answersOf(sample.payload(dayOf(this.context))), "check");
    this.noteUnsent();
  }

  async openFile(text: string): Promise<void> {
    const draft = drafts.readDraft(text);
    const empty = draft.answers.size === 0;
    if (!(await this.mayReplace(words().ask.replaces.file, empty ? words().ask.replaces.empty : ""))) return;
    this.open(draft, draft.step);
    if (empty) this.keeper.forgetOwn();
    this.noteUnsent(draft.unknown, empty);
  }

  /** Lists the parts of an opened case that will not be sent. */
  private noteUnsent(unknown: readonly string[] = [], empty = false): void {
    const held = this.sheet.notAsked;
    if (!empty && unknown.length === 0 && held.length === 0) return;
    this.show(() => [
      empty && words().notices.empty,
      unknown.length > 0 && words().notices.unknown(unknown.slice(0, namedAtMost).join(", "), unknown.length - namedAtMost),
      held.length > 0 && words().notices.notAsked(held.map(labelOf).join(", ")),
    ].filter((notice) => notice !== false).join(" "));
  }

  private show(notice: () => string): void {
    this.notice = notice;
    this.events.page({ to: "heading" });
  }

  /** Asks only if something would be lost. After a yes, the stored draft is replaced as well. */
  private async mayReplace(yes: string, before = ""): Promise<boolean> {
    if (this.pending === undefined && !this.anyAnswer && this.files.all.length === 0) return true;
    const { title, text, no } = words().ask.replaces;
    const agreed = await this.events.ask({ title, text: before + text, labels: [], yes, no });
    if (agreed) this.keeper.accept();
    return agreed;
  }

  private open(opened: { answers: Answers }, page: string): void {
    this.clear();
    this.begin(opened.answers);
    const index = pages.findIndex((entry) => entry.id === page);
    this.furthest = Math.max(0, index);
    this.go(index < 0 ? "product" : page);
    this.keeper.saveSoon();
  }

  restore(): void {
    const draft = this.pending;
    if (!draft) return;
    this.open(draft, draft.step);
    this.keeper.restored(draft.savedAt);
    this.events.saved();
  }

  /**
   * Another tab saved or discarded a draft. Until this tab has restored or typed something, it
   * follows.
   */
  draftChangedElsewhere(): void {
    if (this.pending === undefined) return this.keeper.lookAgain();
    this.pending = drafts.kept();
    this.keeper.accept();
    if (this.pending) return this.events.update();
    this.go("product", { to: "nowhere" });
    this.show(() => words().notices.discarded);
  }

  /** Deletes everything, here and on this device. */
  startAgain(): void {
    this.clear();
    this.begin(new Map());
    this.keeper.forget();
    this.go("product");
  }

  async discard(): Promise<void> {
    if (await this.events.ask({ ...words().ask.discards, labels: [] })) this.startAgain();
  }

  private clear(): void {
    this.keeper.reset();
    this.pending = undefined;
    this.returnTo = undefined;
    this.furthest = 0;
    this.files.clear();
    this.sending.reset();
  }

  private parcel(): Parcel {
    const { prepared } = bookOf(this.context).prepareCase(this.sheet.payload(), this.context);
    const verdicts = this.files.verdicts.files;
    const chosen = this.files.all.map((entry, index) => ({ ...entry, verdict: verdicts[index] }));
    const left = chosen.filter(({ verdict }) => verdict?.status === "rejected");
    return {
      payload: { ...prepared }, answers: [...this.answers].filter(([at]) => !this.sheet.isHidden(at)),
      files: chosen.filter(({ verdict }) => verdict?.status === "accepted"),
      left: left.map(({ file, label, verdict }) => ({ name: file.name, label, taken: false, error: verdict?.error ?? null })),
    };
  }

  /** The case is sent: its draft is no longer needed, and the form is empty again. */
  private startAfterSending(): void {
    this.keeper.forgetOwn();
    this.clear();
    this.begin(new Map());
    // Replaces the answers in the history, so that going back does not lead to sending them again.
    history.replaceState(null, "", "#/sent");
    this.go("sent", { to: "heading" }, false);
  }

  /** While the case is being sent nothing else happens, and Back has no effect. */
  private stay(push: boolean): void {
    if (!push) history.pushState(null, "", `#/${this.page}`);
    this.events.update();
  }

  /** Leaves the sent case. */
  newCase(): void {
    this.sending.forgetSent();
    this.go("product");
  }

  draftText(): string {
    return drafts.writeDraft({ savedAt: new Date().toISOString(), step: this.page, answers: this.answers });
  }
}
