// The form's one state and everything that may happen to it. Rendering listens; it never decides.
import type { Host } from "casegate";
import { answersOf, isAnswered, productOf, type Answer, type Answers } from "./answers.js";
import * as drafts from "./draft.js";
import { defaultHost, faultOf, localToday } from "./host.js";
import { Keeper } from "./keeper.js";
import { everyStep, pages, problemsOf, steps, type Problem } from "./problems.js";
import type { Sample } from "./samples.js";
import { judge, whatIf, type Verdict } from "./verdict.js";

/** Where the focus goes after something happened. */
export type Focus = { readonly to: "heading" | "summary" | "nowhere" } | { readonly to: "field" | "row"; readonly at: string };

export interface Events {
  /** Another page is shown. */
  page(focus: Focus): void;
  /** The page stays; what it shows may have changed. */
  update(focus?: Focus): void;
  /** Asks before answers are lost. */
  ask(question: { title: string; text: string; labels: readonly string[]; yes: string; no: string }): Promise<boolean>;
  /** The draft was kept, or could not be, or another tab changed it. */
  saved(): void;
}

export class App {
  answers: Answers = new Map<string, Answer>();
  host: Host = defaultHost();
  verdict: Verdict = judge(this.answers, this.host);
  page = "product";
  furthest = 0;
  /** The check-answers page sent the person here and wants them back. */
  returnTo: string | undefined;
  notice: string | undefined;
  pending: drafts.Draft | undefined = drafts.kept();
  readonly keeper = new Keeper({
    text: () => (this.pending || !this.anyAnswer ? undefined : this.draftText()),
    changed: () => this.events.saved(),
  });

  private flagged = new Set<string>();
  private checked = new Set<number>();
  /** The day was set in the host panel: the clock no longer renews it. */
  private dayByHand = false;
  private events!: Events;

  listen(events: Events): void {
    this.events = events;
  }

  start(): void {
    if (this.pending) this.page = "welcome-back";
    this.events.page({ to: "nowhere" });
  }

  get product() { return productOf(this.answers); }
  get index(): number { return pages.findIndex((page) => page.id === this.page); }
  get anyAnswer(): boolean { return [...this.answers.values()].some(isAnswered); }
  get problems(): Problem[] { return problemsOf(this.verdict); }

  /** The errors that the person has been told on this page or an earlier one. */
  get told(): Problem[] {
    const upTo = this.page === "ready" ? steps.length : this.index;
    return this.problems.filter((p) => p.issue.severity === "error" && p.step <= upTo && this.flagged.has(p.at ?? ""));
  }

  /** What is shown at one field now: told errors, and warnings once its step was checked. */
  shownAt(at: string): Problem[] {
    return this.problems.filter((p) => p.at === at && (p.issue.severity === "error" ? this.flagged.has(at) : this.checked.has(p.step)));
  }

  /** Typing: takes the text as it comes. */
  type(at: string, text: string): void {
    this.take(whatIfTyped(this.answers, at, text));
  }

  /** Choosing: asks first when other answers would go. */
  async choose(at: string, answer: Answer | undefined, labelOf: (at: string) => string): Promise<void> {
    const { next, lost } = whatIf(this.answers, at, answer, this.host);
    if (lost.length > 0) {
      const agreed = await this.events.ask({
        title: "This removes answers",
        text: "After this change nothing asks for them any more, and they are not sent:",
        labels: lost.map(labelOf),
        yes: "Change and remove them",
        no: "Keep everything as it is",
      });
      if (!agreed) return this.events.update({ to: "field", at });
    }
    this.take(next);
  }

  private take(next: Answers): void {
    this.answers = next;
    this.verdict = judge(this.answers, this.host);
    this.keeper.saveSoon();
    if (this.page === "ready" && !this.verdict.report.ok) return this.go("check");
    this.events.update();
  }

  /** Continue: what belongs to this step and the earlier ones is checked; an error keeps the person here. */
  next(): void {
    this.renewDay();
    const index = this.index;
    const belongs = (p: Problem): boolean => p.step === everyStep || (this.returnTo === undefined ? p.step <= index : p.step === index);
    this.checked.add(index);
    const errors = this.problems.filter((p) => p.issue.severity === "error" && belongs(p));
    for (const error of errors) this.flagged.add(error.at ?? "");
    if (errors.length > 0) return this.events.update({ to: "summary" });
    if (this.page === "check") return this.go("ready");
    const back = this.returnTo;
    if (back !== undefined) return this.go("check", { to: "row", at: back });
    this.go((pages[index + 1] as { id: string }).id);
  }

