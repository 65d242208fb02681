// The answers, and the library's session on them. It reports the effects of edits only.
import type { Session, Words } from "../form.js";
import type { Context, Delta, Edit, FieldState, Issue, PatchOperation, Repair, Report } from "../types.js";
import { answersOf, isAnswered, payloadOf, productOf, valueAt, type Answer, type Answers, type Payload } from "./answers.js";
import { bookOf, repairOf } from "./book.js";
import { recordOf } from "./catalogue.js";
import { english, fieldAt, fields } from "./english.js";

/** An answer for a field or a member; `undefined` clears it. */
export type Entry = readonly [at: string, answer: Answer | undefined];

/**
 * The length of a truncated text in the session if the whole does not fit. No question depends on
 * the end of a text.
 */
const standIn = 2000;

export class Sheet {
  readonly states = new Map<string, FieldState>();
  /**
   * The places to update at the next rendering: changed places, and the records and fields around
   * them.
   */
  readonly changed = new Set<string>();

  private readonly given: Map<string, Answer>;
  /** The context of its verdicts. */
  readonly context: Context;
  private readonly session: Session;
  /** The answers in the session. */
  private readonly kept = new Set<string>();
  /**
   * Answers that no question asks for now. They are not in the session, and return to it with their
   * question.
   */
  private readonly held = new Set<string>();
  /**
   * Records that a rule requires and that have no member yet. They are given as `{}`, so that their
   * members are reported.
   */
  private readonly bare = new Set<string>();
  /**
   * Answers that are truncated in the session, because the payload would exceed the context's
   * limit.
   */
  private readonly cut = new Set<string>();
  private readonly touched: Set<string>;
  private readonly repairsCame: () => void;
  private readonly words: Words | undefined;
  private findings: Issue[] = [];
  private known: { report?: Report; repair?: Repair } = {};

  /**
   * Starts from answers; touched places stay touched. `repairsCame` is called when the whole module
   * has arrived and repairs are available. `words` replace messages.
   */
  constructor(answers: Answers, context: Context, touched: Iterable<string> = [], repairsCame: () => void = () => {}, words?: Words) {
    this.repairsCame = repairsCame;
    this.words = words;
    this.given = new Map(answers);
    this.context = { ...context, include: ["prepared"] };
    this.touched = new Set(touched);
    this.session = this.start();
    for (const [at, answer] of answers) if (isAnswered(answer)) this.kept.add(at);
    this.lookAtAll();
    this.settle();
    this.lookAtAll();
    for (const at of this.touched) if (at !== "") this.take(this.session.touch(at));
  }

  private start(): Session {
    try {
      return new (bookOf(this.context).Session)(payloadOf(this.given), this.context, this.words);
    } catch {
      const short = new Map(this.given);
      for (const [at, answer] of this.given) {
        if (typeof answer !== "string" || answer.length <= standIn) continue;
        short.set(at, answer.slice(0, standIn));
        this.cut.add(at);
      }
      return new (bookOf(this.context).Session)(payloadOf(short), this.context, this.words);
    }
  }

  get answers(): Answers { return this.given; }
  get places(): ReadonlySet<string> { return this.touched; }

  /**
   * The whole report. If the session contains truncated answers, the whole payload is checked
   * instead.
   */
  get report(): Report {
    return (this.known.report ??= this.cut.size > 0 ? bookOf(this.context).checkCase(this.payload(), this.context, this.words) : this.session.report());
  }

  /** Returns true for an answer with an error, also if it is not shown yet. */
  isRefused(at: string): boolean {
    return this.report.issues.some((issue) => issue.at === at && issue.severity === "error");
  }

  /** Findings at touched places. */
  get shown(): readonly Issue[] {
    return this.cut.size > 0 && this.touched.has("") ? [...this.report.issues.filter((issue) => issue.at === ""), ...this.findings] : this.findings;
  }

  payload(): Payload {
    if (this.cut.size === 0) return this.session.payload();
    return payloadOf(new Map([...this.given].filter(([at]) => this.kept.has(at))), [...this.bare]);
  }

  /** The library's repairs. */
  get patch(): readonly PatchOperation[] {
    return this.report.issues.length === 0 ? [] : (this.repair?.patch ?? []);
  }

