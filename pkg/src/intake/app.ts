// The state of the form, and every change of it. Rendering only listens.
import { today } from "../form.js";
import type { IntakeContext, IntakePage, IntakeReceipt } from "../intake-types.js";
import type { Context, Issue } from "../types.js";
import { bookOf, ready } from "./book.js";
import { isAnswered, productOf, type Answer, type Answers } from "./answers.js";
import { NoDraft, writeDraft, type DraftPlace } from "./draft.js";
import type { Changes, Draft, StoredDraft } from "./draft-reading.js";
import type { Given } from "./given.js";
import { Keeper } from "./keeper.js";
import { extra } from "./extra.js";
import { eligibility, ineligible } from "./layout.js";
import type { Locale } from "./locale.js";
import { inTime } from "./parts.js";
import { Omitted } from "./omitted.js";
import { everyStep, pages, problemsOf, steps, type Problem } from "./problems.js";
import { Sending, type Source } from "./sending.js";
import type { Parcel } from "./sending-parcel.js";
import type { SentKeeper } from "./sent.js";
import { Sheet, type Entry } from "./sheet.js";
import { FileList } from "./files.js";
import { understood } from "./understood.js";

type Later = typeof import("./later.js");

/** The target of the focus after a change. */
export type Focus = { readonly to: "heading" | "summary" | "nowhere" } | { readonly to: "field" | "row"; readonly at: string };

export interface Events {
  /** Another page is shown. */
  page(focus: Focus): void;
  /** The page stays; its content may have changed. */
  update(focus?: Focus): void;
  /** Asks before answers are lost. */
  ask(question: { title: string; text: string; labels: readonly string[]; yes: string; no: string }): Promise<boolean>;
  /** Announces a sentence to screen readers. */
  say(sentence: string): void;
  /** The draft was saved, could not be saved, or was changed by another tab. */
  saved(): void;
  /** `true` if a page can be shown at once. */
  isLoaded(page: string): boolean;
  /** Loads all pages. Resolves to `false` if they cannot be fetched. */
  load(): Promise<boolean>;
  /** What `load` fetches, or another element has fetched. */
  later(): Later | undefined;
  /** Takes what the boxes show. */
  read(): void;
  /** `page` is shown next, unless this returns `false`. */
  leaving(to: string): boolean;
  /** The service has the case. */
  sent(receipt: IntakeReceipt, parcel: Parcel): void;
}

/** What an element gives to its form. */
export interface Setup extends Pick<Source, "backend" | "failed" | "submit"> {
  readonly root: ShadowRoot;
  readonly locale: Locale;
  readonly drafts: DraftPlace;
  readonly sent: SentKeeper;
  /** The page's settings. */
  settings(): IntakeContext;
  /** The time zone whose day counts as today; by default that of this device. */
  timeZone(): string | undefined;
  /** The answers of a new form. */
  prefill(): Given;
  /** The product that the page has chosen, which the form does not ask for. */
  product(): "pl" | "pe" | undefined;
  /** The pointers of the questions that the page hides. */
  hidden(): readonly string[];
  /** Settings of the page cannot be used. */
  refused(error: unknown): void;
  /** The page has a backend, or its address. A listener for cases cannot be seen. */
  hasBackend(): boolean;
  /** The store of drafts refuses them. */
  unsaved(): void;
  /** A hidden question needs an answer of a person, so it is shown. */
  revealed(at: string): void;
}

const emails = "/cc_emails";

/** How long a form that starts waits for the pages after the questions, in milliseconds. */
const patience = 8000;

export class App {
  readonly root: ShadowRoot;
  locale: Locale;
  /** The context of the verdicts. */
  context: Context;
  /** The answers, and the library's session on them. */
  sheet: Sheet;
  readonly files = new FileList();
  page: IntakePage = "product";
  furthest = 0;
  /** The review page sent the person here, and expects them back. */
  returnTo: string | undefined;
  /** A text above the page, recreated in each language. */
  notice: (() => string) | undefined;
  /** The reason why the last opened file is not a draft. */
  trouble: NoDraft["why"] | "unread" | undefined;
  /** The drafts of earlier visits, until one is continued or a new form is started. */
  pending: readonly StoredDraft[] = [];
  /** The time of an attempt to send these answers whose end is not known, perhaps because the page ended. */
  submittedAt: string | undefined;
  readonly keeper: Keeper;
  readonly sending: Sending;
  readonly setup: Setup;

