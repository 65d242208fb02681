// One judgement of the answers: what the rulebook says, and what the form therefore shows.
import { checkCase, fieldStates, type FieldState, type Host, type Report } from "casegate";
import { isAnswered, isObject, payloadOf, productOf, type Answer, type Answers, type Payload } from "./answers.js";
import { fieldAt, fields, listOf, recordOf } from "./catalogue.js";
import { formWords } from "./words.js";

export interface Verdict {
  readonly payload: Payload;
  readonly report: Report;
  readonly states: ReadonlyMap<string, FieldState>;
  /** Answered, but not asked for any more: left out of the payload. */
  readonly dropped: readonly string[];
}

/** Judges what is visible. An answer that nothing asks for is left out, then the rest is looked at again. */
export function judge(answers: Answers, host: Host): Verdict {
  const kept = new Map(answers);
  const dropped: string[] = [];
  for (;;) {
    let payload = payloadOf(kept);
    let states = statesOf(payload, host);
    // A record that a rule asks for counts as given: its empty members are then named one by one.
    const asked = [...states.values()].filter((s) => s.state === "required" && fieldAt(s.at)?.type === "record" && s.needed);
    if (asked.length > 0) {
      payload = payloadOf(kept, asked.map((state) => state.at));
      states = statesOf(payload, host);
    }
    const gone = [...kept.keys()].filter((at) => isAnswered(kept.get(at)) && isHidden(at, states));
    if (gone.length === 0) {
      const report = checkCase(payload, { ...host, include: ["prepared"] }, formWords);
      return { payload, report, states, dropped };
    }
    for (const at of gone) kept.delete(at);
    dropped.push(...gone);
  }
}

function statesOf(payload: Payload, host: Host): Map<string, FieldState> {
  const states = new Map<string, FieldState>();
  for (const state of fieldStates(shortened(payload), host)) {
    // Where both products have a row for one pointer, the row that is asked counts.
    if (!states.has(state.at) || isShown(state)) states.set(state.at, state);
  }
  return states;
}

/**
 * Which questions are asked depends on words and on what is given, never on the end of a long text. A payload that is refused for its
 * size would ask for nothing, and every answer would be dropped; shortened, it keeps its questions, and the report names the size.
 */
function shortened(payload: Payload): Payload {
  const short = (value: unknown): unknown => (typeof value === "string" ? value.slice(0, 2000) : isObject(value) ? shortened(value) : value);
  return Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, short(value)]));
}

function isShown(state: FieldState | undefined): boolean {
  return state !== undefined && state.state !== "irrelevant" && state.state !== "forbidden";
}

export function isHidden(at: string, states: ReadonlyMap<string, FieldState>): boolean {
  const record = recordOf(at);
  return !isShown(states.get(at)) || (record !== undefined && !isShown(states.get(record)));
}

/** The answers after one change, and the pointers of other answers that go with it. */
export function whatIf(
  answers: Answers, at: string, answer: Answer | undefined, host: Host,
): { next: Map<string, Answer>; lost: readonly string[] } {
  const next = new Map(answers);
  if (answer === undefined) next.delete(at);
  else next.set(at, answer);
  const lost = at === "/case_type" ? dropWordsOfTheOtherProduct(next) : [];
  for (const pointer of judge(next, host).dropped) {
    next.delete(pointer);
    lost.push(pointer);
  }
  return { next, lost: lost.filter((pointer) => pointer !== at) };
}

/** `base_product` and the rush have words of their own in each product; what the new one does not know is dropped. */
function dropWordsOfTheOtherProduct(answers: Map<string, Answer>): string[] {
  const product = productOf(answers);
  const lost: string[] = [];
  if (product === undefined) return lost;
  for (const field of fields) {
    const answer = answers.get(field.at);
    if (field.list === undefined || field.list.pl === field.list.pe || answer === undefined || typeof answer === "boolean") continue;
    const known = listOf(field, product)?.words.map((word) => word.value) ?? [];
    const words = typeof answer === "string" ? [answer] : answer;
    const left = words.filter((word) => known.includes(word));
    if (left.length === words.length) continue;
    lost.push(field.at);
    if (left.length > 0 && typeof answer !== "string") answers.set(field.at, left);
    else answers.delete(field.at);
  }
  return [...new Set(lost)];
}
