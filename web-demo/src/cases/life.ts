// The state of a case's page: the case, typed and chosen values, and requests in progress.
import type { FileWithEdges } from "casegate/form";
import { h, setAttribute, setChildren, setText, type Child } from "./dom.js";
import { Failed, Refused } from "../kit/service.js";
import { actionOf, type CaseRecord, type CancellationAccepted, type TriggerType } from "./records.js";
import { words } from "./words.js";

/** A chosen file that was not sent. */
export interface Chosen {
  readonly id: number;
  readonly file: File;
  label: string;
  state: "chosen" | "sending" | "failed";
  /** The first and last bytes, once they are read. */
  edges: Pick<FileWithEdges, "head" | "tail"> | undefined;
}

/** A part of the page whose requests are sent, and fail, together. */
export type Errand = "respond" | "append" | "accept" | "cancel" | "service" | "read";

export interface Life {
  readonly id: number;
  record: CaseRecord;
  /** The number of answers about the case. */
  looks: number;
  readonly sending: Set<string>;
  readonly problems: Map<string, unknown>;
  /** Chosen and not yet sent; the list stays when the page is drawn in another language. */
  readonly replyFiles: Chosen[];
  readonly appended: Chosen[];
  readonly selected: Map<string, Set<number>>;
  readonly opened: Set<string>;
  /** The section to show once it is there. */
  seek: string | undefined;
  cancellation: CancellationAccepted | undefined;
  /** Draws the changes. */
  show(): void;
  /** Polls the service at once. */
  refresh(): Promise<void>;
  /** Announces a text to screen readers; what was done is also shown. */
  say(text: string, isShown?: boolean): void;
  /** Actions of this page that were announced; the history need not announce them again. */
  readonly said: TriggerType[];
}

/** A part of the page. Its element is permanent; `show` updates it. */
export interface Part {
  readonly root: HTMLElement;
  show(): void;
}

/** A problem in the page's own words, with the texts that the person typed. */
export class Said extends Error {
  constructor(message: string, readonly text = "") {
    super(message);
  }
}

let counter = 0;
export const nextId = (): number => ++counter;

/** Runs one action at a time, keeps its problem, and shows the resulting case. */
export async function carryOut(life: Life, key: string, trigger: TriggerType | undefined, work: () => Promise<void>): Promise<boolean> {
  if (life.sending.has(key)) return false;
  life.sending.add(key);
  life.problems.delete(key);
  life.problems.delete("arrived");
  life.show();
  let done = false;
  try {
    await work();
    done = true;
    if (trigger) {
      life.said.push(trigger);
      life.say(words().done[trigger], true);
    }
  } catch (error) {
    if (![Failed, Refused, Said].some((kind) => error instanceof kind)) reportError(error);
    life.problems.set(key, error);
  }
  // The request must not be repeated before the case was seen in its new state.
  if (!done) life.sending.delete(key);
  life.show();
  await life.refresh();
  // The form of the problem may be gone. Then the problem is shown at the top of the page.
  const action = trigger ?? (key === "append" ? "append_file" : undefined);
  const failure = life.problems.get(key);
  if (!done && action !== undefined && !(failure instanceof Failed) && !actionOf(life.record, action)?.allowed) {
    life.problems.set("arrived", new Said(words().send.overtaken));
    life.problems.delete(key);
  }
  life.said.splice(0);
  life.sending.delete(key);
  life.show();
  return done;
}

const problemId = (key: string): string => `problem-${key}`;

/** Marks the control or group of the page's own problem. */
export function markProblem(life: Life, key: string, control: HTMLElement, isWrong = life.problems.get(key) instanceof Said): void {
  if (!control.matches("fieldset")) setAttribute(control, "aria-invalid", isWrong && "true");
  setAttribute(control, "aria-describedby", isWrong && problemId(key));
}

/** Removes the page's own problem at the first change. */
export function clearProblem(life: Life, key: string): void {
  if (!(life.problems.get(key) instanceof Said)) return;
  life.problems.delete(key);
  life.show();
}

/** Shows a problem and its remedy. */
export function problemBox(life: Life, key: string, errand: Errand): Part {
  const root = h("div", { class: "problem", role: "alert", id: problemId(key) });
  return {
    root,
    show() {
      const error = life.problems.get(key);
      setChildren(root, error === undefined ? "" : `${String(error)}${JSON.stringify((error as Partial<Refused>).body ?? "")}`, () => problemWords(error, errand));
    },
  };
}

export function problemWords(error: unknown, errand: Errand): Node[] {
  const w = words().send;
  if (error === undefined) return [];
  if (error instanceof Said) return [h("p", {}, error.message)];
  if (error instanceof Refused) {
    const { errors } = (error.body ?? {}) as { errors?: unknown };
    const messages = Array.isArray(errors) ? errors.map((issue) => (issue as { message?: unknown }).message).filter((text) => typeof text === "string") : [];
    const sentences = messages.length > 0 ? messages : [error.detail ?? String(error.status)];
    return [h("p", {}, w.refused), h("ul", { lang: "en" }, ...sentences.map((text) => h("li", {}, text)))];
  }
  const offline = error instanceof Failed && !navigator.onLine;
  return [h("p", {}, offline ? w.offline : w.failed), ...(offline ? [] : [h("p", { class: "hint" }, w.retry[errand])])];
}

/** A text that is kept in this tab, even across reloads, as long as it is not empty. */
export function keptText(key: string): { read(): string; write(text: string): void } {
  const name = `casegate-${key}`;
  return {
    read: () => {
      try {
        return sessionStorage.getItem(name) ?? "";
      } catch {
        return "";
      }
    },
    write: (text) => {
      try {
        if (text === "") sessionStorage.removeItem(name);
        else sessionStorage.setItem(name, text);
      } catch {
        // The text stays in the input.
      }
    },
  };
}

/**
 * A button that shows that it is working. It is never disabled, because impossible actions have no
 * button.
 */
export function sendButton(life: Life, key: string, label: () => string, attributes: { class?: string; id?: string; type?: "button" | "submit"; onclick?: () => void }): Part {
  const root = h("button", { type: "button", class: "button", ...attributes });
  return {
    root,
    show() {
      const busy = life.sending.has(key);
      setText(root, busy ? words().send.sending : label());
      setAttribute(root, "aria-busy", busy && "true");
    },
  };
}

/** `um_uim_limits` → "Um uim limits": a word of the service without a label. */
export function spokenWord(word: string): string {
  const text = word.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function wordOf(table: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(table, key) ? (table[key] as string) : spokenWord(key);
}

export function stateWord(state: string): string {
  return wordOf(words().states, state);
}

/** The state of a case: a word and a shape. */
export function stateMark(state: string): HTMLElement {
  return h("span", { class: `state is-${state}` }, stateWord(state));
}

/**
 * A section that is folded until somebody opens it. It stays open when the page is drawn in another
 * language.
 */
export function foldedSection(life: Life, id: string, title: string | HTMLElement, ...content: readonly Child[]): HTMLElement {
  const details = h("details", { class: "folded", open: life.opened.has(id), ontoggle: () => {
    if (details.open) life.opened.add(id);
    else life.opened.delete(id);
  } }, h("summary", {}, typeof title === "string" ? h("h2", {}, title) : title), h("div", { class: "stack" }, ...content));
  return h("section", { class: "card not-on-paper", id }, details);
}