  /** Undefined until repairs are available; then everything is updated. */
  private get repair(): Repair | undefined {
    if (this.known.repair !== undefined) return this.known.repair;
    const repair = repairOf(this.payload(), this.context, () => {
      for (const at of this.states.keys()) this.changed.add(at);
      this.repairsCame();
    });
    if (repair !== undefined) this.known.repair = repair;
    return repair;
  }

  /** The answers that the patch changes, with their new values. */
  get repairedAnswers(): readonly Entry[] {
    const before = answersOf(this.payload()).answers;
    const { answers: after } = answersOf((this.repair?.payload ?? this.payload()) as Payload);
    return [...new Set([...before.keys(), ...after.keys()])]
      .filter((at) => JSON.stringify(before.get(at)) !== JSON.stringify(after.get(at)))
      .map((at) => [at, after.get(at)] as const);
  }

  /** Answers that are not sent, because no question asks for them now. */
  get notAsked(): readonly string[] {
    return [...this.held];
  }

  /** Marks findings at a place as seen by the person. */
  touch(at: string): void {
    if (this.touched.has(at)) return;
    this.touched.add(at);
    // For a session "" means everywhere; here it is the payload as a whole.
    if (at !== "") this.take(this.session.touch(at));
  }

  isHidden(at: string): boolean {
    const record = recordOf(at);
    return !isShown(this.states.get(at)) || (record !== undefined && !isShown(this.states.get(record)));
  }

  /** Returns `true` if an answer leads to no question that only a yes would satisfy, and that has none. */
  isOpenTo(at: string, answer: Answer): boolean {
    try {
      return !this.session.whatIf([this.editOf(at, answer)]).states.some((state) => state.must_be_true === true && this.given.get(state.at) !== true);
    } catch {
      return true; // the payload is at its limit, which the edit itself will report
    }
  }

  /** Returns the entries that belong to an answer, and the places whose answers would be lost. */
  whatIf(at: string, answer: Answer | undefined): { entries: readonly Entry[]; lost: readonly string[] } {
    const entries: Entry[] = [[at, answer], ...(at === "/case_type" ? this.wordsOfTheOtherProduct(answer) : [])];
    const edits: Edit[] = entries.map(([place, value]) => this.editOf(place, value));
    try {
      // Removed answers may cause further ones to be removed.
      for (;;) {
        const isCleared = (place: string): boolean => edits.some((edit) => "clear" in edit && edit.clear === place);
        // Answers of hidden questions leave the case.
        const gone = this.session.whatIf(edits).states.filter((state) => !isShown(state) && this.isAnsweredAt(state.at) && !isCleared(state.at));
        if (gone.length === 0) break;
        for (const { at: place } of gone) {
          edits.push({ clear: place });
          for (const below of this.kept) if (below === place || recordOf(below) === place) entries.push([below, undefined]);
        }
      }
    } catch (error) {
      // The payload may be at its limit; the edit itself will report it.
      if (!(error instanceof TypeError)) throw error;
    }
    const lost = new Set(entries.map(([place]) => place));
    lost.delete(at);
    return { entries, lost: [...lost] };
  }

  /**
   * Makes entries, then removes answers that are no longer asked for, and restores those that are
   * asked for again.
   */
  make(entries: readonly Entry[]): void {
    for (const [at, answer] of entries) {
      if (answer === undefined) this.given.delete(at);
      else this.given.set(at, answer);
      this.changed.add(at);
      this.held.delete(at);
      this.put(at);
    }
    const held = [...this.held];
    this.held.clear();
    for (const at of held) this.put(at);
    for (const at of [...this.cut]) this.put(at);
    // Another product has other rows.
    if (productOf(this.given) === undefined || entries.some(([at]) => at === "/case_type")) this.lookAtAll();
    this.settle();
  }

  close(): void {
    this.session.close();
  }

