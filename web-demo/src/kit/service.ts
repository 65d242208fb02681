// Requests to the service, with this site's own account. A law firm's site would send them from its
// own backend, which keeps the token. Here the stand-in gives the token to the page.
import type { Context } from "casegate/form";

/** Set by the build: `false` in static pages, which send nothing anywhere. */
declare const WITH_SERVICE: boolean;
export const withService = WITH_SERVICE;

export interface Account {
  readonly organization: string;
  readonly token_name: string;
  readonly token: string;
  readonly operator_token: string;
  /** The settings of the service's verdicts; the day is that of its clock. */
  readonly context: Context;
}

/** The service refused the request. */
export class Refused extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = body;
  }

  /** The service's description of the problem, if it has one. */
  get detail(): string | undefined {
    const { detail, title } = (this.body ?? {}) as { detail?: unknown; title?: unknown };
    return [detail, title].find((text): text is string => typeof text === "string");
  }
}

/** There was no answer, or the service failed; the request may be repeated. */
export class Failed extends Error {}

const patience = { question: 15_000, upload: 180_000 };

let known: Promise<Account> | undefined;

/** Returns the account, which is fetched again after a failure. */
export function account(): Promise<Account> {
  known ??= request<Account>("GET", "/demo/api/account").catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

/** Makes a request of the demo's own API, which a firm's backend would provide to its pages. */
export function own<T>(path: string): Promise<T> {
  return request<T>("GET", `/demo/api${path}`);
}

/** Makes a request to the service as a law firm does, from `cases/…` on. */
export async function partner<T>(method: "GET" | "POST", path: string, body?: FormData | object): Promise<T> {
  const { token } = await account();
  return request<T>(method, `/api/v1/partner/${path}`, token, body);
}

/** Makes a request of the service's own staff. */
export async function operator<T>(method: "GET" | "POST" | "PUT", path: string, body?: object): Promise<T> {
  const { operator_token: token } = await account();
  return request<T>(method, `/operator/api${path}`, token, body);
}

/** Returns the service's current settings; its day changes while a page stays open. */
export async function contextNow(): Promise<Context> {
  return (await own<Account>("/account")).context;
}

async function request<T>(method: string, path: string, token?: string, body?: FormData | object): Promise<T> {
  if (!withService) throw new Failed("these pages have no service");
  const isForm = body instanceof FormData;
  const headers: Record<string, string> = {};
  if (token !== undefined) headers["Authorization"] = `Token ${token}`;
  if (body !== undefined && !isForm) headers["Content-Type"] = "application/json";
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(path, {
      method, headers, cache: "no-store", redirect: "error", signal: AbortSignal.timeout(isForm ? patience.upload : patience.question),
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    });
    text = await answer.text();
  } catch {
    throw new Failed("no answer");
  }
  const value = json(text);
  if (answer.status >= 500) throw new Failed(`answered with ${answer.status}`);
  if (!answer.ok) throw new Refused(answer.status, value);
  if (value === undefined && text !== "") throw new Failed("the answer is not JSON");
  return value as T;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The service no longer knows the account, so the next request fetches it again. */
export function forgetAccount(): void {
  known = undefined;
}

/**
 * Returns the answer of the service's copy of the library to a text, byte for byte; it needs no
 * token.
 */
export async function askLibrary(operation: string, input: string, context: Context, signal?: AbortSignal): Promise<string> {
  if (!withService) throw new Failed("these pages have no service");
  let answer: Response;
  try {
    answer = await fetch(`/casegate/${operation}`, {
      method: "POST", headers: { "Content-Type": "application/json" }, cache: "no-store", body: JSON.stringify({ input, context }),
      signal: AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(patience.question)]),
    });
    const text = await answer.text();
    if (answer.ok) return text;
  } catch {
    throw new Failed("no answer");
  }
  throw new Failed(`answered with ${answer.status}`);
}