  private events!: Events;
  /** What is wrong with the settings of the page. */
  private refused: string | undefined;
  private hasFailed = false;
  private isStarted = false;
  /** A choice waits for an answer to the question about it. */
  private isAsking = false;
  /** The addresses before more is typed into their box. Half an address gets no note. */
  private emailsBefore: string | undefined;
  /** The place whose box was typed in and not left yet. */
  private typing: string | undefined;
  private readonly omitted = new Omitted(this);

  constructor(setup: Setup) {
    this.setup = setup;
    this.root = setup.root;
    this.locale = setup.locale;
    this.context = this.contextNow();
    this.files.judgeBy(this.context);
    this.sheet = this.sheetOf(this.newAnswers());
    this.keeper = new Keeper({
      text: () => (this.pending.length > 0 || !this.anyAnswer ? undefined : this.draftText()),
      changed: () => {
        if (this.keeper.fails && !this.hasFailed) setup.unsaved();
        this.hasFailed = this.keeper.fails;
        this.events.saved();
      },
    }, setup.drafts);
    this.sending = new Sending({
      context: () => this.context,
      backend: () => setup.backend(),
      submit: (submission, ways) => setup.submit(submission, ways),
      failed: (reading, error) => setup.failed(reading, error),
      parcel: () => this.parcel(),
      mark: (at) => {
        const before = this.submittedAt;
        this.submittedAt = at;
        this.keeper.saveSoon();
        this.keeper.saveNow();
        return before;
      },
      changed: () => this.events.update(),
      stopped: () => this.events.update(this.listedErrors.length > 0 ? { to: "summary" } : { to: "row", at: "/sending" }),
      arrived: (receipt) => this.startAfterSending(receipt),
    }, setup.sent);
  }

  listen(events: Events): void {
    this.events = events;
  }

  /**
   * Starts at the confirmation if the page says so, else at the first step or with the drafts.
   */
  async start(page: string, isWhole: boolean): Promise<void> {
    this.pending = this.stored();
    this.keeper.use(); // where an expired draft was
    if (page === "sent" && this.sending.sent && (await inTime(this.events.load(), patience).catch(() => false))) this.page = "sent";
    else if (this.pending.length > 0) this.page = "welcome-back";
    if (!isWhole || (this.events.later() === undefined && !this.setup.drafts.isEmpty)) this.notice = () => this.locale.words.notices.notLoaded;
    if (this.events.later()?.hasUnreadable(this.setup.drafts) === true || this.setup.sent.isUnreadable) {
      this.notice = () => this.locale.words.notices.stored;
      this.setup.refused(new Error("A stored record of the form cannot be read."));
    }
    if (this.refused !== undefined) this.notice = () => this.locale.words.notices.settings;
    for (const at of this.setup.hidden()) this.isFixed(at);
    this.isStarted = true;
    this.events.page({ to: "nowhere" });
  }

  /** After `load`. */
  private get later(): Later {
    return this.events.later() as Later;
  }

  private stored(): readonly StoredDraft[] {
    return this.events.later()?.storedDrafts(this.setup.drafts, this.setup.product()) ?? [];
  }

  /** Saves the draft, because the page may end. */
  save(): void {
    this.events.read();
    this.keeper.saveNow();
  }

  /** The element is removed, and may return with these answers. */
  end(): void {
    this.save();
    if (!this.sending.busy) this.sheet.close();
  }

  /** Answers or files would be lost with this page, because no store has them. */
  get hasUnsaved(): boolean {
    return this.sending.busy || this.files.all.length > 0 || (this.keeper.hasUnsaved && this.anyAnswer);
  }

  get answers(): Answers { return this.sheet.answers; }
  get product() { return productOf(this.answers); }
  get index(): number { return pages.findIndex((page) => page.id === this.page); }
  /** `true` if a person has answered anything. */
  get anyAnswer(): boolean {
    const given = this.newAnswers();
    return [...this.answers].some(([at, answer]) => isAnswered(answer) && JSON.stringify(answer) !== JSON.stringify(given.get(at)));
  }
  /** Nothing of a person would be lost with other given answers. */
  get isUntouched(): boolean {
    this.events.read();
    return this.pending.length === 0 && this.page === "product" && !this.anyAnswer;
  }
  /** The form does not ask for it: the page has chosen the product, or hides the question. */
  isFixed(at: string): boolean { return (at === "/case_type" && this.setup.product() !== undefined) || this.omitted.has(at); }
  /** The problems that were shown, as far as they still exist. */
  get problems(): Problem[] {
    const { shown } = this.sheet;
    const more = this.sending.findings.in(this.locale.language).filter(({ at, code, rule }) => !shown.some((issue) => issue.at === at && issue.code === code && issue.rule === rule));
    return this.placed([...shown, ...more, ...this.notes]);
  }

