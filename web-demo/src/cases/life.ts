// One case on the page: what is known of it, what a person has typed and chosen, and what is being sent.
import { h, setAttribute, setChildren, setText } from "./dom.js";
import { Failed, Refused } from "../kit/service.js";
import { actionOf, type CaseRecord, type CancellationAccepted, type TriggerType } from "./records.js";
import { words } from "./words.js";

/** A file that was chosen and has not been sent. */
export interface Chosen {
  readonly id: number;
  readonly file: File;
  label: string;
  /** Whether sending it was tried and failed, or is under way. */
  state: "chosen" | "sending" | "failed";
}

/** What is sent together, and said to have failed together. */
export type Errand = "respond" | "append" | "accept" | "cancel" | "service" | "read";

export interface Life {
  readonly id: number;
  record: CaseRecord;
  /** How often the service has told of the case. */
  looks: number;
  readonly sending: Set<string>;
  readonly problems: Map<string, unknown>;
  /** Chosen and not yet sent: it stays when the page is drawn in another language. */
  readonly replyFiles: Chosen[];
  readonly appended: Chosen[];
  readonly selected: Map<string, Set<number>>;
  readonly opened: Set<string>;
  cancellation: CancellationAccepted | undefined;
  /** Draws what has changed. */
  show(): void;
  /** Asks the service at once. */
  refresh(): Promise<void>;
  /** Says something to whoever does not see the page. */
  say(text: string): void;
  /** What this page did itself, and has said: the history need not say it again. */
  readonly said: TriggerType[];
}

/** A part of the page. Its element stays; `show` changes what has changed. */
export interface Part {
  readonly root: HTMLElement;
  show(): void;
}

/** A problem in the page's own words, with the person's words that it is about. */
export class Said extends Error {
  constructor(message: string, readonly text = "") {
    super(message);
  }
}

let counter = 0;
export const nextId = (): number => ++counter;

/** Does some work once at a time, keeps what went wrong, and shows the case as it is then. */
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
      life.say(words().done[trigger]);
    }
  } catch (error) {
    if (![Failed, Refused, Said].some((kind) => error instanceof kind)) reportError(error);
    life.problems.set(key, error);
  }
  // Until the case is seen as it is now, what was sent must not be sent again.
  if (!done) life.sending.delete(key);
  life.show();
  await life.refresh();
  // The form with the problem may be gone by now: then it is told where everybody sees it.
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

/** Marks the control, or the group, that the page itself found something about. */
export function markProblem(life: Life, key: string, control: HTMLElement, isWrong = life.problems.get(key) instanceof Said): void {
  if (!control.matches("fieldset")) setAttribute(control, "aria-invalid", isWrong && "true");
  setAttribute(control, "aria-describedby", isWrong && problemId(key));
}

/** What the page found is looked at again while it is mended: it goes with the first change. */
export function mended(life: Life, key: string): void {
  if (!(life.problems.get(key) instanceof Said)) return;
  life.problems.delete(key);
  life.show();
}

/** Where it stands what went wrong, and what to do. */
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
    // The service answers in English.
    const told = messages.length > 0 ? messages : [error.detail ?? String(error.status)];
    return [h("p", {}, w.refused), h("ul", { lang: "en" }, ...told.map((text) => h("li", {}, text)))];
  }
  const offline = error instanceof Failed && !navigator.onLine;
  return [h("p", {}, offline ? w.offline : w.failed), ...(offline ? [] : [h("p", { class: "hint" }, w.retry[errand])])];
}

/** Text that is kept in this tab until it is sent, through reloads too. */
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
        // It stays in the box.
      }
    },
  };
}

/** A button that says when it is at work. Off is nothing here: what cannot be done has no button. */
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

/** `um_uim_limits` → "Um uim limits": a word of the service that nobody has given a label. */
export function spokenWord(word: string): string {
  const text = word.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function wordOf(table: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(table, key) ? (table[key] as string) : spokenWord(key);
}