  go(page: string, focus: Focus = { to: "heading" }, push = true): void {
    const index = pages.findIndex((entry) => entry.id === page);
    if (page === "ready" && !this.verdict.report.ok) page = "check";
    else if (page !== "ready" && (index < 0 || index > this.furthest + 1)) page = (pages[this.furthest] as { id: string }).id;
    if (page !== this.page) this.keeper.saveSoon();
    this.page = page;
    this.notice = undefined;
    this.furthest = Math.max(this.furthest, this.index);
    if (page === "check") this.checkAll();
    if (page === "check" || page === "ready") this.returnTo = undefined;
    if (push) history.pushState(null, "", `#/${page}`);
    this.events.page(focus);
  }

  /** To a question, from the summary or from the answers; `back` remembers the row to come back to. */
  visit(at: string, step: number, back = false): void {
    if (back || this.page === "check") this.returnTo = at;
    const page = (steps[step] as { id: string }).id;
    if (page === this.page) this.events.update({ to: "field", at });
    else this.go(page, { to: "field", at });
  }

  private checkAll(): void {
    steps.forEach((_, index) => this.checked.add(index));
    for (const p of this.problems) if (p.issue.severity === "error") this.flagged.add(p.at ?? "");
  }

  /** Takes new host settings; what is wrong with them comes back and the old ones stay. */
  setHost(host: Host): string | undefined {
    const fault = faultOf(host);
    if (fault !== undefined) return fault;
    if (host.today !== this.host.today) this.dayByHand = true;
    this.takeHost(host);
    return undefined;
  }

  /** A form left open overnight is judged by the new day, unless the person chose one. */
  renewDay(): void {
    const today = localToday();
    if (!this.dayByHand && today !== this.host.today) this.takeHost({ ...this.host, today });
  }

  private takeHost(host: Host): void {
    this.host = host;
    this.verdict = judge(this.answers, host);
    if (this.page === "check") this.checkAll();
    if (this.page === "ready") this.go("ready", { to: "nowhere" }, false);
    else this.events.update();
  }

  async loadSample(sample: Sample): Promise<void> {
    if (await this.mayReplace("Load the sample")) this.open(answersOf(sample.payload(this.host.today)), "check");
  }

  async openFile(text: string): Promise<void> {
    const draft = drafts.readDraft(text);
    const empty = draft.answers.size === 0;
    if (!(await this.mayReplace("Open the file", empty ? "The file holds no answers. " : ""))) return;
    this.open(draft, draft.step);
    if (empty) this.keeper.forgetOwn();
    const notices: string[] = [];
    if (empty) notices.push("The file holds no answers, so the form is empty.");
    if (draft.unknown.length > 0) notices.push(`Left out, because the form has no question for it: ${draft.unknown.join(", ")}`);
    if (notices.length > 0) this.show(notices.join(" "));
  }

  private show(notice: string): void {
    this.notice = notice;
    this.events.page({ to: "heading" });
  }

  /** Asks only where something would be lost. After a yes the stored draft is replaced too. */
  private async mayReplace(yes: string, before = ""): Promise<boolean> {
    if (this.pending === undefined && !this.anyAnswer) return true;
    const agreed = await this.events.ask({
      title: "This replaces your answers", text: `${before}The answers and the draft on this device are replaced.`, labels: [],
      yes, no: "Keep my answers",
    });
    if (agreed) this.keeper.accept();
    return agreed;
  }

  private open(opened: { answers: Answers }, page: string): void {
    this.clear();
    this.answers = opened.answers;
    this.verdict = judge(this.answers, this.host);
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

  /** Another tab kept or discarded a draft. Until this tab has restored or typed something, it follows. */
  draftChangedElsewhere(): void {
    if (this.pending === undefined) return this.keeper.lookAgain();
    this.pending = drafts.kept();
    this.keeper.accept();
    if (this.pending) return this.events.update();
    this.go("product", { to: "nowhere" });
    this.show("The draft was discarded in another tab.");
  }

  /** Forgets everything, here and on this device. */
  startAgain(): void {
    this.clear();
    this.answers = new Map();
    this.verdict = judge(this.answers, this.host);
    this.keeper.forget();
    this.go("product");
  }

  async discard(): Promise<void> {
    const agreed = await this.events.ask({
      title: "Discard the draft", text: "All answers are removed from this form and from this device.", labels: [],
      yes: "Discard the draft", no: "Keep my answers",
    });
    if (agreed) this.startAgain();
  }

  private clear(): void {
    this.keeper.reset();
    this.pending = undefined;
    this.returnTo = undefined;
    this.furthest = 0;
    this.flagged.clear();
    this.checked.clear();
  }

  draftText(): string {
    return drafts.writeDraft({ savedAt: new Date().toISOString(), step: this.page === "ready" ? "check" : this.page, answers: this.answers });
  }
}

function whatIfTyped(answers: Answers, at: string, text: string): Answers {
  const next = new Map(answers);
  if (text === "") next.delete(at);
  else next.set(at, text);
  return next;
}