  /** The notes on answers whose boxes were left. */
  private get notes(): readonly Issue[] {
    const isAsked = (at: string): boolean => (this.page === "check" || at !== this.typing || at === emails) && !this.sheet.isHidden(at);
    return extra.answerNotes?.(this.answers, isAsked, this.locale.sending.notes, this.sheet.context.today, this.emailsBefore) ?? [];
  }

  /**
   * A wrong answer that excludes the product is a problem of the first step, which asks for it as
   * well, until its own step is reached.
   */
  private placed(issues: readonly Issue[]): Problem[] {
    const isEarly = ({ at, issue, step }: Problem): boolean =>
      at !== undefined && this.index < step && issue.code !== "required" && eligibility.product === this.product && eligibility.at.includes(at);
    return problemsOf(issues.map((issue) => this.reasoned(issue)), this.sheet).map((problem) => (isEarly(problem) ? { ...problem, step: 0 } : problem));
  }

  /** A day or month that does not exist is named, because the form takes dates as people write them. */
  private reasoned(issue: Issue): Issue {
    const text = issue.code === "not_a_date" ? this.answers.get(issue.at) : undefined;
    const reason = typeof text === "string" ? extra.dateNote?.(this.locale, text.trim()) : "";
    return reason ? { ...issue, message: reason } : issue;
  }

  /** The errors among them on this page or an earlier one. */
  get listedErrors(): Problem[] {
    return this.problems.filter((p) => p.issue.severity === "error" && p.step <= this.index);
  }

  /** The problems that are shown at a field. */
  shownAt(at: string): Problem[] {
    return this.problems.filter((p) => p.at === at);
  }

  /** Takes typed text. A finding that is shown goes as soon as the text is understood. */
  type(at: string, text: string): void {
    this.typing = at;
    if (at === emails) this.emailsBefore ??= String(this.answers.get(at) ?? "");
    this.take([[at, text === "" ? undefined : text]]);
    this.rewrite(at, this.sheet.shown);
  }

  /** A box was left: its answer is shown as it is understood. */
  leave(at: string): void {
    this.typing = undefined;
    if (at === emails) this.emailsBefore = undefined;
    const isRewritten = this.rewrite(at, this.sheet.report.issues);
    this.touchIneligible(at);
    if (at === emails && isAnswered(this.answers.get(at))) this.sheet.touch(at);
    this.sheet.changed.add(at);
    this.events.update();
    const answer = this.answers.get(at);
    if (!isRewritten || typeof answer !== "string") return;
    this.events.say(this.locale.words.form.understood(this.locale.labelOf(at), this.locale.answer(this.locale.fieldAt(at)?.type ?? "", answer)));
  }

  /** Writes an answer in the form that the service reads, if the library does so. */
  private rewrite(at: string, issues: readonly Issue[]): boolean {
    const entries = understood(this.answers, issues.filter((issue) => issue.at === at), ["rewrite", "uppercase"]);
    if (entries.length > 0) this.take(entries);
    return entries.length > 0;
  }

  /** Takes a choice; asks first if it would drop other answers. */
  async choose(at: string, answer: Answer | undefined): Promise<void> {
    this.events.read();
    const { entries, lost } = this.sheet.whatIf(at, answer);
    if (lost.length > 0) {
      this.isAsking = true;
      const agreed = await this.events.ask({ ...this.locale.words.ask.removes, labels: lost.map((place) => this.locale.labelOf(place)) });
      this.isAsking = false;
      if (!agreed) {
        this.sheet.changed.add(at); // the control shows another answer than the one that stays
        return this.events.update({ to: "field", at });
      }
    }
    this.sheet.make(entries);
    this.touchIneligible(at);
    this.taken(entries);
  }

  /** An answer that excludes the case, or a date that only looks wrong, is reported before Continue. */
  private touchIneligible(at: string): void {
    if (this.sheet.report.issues.some(({ at: other, code }) => other === at && (ineligible.has(code) || code === "future_date" || code === "date_long_ago"))) this.sheet.touch(at);
  }