  private put(at: string): void {
    const answer = this.given.get(at);
    if (!isAnswered(answer)) return this.drop(at);
    this.cut.delete(at);
    const record = recordOf(at);
    try {
      this.take(this.session.set(at, valueAt(at, answer as Answer)));
    } catch (error) {
      if (!(error instanceof TypeError) || typeof answer !== "string") throw error;
      this.cut.add(at);
      this.take(this.session.set(at, answer.slice(0, standIn)));
    }
    this.kept.add(at);
    if (record !== undefined) this.bare.delete(record);
  }

  private drop(at: string): void {
    this.cut.delete(at);
    if (!this.kept.delete(at)) return;
    this.take(this.session.clear(at));
    const record = recordOf(at);
    if (record !== undefined && !this.hasMembers(record)) this.take(this.session.clear(record));
  }

  private isAnsweredAt(at: string): boolean {
    return recordOf(at) === undefined && (this.kept.has(at) || this.hasMembers(at));
  }

  private hasMembers(record: string): boolean {
    return [...this.kept].some((at) => recordOf(at) === record);
  }

  /** Removes an answer that no question asks for, then updates the rest. */
  private settle(): void {
    for (;;) {
      const asked = [...this.states.values()].filter((s) => s.state === "required" && fieldAt(s.at)?.type === "record");
      const bare = asked.map((s) => s.at).filter((at) => !this.bare.has(at) && !this.hasMembers(at));
      const full = [...this.bare].filter((at) => this.states.get(at)?.state !== "required");
      const gone = [...this.kept].filter((at) => this.isHidden(at));
      for (const at of bare) {
        this.bare.add(at);
        this.take(this.session.set(at, {}));
      }
      for (const at of full) {
        this.bare.delete(at);
        this.take(this.session.clear(at));
      }
      for (const at of gone) {
        this.drop(at);
        this.held.add(at);
      }
      if (bare.length + full.length + gone.length === 0) return;
    }
  }

  private take(delta: Delta): void {
    this.known = {};
    for (const state of delta.states) {
      this.states.set(state.at, state);
      this.isChanged(state.at);
      // The visibility of members depends on their record.
      for (const at of this.states.keys()) if (recordOf(at) === state.at) this.changed.add(at);
    }
    for (const { at, code, rule } of delta.hidden) {
      const index = this.findings.findIndex((issue) => issue.at === at && issue.code === code && issue.rule === rule);
      if (index >= 0) this.findings.splice(index, 1);
      this.isChanged(at);
    }
    for (const issue of delta.shown) {
      this.findings.push(issue);
      this.isChanged(issue.at);
    }
  }

  private isChanged(at: string): void {
    for (let place = at; place !== ""; place = place.slice(0, place.lastIndexOf("/"))) this.changed.add(place);
  }

  private lookAtAll(): void {
    const rows = this.session.states();
    const before = [...this.states.keys()];
    this.states.clear();
    for (const state of rows) {
      // If both products have a row for one pointer, the visible row counts.
      if (!this.states.has(state.at) || isShown(state)) this.states.set(state.at, state);
    }
    for (const at of [...before, ...this.states.keys()]) this.changed.add(at);
  }

  private editOf(at: string, answer: Answer | undefined): Edit {
    return isAnswered(answer) ? { set: at, value: valueAt(at, answer as Answer) } : { clear: at };
  }

  /**
   * `base_product` and the rush have different words in each product; words that the new one does
   * not have are removed.
   */
  private wordsOfTheOtherProduct(product: Answer | undefined): Entry[] {
    if (product !== "pl" && product !== "pe") return [];
    const entries = new Map<string, Answer | undefined>();
    for (const field of fields) {
      const answer = this.given.get(field.at);
      if (field.list === undefined || field.list.pl === field.list.pe || answer === undefined || typeof answer === "boolean") continue;
      const known = english.listOf(field, product)?.words.map((word) => word.value) ?? [];
      const words = typeof answer === "string" ? [answer] : answer;
      const left = words.filter((word) => known.includes(word));
      if (left.length < words.length) entries.set(field.at, left.length > 0 && typeof answer !== "string" ? left : undefined);
    }
    return [...entries];
  }
}

/** Fields that no rule asks for are hidden, although they may be given, to keep the form short. */
function isShown(state: FieldState | undefined): boolean {
  return state !== undefined && state.state !== "irrelevant" && state.state !== "forbidden" && state.unprompted !== true;
}
