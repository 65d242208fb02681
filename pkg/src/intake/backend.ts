// The answer to a sent case, as facts for `readAnswer`: from `submit-url`, or from the page's own way.
import type { IntakeAttachment, IntakeReceipt, IntakeSubmission } from "../intake-types.js";
import type { Answer, AnswerReading } from "../types.js";

/** The facts, and the rejection of the page if they come from one. */
export interface Heard {
  readonly facts: Answer;
  readonly error?: unknown;
}

/**
 * `uploading`: the progress is visible. `unseen`: it is not, as at another origin. `answering`: the
 * last byte has left.
 */
type Phase = "uploading" | "unseen" | "answering";

/** The longest silence in milliseconds, and the slowest connection in bytes per millisecond. */
const silence = 180_000;
const slowest: Record<Phase, number> = {
  uploading: Infinity, // each progress restarts the clock
  unseen: 20,
  answering: 250, // a proxy or a backend may pass on the whole request only now
};

/** Returns the milliseconds after which a request without news counts as lost. */
export function patience(phase: Phase, bytes: number): number {
  return silence + bytes / slowest[phase];
}

const withoutHash = (url: string): string => url.replace(/#.*/, "");

/** Sends a case by `XMLHttpRequest`, because `fetch` reports no progress. Never rejects. */
export async function upload(url: string, { files, formData, signal, progress }: IntakeSubmission, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const request = new XMLHttpRequest();
  let asked: URL;
  try {
    asked = new URL(url, document.baseURI);
    request.open("POST", asked.href); // scripts that measure requests expect a text
    for (const [name, value] of Object.entries({ Accept: "application/json", ...headers })) request.setRequestHeader(name, value);
    signal.throwIfAborted();
  } catch {
    return { status: null, sent: false };
  }
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  let clock: ReturnType<typeof setTimeout> | undefined;
  const wait = (phase: Phase): void => {
    clearTimeout(clock);
    clock = setTimeout(() => request.abort(), patience(phase, bytes));
  };
  let hasLeft = navigator.onLine;
  // A listener on the upload would make a browser ask another origin for permission first.
  const isSeen = asked.origin === location.origin;
  if (isSeen) {
    // A script of the page may put something in the place of requests that has fewer members.
    (request.upload as XMLHttpRequestUpload | undefined)?.addEventListener("progress", ({ loaded, total }) => {
      hasLeft = true;
      progress(loaded / total);
      wait(loaded < total ? "uploading" : "answering");
    });
  }
  // An answer that breaks off has a status only until then.
  let facts: Answer = { status: null };
  request.addEventListener("readystatechange", () => {
    if (request.readyState !== XMLHttpRequest.HEADERS_RECEIVED) return;
    // Reading one header that another origin does not expose would be an error in the console.
    const all = request.getAllResponseHeaders();
    const header = (name: string): string | null => new RegExp(`^${name}: *(.*)$`, "im").exec(all)?.[1]?.trim() ?? null;
    facts = {
      status: request.status, content_type: header("content-type"), retry_after: header("retry-after"), date: header("date"),
      redirected: Boolean(request.responseURL) && withoutHash(request.responseURL) !== withoutHash(asked.href),
    };
  });
  return new Promise((resolve) => {
    let complete = false;
    request.addEventListener("load", () => { complete = true; });
    request.addEventListener("loadend", () => {
      clearTimeout(clock);
      resolve({ ...facts, complete, body: complete ? request.responseText : null, sent: hasLeft || navigator.onLine || facts.status !== null });
    });
    signal.addEventListener("abort", () => request.abort());
    wait(isSeen ? "uploading" : "unseen");
    try {
      request.send(formData());
    } catch {
      resolve({ status: null }); // of a script around requests, which may have sent it
    }
  });
}

/** Returns the facts of the page's own answer: a receipt, a `Response`, or a rejection with a status. */
export async function heard(ask: () => unknown): Promise<Heard> {
  try {
    const answer = await ask();
    return { facts: isResponse(answer) ? await factsOf(answer) : { status: 200, body: textOf(answer) } };
  } catch (error) {
    if (isResponse(error)) return { facts: await factsOf(error), error };
    const { status, body, content_type, retry_after, date, sent, complete, redirected } = (error ?? {}) as Partial<Answer>;
    return { facts: { status, body: typeof body === "string" ? body : textOf(body), content_type, retry_after, date, sent, complete, redirected } as Answer, error };
  }
}

/** By its members, because one of another frame is of another class. */
function isResponse(answer: unknown): answer is Response {
  const { text, headers } = (answer ?? {}) as Partial<Response>;
  return typeof text === "function" && typeof headers?.get === "function";
}

async function factsOf(answer: Response): Promise<Answer> {
  const { status, type, headers, redirected } = answer;
  const body = await answer.text().catch(() => null);
  return {
    // A redirect that `fetch` was told not to follow has no status.
    status: type === "opaqueredirect" ? 302 : status, redirected, body, complete: body !== null,
    content_type: headers.get("content-type"), retry_after: headers.get("retry-after"), date: headers.get("date"),
  };
}

function textOf(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    return null; // it refers to itself
  }
}

/** Returns a receipt with the members that the form uses in their types. */
export function receiptOf({ body }: Answer, { case_id, case_ref }: AnswerReading): IntakeReceipt {
  const { attachments, ...others } = JSON.parse((body ?? "").replace(/^\uFEFF+/, "")) as Readonly<Record<string, unknown>>;
  return {
    ...others, case_ref, case_id: case_id ?? undefined,
    ...(Array.isArray(attachments) && { attachments: attachments.filter((entry) => typeof entry === "object" && entry !== null).map(attachmentOf) }),
  };
}

function attachmentOf({ filename, label, status, error }: Readonly<Record<string, unknown>>): IntakeAttachment {
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  return { filename: text(filename), label: text(label), status: status === "accepted" ? status : "rejected", error: text(error) || null };
}