  /** Fills in an offered value. */
  fillIn(entries: readonly Entry[]): void {
    this.take(entries);
  }

  private take(entries: readonly Entry[]): void {
    this.sheet.make(entries);
    this.taken(entries);
  }

  private taken(entries: readonly Entry[]): void {
    for (const at of extra.offeredAt?.(entries.map(([place]) => place)) ?? []) this.sheet.changed.add(at);
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

  /** Files are kept in this tab only. A draft has their names. */
  filesChanged(): void {
    this.keeper.saveSoon();
    this.sending.edited([]);
    this.events.update();
  }

  /** Continue: checks this step and earlier ones; an error keeps the person here. */
  next(): void {
    if (this.sending.busy) return;
    this.events.read();
    if (this.isAsking) return;
    this.renewDay();
    // Answers of the page or of a draft were in no box that was left.
    const rewritten = understood(this.answers, this.sheet.report.issues);
    if (rewritten.length > 0) this.take(rewritten);
    const index = this.index;
    const belongs = (p: Problem): boolean => p.step === everyStep || (this.returnTo === undefined ? p.step <= index : p.step === index);
    // Correct answers are not marked as touched; they wait for the next Continue.
    const found = this.placed(this.sheet.report.issues).filter(belongs);
    this.touch(found);
    if (found.some((p) => p.issue.severity === "error")) return this.events.update({ to: "summary" });
    const to = this.page === "check" ? "sent" : this.returnTo !== undefined ? "check" : (pages[index + 1] as { id: string }).id;
    if (!this.events.leaving(to)) return this.events.update();
    if (this.page === "check") return void this.later.submit(this);
    const back = this.returnTo;
    if (back !== undefined) return this.go("check", { to: "row", at: back });
    this.go(to);
  }

  ask(question: Parameters<Events["ask"]>[0]): Promise<boolean> {
    return this.events.ask(question);
  }

  go(page: string, focus: Focus = { to: "heading" }, push = true): void {
    if (this.sending.busy) return this.events.update();
    this.events.read();
    const index = pages.findIndex((entry) => entry.id === page);
    const isSent = page === "sent" && this.sending.sent !== undefined;
    if (!isSent && (index < 0 || index > this.furthest + 1)) page = (pages[this.furthest] as { id: string }).id;
    // Another tab may have a draft, which going on from a sent case would show.
    if (!isSent && this.pending.length > 0) page = "welcome-back";
    if (!this.events.isLoaded(page)) {
      void this.events.load().then((isLoaded) => (isLoaded ? this.go(page, focus, push) : this.show(() => this.locale.words.notices.notLoaded)));
      return;
    }
    // Going back from the confirmation shows an empty form.
    const isBack = this.page === "sent" && page !== "sent" && !push && !this.anyAnswer;
    if (page !== this.page) this.keeper.saveSoon();
    this.page = page as IntakePage;
    this.notice = isBack ? () => this.locale.sending.sent.left : undefined;
    this.furthest = Math.max(this.furthest, this.index);
    if (page === "check") this.touch(problemsOf(this.sheet.report.issues, this.sheet));
    if (page === "check") this.returnTo = undefined;
    this.events.page(focus);
  }

  /** Back: to the review if it sent the person here, else to the page before. */
  back(): void {
    const at = this.returnTo;
    if (at !== undefined) this.go("check", { to: "row", at });
    else this.go((pages[this.index - 1] as { id: string }).id);
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
    return new Sheet(answers, this.context, touched, () => this.events.update(), (issue) => this.locale.messageOf(issue, this.context.today));
  }

  /** The answers of a new form: those of the page. */
  private newAnswers(): Answers {
    const product = this.setup.product();
    const { answers } = this.setup.prefill();
    return product === undefined ? answers : new Map([...answers, ["/case_type", product]]);
  }

  /** A form that is left open overnight uses the new day, unless the page has chosen one. */
  renewDay(): void {
    this.renewContext();
  }

  /** Applies answers that the page gives after the start: a product always, others to a new form. */
  givenChanged(wasUntouched: boolean): void {
    const product = this.setup.product();
    if (wasUntouched || this.pending.length > 0) {
      const answers = this.newAnswers();
      if (JSON.stringify([...answers]) === JSON.stringify([...this.answers])) {
        // A framework sets equal values again. The product may be fixed now.
        this.sheet.changed.add("/case_type");
        return this.events.update();
      }
      this.omitted.reset();
      this.begin(answers);
      if (this.pending.length > 0) return this.draftChangedElsewhere();
      this.events.page({ to: "nowhere" });
    } else if (product !== undefined && product !== this.product) {
      const { entries, lost } = this.sheet.whatIf("/case_type", product);
      this.take(entries);
      void this.canLoad().then((isLoaded) => { if (isLoaded) this.note({ lost: [], added: [], stale: lost }, false); });
    }
  }

  /** Names answers of the page that no question of a new form can show. */
  async noteGiven(): Promise<void> {
    const known = this.setup.prefill().lost.filter((at) => this.locale.fieldAt(at) !== undefined);
    if (known.length === 0 || !(await this.events.load()) || this.page !== "product") return;
    this.notice = () => this.later.noteOf(this.locale, { lost: known, added: [], stale: [] }, [], false);
    this.events.page({ to: "nowhere" });
  }

  /** Applies the page's settings once the module for them is loaded; otherwise the current ones stay. */
  settingsChanged(): void {
    ready(this.setup.settings()).then(() => this.renewContext(), () => {});
    if (this.setup.settings().house === undefined) this.renewContext();
  }

  private contextNow(): Context {
    const settings = this.setup.settings();
    const zone = this.setup.timeZone();
    // The service takes a case without a usable address, and then nobody is asked and nobody hears of it.
    const severity = { not_an_email: "error" as const, ...settings.severity };
    const { language } = this.locale;
    let day = settings.today;
    try {
      day ??= zone === undefined ? localToday() : today(zone);
    } catch (error) {
      this.refuse(error); // a zone that the browser does not know
    }
    const now = { ...settings, severity, today: day ?? localToday(), language };
    try {
      bookOf(now).fieldStates({}, now);
      return now;
    } catch (error) {
      const before: Context = { ...((this.context as Context | undefined) ?? { severity: { not_an_email: "error" }, today: localToday() }), language };
      bookOf(before).fieldStates({}, before); // throws if the module is at fault, and not the settings
      this.refuse(error);
      return before;
    }
  }

  /** Settings of the page that cannot be used must not end the form. Each is told once. */
  private refuse(error: unknown): void {
    if (String(error) === this.refused) return;
    this.refused = String(error);
    this.setup.refused(error);
    this.noteSettings();
  }

  /** Says that the page has a setting without effect. Before the start, the start does. */
  noteSettings(): void {
    this.refused ??= "";
    this.notice = () => this.locale.words.notices.settings;
    // Not in the middle of a change.
    void Promise.resolve().then(() => this.isStarted && this.events.update());
  }

  private renewContext(): void {
    if (JSON.stringify(this.contextNow()) !== JSON.stringify(this.context)) this.takeContext();
  }

  /** In another language the findings change, and everything is drawn again. */
  setLocale(locale: Locale): void {
    this.events.read();
    this.locale = locale;
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

  /**
   * Opens a payload of the page. Returns `false` if the person keeps the answers, or nothing could be
   * opened.
   */
  async openPayload({ answers, lost }: Given, page: string, yes?: string): Promise<boolean> {
    if (!(await this.canLoad()) || this.sending.busy || !(await this.mayReplace(yes))) return false;
    this.open({ savedAt: "", step: page, answers, unknown: lost });
    return true;
  }

  async openFile(file: File): Promise<void> {
    if (!(await this.canLoad())) return;
    const draft = this.later.readDraft(await file.text());
    if (!this.later.isFor(this.setup.product(), draft.answers)) throw new NoDraft("otherProduct");
    const empty = draft.answers.size === 0;
    if (!(await this.mayReplace(undefined, empty))) return;
    this.open(draft, empty);
    if (empty) this.keeper.forgetOwn();
  }

  /** Loads all pages, or says that they cannot be fetched. */
  private async canLoad(): Promise<boolean> {
    const isLoaded = await this.events.load();
    if (!isLoaded) this.show(() => this.locale.words.notices.notLoaded);
    return isLoaded;
  }

  private show(notice: () => string): void {
    this.notice = notice;
    this.events.page({ to: "heading" });
  }

  /** Asks only if something would be lost. After a yes, the stored draft is replaced as well. */
  private async mayReplace(agree?: string, isEmpty = false): Promise<boolean> {
    this.events.read();
    if (!this.anyAnswer && this.files.all.length === 0) return true;
    const { title, text, empty, file, no } = this.locale.sending.replaces;
    const agreed = await this.events.ask({ title, text: (isEmpty ? empty : "") + text, labels: [], yes: agree ?? file, no });
    if (agreed) this.keeper.accept();
    return agreed;
  }

  private open(draft: Draft, empty = false): void {
    const product = this.setup.product();
    this.clear();
    this.files.clear(draft.files);
    this.begin(product === undefined ? draft.answers : new Map([...draft.answers, ["/case_type", product]]));
    this.submittedAt = draft.submittedAt;
    const changes = this.later.changesSince(draft, this.sheet);
    this.sheet.make(understood(this.answers, this.sheet.report.issues));
    const index = pages.findIndex((entry) => entry.id === draft.step);
    this.furthest = Math.max(0, index);
    this.go(index < 0 ? "product" : draft.step);
    this.keeper.saveSoon();
    this.note(changes, empty);
  }

  private note(changes: Changes, empty: boolean): void {
    const found = problemsOf(changes.added, this.sheet);
    this.touch(found);
    const notice = (): string => [this.later.noteOf(this.locale, changes, found, empty), this.page === "files" ? "" : this.missingFiles].filter(Boolean).join(" ");
    if (notice() !== "") this.show(notice);
  }

  /** What to choose again, in words. */
  get missingFiles(): string {
    const { missing } = this.files;
    return missing.length === 0 ? "" : this.locale.sending.files.missing(missing.map(({ name }) => name).join(", "));
  }

  async restore(key: string): Promise<void> {
    if (!(await this.canLoad())) return;
    // Another tab may have saved it meanwhile.
    const draft = this.stored().find((each) => each.key === key);
    if (draft === undefined) return this.draftChangedElsewhere();
    this.keeper.use(key);
    this.open(draft);
    this.keeper.restored(draft.savedAt);
    this.events.saved();
  }

  /**
   * Another tab saved or discarded a draft. Until this tab has restored or typed something, it
   * follows.
   */
  draftChangedElsewhere(): void {
    if (this.pending.length === 0) return this.keeper.lookAgain();
    this.pending = this.stored();
    if (this.pending.length > 0) return this.events.update();
    this.keeper.use();
    if (this.page !== "welcome-back") return;
    this.go("product", { to: "nowhere" });
    if (this.setup.drafts.isEmpty) this.show(() => this.locale.sending.notices.discarded);
  }

  /** Starts a new form beside the drafts. */
  startNew(): void {
    this.pending = [];
    this.keeper.use();
    this.go("product");
    void this.noteGiven();
  }

  async discardStored(key: string, matter: string): Promise<void> {
    if (!(await this.events.ask({ ...this.locale.words.ask.discards, labels: matter === "" ? [] : [matter] }))) return;
    this.setup.drafts.forget(key);
    this.pending = this.stored();
    if (this.pending.length === 0) this.startNew();
    else this.events.page({ to: "heading" });
  }

  /** Deletes everything, here and on this device. */
  private startAgain(): void {
    this.clear();
    this.begin(this.newAnswers());
    this.keeper.forget();
    this.go("product");
    void this.noteGiven();
  }

  async discard(): Promise<void> {
    this.events.read();
    if (await this.events.ask({ ...this.locale.words.ask.discards, labels: [] })) this.startAgain();
  }

  private clear(): void {
    this.omitted.reset();
    this.keeper.reset();
    this.pending = [];
    this.returnTo = undefined;
    this.submittedAt = undefined;
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
  private startAfterSending(receipt: IntakeReceipt): void {
    const parcel = this.parcel();
    this.keeper.forgetOwn();
    this.clear();
    this.keeper.use();
    this.begin(this.newAnswers());
    this.go("sent", { to: "heading" }, false);
    this.events.sent(receipt, parcel);
  }

  /** Leaves the sent case. */
  newCase(): void {
    this.sending.forgetSent();
    this.go("product");
    void this.noteGiven();
  }

  draftText(): string {
    return writeDraft({ savedAt: new Date().toISOString(), step: this.page, submittedAt: this.submittedAt, files: [...this.files.all.filter(({ id }) => this.files.verdictOf(id)?.status === "accepted").map(({ file: { name }, label }) => ({ name, label })), ...this.files.missing] }, this.sheet);
  }
}

/** Returns the day of this device. */
function localToday(now = new Date()): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
