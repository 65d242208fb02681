// A client of the service. The decisions are the module's (`callStep`, `settleCreate`); here are
// fetch, a clock, a store, and the order in which things are stored and sent.
import { callStep, checkCase, checkCaseText, checkRequest, Follower, judgeFiles, normalizeResults, prepareCase, readEvent, settleCreate } from "./service.js";
import type { Answered, CallStep, CaseFact, CaseView, Context, Issue, SavedFollower } from "./service.js";

/** A place for texts. `put` is durable when it returns. */
export interface Store {
  get(key: string): Promise<string | null>;
  /** Replaces a text, or removes it with `null`, only if it is still `before`. Returns `false` if it is not. */
  put(key: string, text: string | null, before: string | null): Promise<boolean>;
  keys(prefix: string): Promise<string[]>;
}

export interface ClientFile {
  name: string;
  blob: Blob;
  label?: string | null;
}

export interface ClientOptions {
  /** The address of the service. */
  url: string;
  masterToken: string;
  tokenName: string;
  store: Store;
  context: Context;
  /** Nobody else creates cases with this organization's tokens. */
  onlyWriter?: boolean;
  /** Throws, or returns `false`, if an event is forged. The service's scheme is not published. */
  verify?: (body: string, headers: Record<string, string>) => unknown;
  /** The repeats of one request. */
  retries?: number;
  /** Milliseconds within which the service carries out what was sent, and by which clocks may differ: 5 minutes each. */
  settle?: { askAfter?: number; skew?: number };
  /** Milliseconds without a byte after which a request is given up: 60 seconds. */
  silence?: number;
  /** Requests of polls per hour, and how many at once. */
  budget?: { perHour?: number; burst?: number };
  /** Shortens the pauses between polls: 0.1 polls ten times as often. */
  pace?: number;
  fetch?: typeof fetch;
}

/** What every request takes. */
export interface CallOptions {
  /** Ends the call. What was sent may have been carried out: `ServiceError.kind` says so, and `submit` answers `unknown`. */
  signal?: AbortSignal | undefined;
  /** The bytes that are on their way, of all: in Node, after each piece of an upload. A repeat begins anew. */
  onProgress?: ((sent: number, total: number) => unknown) | undefined;
}

/**
 * `status` is `accepted`, `rejected`, `unknown` (the answer was lost) or `unavailable` (nothing was done); append the last two again
 * after `until`. `failure` is the error of an append that the service refused, or that was not sent. `may_be_there_twice`: an earlier attempt was lost, and nothing
 * shows that it arrived.
 */
export type FileAnswer = { filename: string; label: string | null; status: string; failure?: ServiceError; [member: string]: unknown };

export type Submitted =
  | { state: "created"; caseId: number; files: FileAnswer[]; warnings: readonly Issue[]; known: boolean; changed: boolean }
  | { state: "refused"; issues: readonly Issue[] }
  | { state: "unknown"; until: Date | null; candidates: number[] };

/** A request that has no result. It has neither a token nor a submitted value. */
export class ServiceError extends Error {
  override name = "ServiceError";
  constructor(
    /** `refused`: the service refused it. `unavailable`: nothing was done. `unknown`: it may have been done. */
    readonly kind: "refused" | "unavailable" | "unknown",
    readonly endpoint: string,
    readonly status: number | null = null,
    /** When the request may be made again. */
    readonly until: Date | null = null,
    /** The service's answer, for a form. It is not part of the printed error. */
    body: unknown = null,
  ) {
    super(`${endpoint}: ${kind}${status === null ? "" : ` (${status})`}`);
    Object.defineProperty(this, "body", { value: body, enumerable: false });
  }
  declare readonly body: unknown;
}

/** The case belongs to another create, so that it cannot be claimed. */
export class ClaimedError extends Error {
  override name = "ClaimedError";
  constructor() {
    super("another create has this case");
  }
}

interface Submission {
  state: "open" | "created";
  digest: string;
  case_type: unknown;
  first: number;
  last: number;
  since: number;
  creates: number;
  /** The service's clock when it was sent. */
  clock: readonly number[];
  case_id: number | null;
  /** No call has answered yet that the case is created. */
  untold?: boolean;
}

/** An append, as it is stored before its first byte leaves. */
interface Append {
  /** The file of the case, once it was accepted: the same bytes are not sent again. */
  accepted?: { filename: string; label: string; file_id: string | null };
  label: string;
  /** It is not sent again before this moment. */
  until: number;
  /** The files that the case had. */
  files: string[];
}

interface Ended {
  outcome: string;
  /** The answer to an attempt was lost. */
  lost: boolean;
  until: Date | null;
  status: number | null;
  body: unknown;
}

interface Request extends CallOptions {
  params?: Record<string, string>;
  /** The body, anew for each attempt. */
  make?: () => FormData | object;
  bytes?: number;
  spread?: number;
  retries?: number | undefined;
  /** That of another page. */
  query?: string;
  /** Nothing is sent after it, because others count on that. */
  latest?: number;
}

const longestPause = 120_000;
const hour = 3_600_000;
const mostPages = 20;
/** Logins in 24 hours: each may leave a token that stays valid. */
const mostLogins = 20;
/** An upload that is slower than these bytes per second is given up, so that a lost create can be settled one day. */
const slowest = 16_384;
const piece = 65_536;
/** Seconds between polls, by the reason for them. */
const lanes = { question: [5, 30, 120, 600, 1800, 3600], reference: [5, 30, 60], test: [60, 120, 300, 600, 1800, 3600], daily: [86_400] };

type Lane = keyof typeof lanes;

interface Poll {
  lane: Lane;
  step: number;
  due: number;
}

export class Client {
  readonly #of: ClientOptions;
  readonly #store: Store;
  #token: Promise<string> | null = null;
  /** No request before this moment: the service is busy. */
  #paused = 0;
  /** The moments of requests, and which of them were repeats. */
  #sent: { at: number; repeat: boolean }[] = [];
  /** The service's clock in its latest answers. */
  #clock: readonly number[] = [];
  readonly #rounds = new Map<number, Promise<number>>();
  readonly #polls = new Map<number, Poll>();
  #render: ((change: { caseId: number; view: CaseView }) => unknown) | null = null;
  /** Ends the polls, and what is asked because of events and of other calls. */
  #polling: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tokens: number;
  #filled = Date.now();
  #wakes = 0;
  #turn = 0;
  #settledAt = 0;
  /** The newest list of cases, for all that wait for their references. */
  #list: { at: number; pages: Promise<unknown[]> } | null = null;

  constructor(options: ClientOptions) {
    for (const name of ["url", "masterToken", "tokenName", "store", "context"] as const) if (!options?.[name]) throw new TypeError(`Client needs the option \`${name}\``);
    if (typeof options.url !== "string" || !/^https?:\/\/./i.test(options.url)) throw new TypeError("`url` is an address such as https://service.example");
    this.#of = { ...options, url: options.url.replace(/\/$/, "") };
    this.#store = options.store;
    this.#tokens = options.budget?.burst ?? 30;
  }

  /**
   * Checks a case, or its JSON text, and creates it with its files. The same `key` never makes a second case: it finds the first one, or
   * settles what became of it. Without a key, a create of the same values is found until a call has answered `created` for it.
   */
  async submit(payload: object | string, { key, files = [], ...call }: { key?: string; files?: ClientFile[] } & CallOptions = {}): Promise<Submitted> {
    const report = typeof payload === "string" ? checkCaseText(payload, this.#of.context) : checkCase(payload, this.#of.context);
    if (!report.ok) return { state: "refused", issues: report.issues };
    if (typeof payload === "string") payload = JSON.parse(payload) as object;
    const prepared = prepareCase(payload, this.#of.context).prepared as unknown as Record<string, unknown>;
    const form = await digest(prepared);
    const place = `submission/${key === undefined ? await this.#openKey(form) : key}`;
    const parts = judged(files, "create");
    let sent: Submitted | null = null;
    while (sent === null) sent = await this.#submitted(place, form, prepared, parts, report.issues, call);
    // If this fails, the case is found once more.
    if (key === undefined && sent.state === "created") await this.#told(place).catch(() => {});
    return sent;
  }

  /** Returns `null` if another call stored its record before. */
  async #submitted(place: string, form: string, prepared: Record<string, unknown>, parts: Judged, warnings: readonly Issue[], call: CallOptions): Promise<Submitted | null> {
    const before = await this.#store.get(place);
    // The first request of a process: a create without an answer can be settled only if the clocks are compared before it.
    if (before === null && this.#clock.length === 0 && (await this.#store.get("token")) !== null) await this.#call("ping", { retries: 0, signal: call.signal }).catch(() => {});
    const now = Date.now();
    const create = (stored: string, record: Submission) => this.#create(place, stored, record, prepared, parts, warnings, call);
    if (before === null) {
      const record: Submission = {
        state: "open", digest: form, case_type: prepared["case_type"], first: now, last: now + limit(parts.bytes) * 3, since: now, creates: 1, clock: this.#clock, case_id: null, untold: true,
      };
      const text = JSON.stringify(record);
      return (await this.#store.put(place, text, null)) ? create(text, record) : null;
    }
    const found = JSON.parse(before) as Submission;
    if (found.state === "created" && found.case_id !== null) return known(found.case_id, parts.all, warnings, found.digest !== form);
    const settled = await this.#settle(place, found, now, call.signal);
    if (typeof settled === "number") {
      if (!(await this.#claimed(place, before, found, settled))) return { state: "unknown", until: null, candidates: [settled] };
      return known(settled, parts.all, warnings, found.digest !== form);
    }
    if (settled !== "absent") return settled;
    const second = { ...found, digest: form, last: Date.now() + limit(parts.bytes) * 3, since: now, creates: found.creates + 1, clock: this.#clocks(found), untold: true };
    const text = JSON.stringify(second);
    // Another process may be here as well. Only one of them sends.
    if (!(await this.#store.put(place, text, before))) return { state: "unknown", until: null, candidates: [] };
    return create(text, second);
  }

  /** Settles the creates without an answer, as far as that is possible without their persons. */
  async settle({ signal }: CallOptions = {}): Promise<void> {
    for (const place of await this.#store.keys("submission/")) {
      const before = await this.#store.get(place);
      const record = before === null ? null : (JSON.parse(before) as Submission);
      if (before === null || record?.state !== "open") continue;
      const settled = await this.#settle(place, record, record.since, signal);
      if (typeof settled === "number") await this.#claimed(place, before, { ...record, untold: true }, settled);
    }
  }

  /**
   * A person found the case of an unknown create. Throws a `ClaimedError` if it is that of another create, and a `RangeError`
   * if the service does not list it; a `ServiceError` if the list cannot be read.
   */
  async claim(key: string, caseId: number, { signal }: CallOptions = {}): Promise<void> {
    if (!Number.isSafeInteger(caseId) || caseId < 1) throw new TypeError("a case is known by a whole number");
    await this.#open(key);
    const pages = await this.#pages("api", signal);
    if (isWhole(pages) && !itemOf(pages, caseId)) throw new RangeError("the service lists no such case");
    const [place, before, record] = await this.#open(key);
    if (!(await this.#claimed(place, before, record, caseId))) throw new ClaimedError();
  }

  /** A person found that there is no case of an unknown create. */
  async release(key: string): Promise<void> {
    const [place, before, record] = await this.#open(key);
    // Until then the request may still be under way.
    const { settled, until } = settleCreate({ ...this.#settling(), intent: record, pages: [], now: Date.now() });
    if (settled === "wait") throw new ServiceError("unavailable", "create", null, new Date(until), null);
    await this.#store.put(place, null, before);
  }

  async reply(caseId: number, { interactionId, message = "", files = [], ...call }: { interactionId?: string; message?: string; files?: ClientFile[] } & CallOptions): Promise<CaseView> {
    checked(files);
    const { ref, view } = await this.#known(caseId, call.signal);
    const open = view.open_interaction?.interaction_id;
    const interaction_id = interactionId ?? open ?? "";
    const text = [{ name: "interaction_id", value: interaction_id }, ...(message === "" ? [] : [{ name: "message", value: message }])];
    const parts = [...text, ...files.map(({ name, blob }) => ({ name: "file", filename: name, size: blob.size }))];
    this.#mustPass({ endpoint: "respond", params: { ref }, parts, known: { open_interaction: open ?? null } });
    const make = () => {
      const body = new FormData();
      for (const { name, value } of text) body.set(name, value);
      for (const { name, blob } of files) body.append("file", blob, name);
      return body;
    };
    const answer = await this.#must("respond", { params: { ref }, make, bytes: total(files), spread: caseId, ...call });
    return this.#learned(caseId, { responded: (answer ?? { interaction_id }) as { interaction_id: string } });
  }

  async accept(caseId: number, { offerId, upgradeIds, signal }: { offerId: string; upgradeIds: number[] } & CallOptions): Promise<CaseView> {
    const { ref, view } = await this.#known(caseId, signal);
    const body = { offer_id: offerId, selected_upgrade_ids: upgradeIds };
    const offers = view.offers.map((offer) => ({ offer_id: offer.offer_id, additional_policies: offer.upgrades }));
    this.#mustPass({ endpoint: "accept", params: { ref }, body, known: { offers } });
    await this.#must("accept", { params: { ref }, make: () => body, spread: caseId, signal });
    return this.#learned(caseId, { accepted: body });
  }

  async cancel(caseId: number, { reason, signal }: { reason?: string } & CallOptions = {}): Promise<CaseView> {
    const { ref } = await this.#known(caseId, signal);
    const body = reason === undefined ? {} : { reason };
    this.#mustPass({ endpoint: "cancel", params: { ref }, body });
    const answer = await this.#must("cancel", { params: { ref }, make: () => body, spread: caseId, signal });
    return this.#learned(caseId, { cancel_accepted: answer as object });
  }

  /**
   * Files for a case that is there, with an answer for each. Append those that are `unknown` or `unavailable` again after
   * `until`, alone or with the others: an accepted file is never sent again, and a lost one only if no event shows that
   * it arrived.
   */
  async append(caseId: number, files: ClientFile[], call: CallOptions = {}): Promise<FileAnswer[]> {
    const { ref } = await this.#known(caseId, call.signal);
    const answers: FileAnswer[] = [];
    let down: ServiceError | null = null;
    for (const file of judged(files, "append").all) {
      const answer: FileAnswer = !file.sent ? file.answer : await this.#append(caseId, ref, file, call, down).catch((error: unknown) => failed(file, error));
      if (answer.status === "unavailable") down = answer.failure ?? null;
      answers.push(answer);
    }
    return answers;
  }

  /** The view of a case from what is stored; `null` if it is not known here. */
  async view(caseId: number): Promise<CaseView | null> {
    const text = await this.#store.get(`case/${caseId}`);
    return text === null ? null : Follower.from(JSON.parse(text)).view(new Date());
  }

  async caseIds(): Promise<number[]> {
    return (await this.#store.keys("case/")).map((key) => Number(key.slice(5)));
  }

  /** The results in their documented shape. */
  async results(caseId: number, { signal }: CallOptions = {}): Promise<unknown> {
    const { ref } = await this.#known(caseId, signal);
    const answer = (await this.#must("results", { params: { ref }, signal })) as { results_data?: unknown } | null;
    return normalizeResults(answer?.results_data).normalized;
  }

  /**
   * Stores an event, whose bytes must be as they came. Returns the status to answer with: 204, 400 or 401. What the event
   * leaves open is asked afterwards.
   */
  async receive(body: string | Uint8Array, headers: Record<string, string | string[] | undefined> | Headers): Promise<number> {
    if (typeof body !== "string" && !(body instanceof Uint8Array)) throw new TypeError("receive takes the bytes of the body, which the signature is over, and no object");
    if (!this.#of.verify) throw new TypeError("receive needs the option `verify`");
    const text = typeof body === "string" ? body : new TextDecoder().decode(body);
    const pairs: [string, unknown][] = headers instanceof Headers ? [...headers] : Object.entries(headers);
    const flat = Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), String(value)]));
    try {
      if ((await this.#of.verify(text, flat)) === false) return 401;
    } catch {
      return 401;
    }
    let event: object;
    try {
      event = JSON.parse(text) as object;
    } catch {
      return 400;
    }
    const { event: read } = readEvent(event);
    const id = Number.isSafeInteger(read?.case_id) ? (read?.case_id as number) : await this.#byReference(read?.issue_key);
    // An event without a number whose reference is not known here is acknowledged: polling asks for the state of its case.
    if (id === null) return 204;
    await this.#ingest(id, { event, received_at: new Date() } as CaseFact);
    setTimeout(() => void this.ask(id), 0);
    return 204;
  }

  /** Asks the service what the view of a case leaves open. */
  async ask(caseId: number, { signal }: CallOptions = {}): Promise<void> {
    // It may wait for the round before.
    await orAborted(this.#asked(caseId, signal), signal);
  }

  /** One round after the other. Returns the requests that it took. */
  #asked(id: number, signal = this.#polling?.signal): Promise<number> {
    const run = (this.#rounds.get(id) ?? Promise.resolve()).then(() => this.#round(id, signal)).catch(() => 1);
    this.#rounds.set(id, run);
    void run.then(() => this.#rounds.get(id) === run && this.#rounds.delete(id));
    return run;
  }

  /**
   * Polls all stored cases within the budget, and reports each change. Returns a function that stops, as `signal` does:
   * what is being asked ends, and is asked again after the next start.
   */
  start(render: (change: { caseId: number; view: CaseView }) => unknown = () => {}, { signal }: CallOptions = {}): () => Promise<void> {
    this.#polling?.abort();
    const polling = new AbortController();
    [this.#polling, this.#render] = [polling, render];
    const stop = async (): Promise<void> => {
      signal?.removeEventListener("abort", stop);
      polling.abort();
      if (this.#polling === polling) {
        [this.#polling, this.#render] = [null, null];
        clearTimeout(this.#timer);
      }
      await Promise.all(this.#rounds.values());
    };
    const begin = async (): Promise<void> => {
      try {
        for (const id of await this.caseIds()) await this.#schedule(id);
        this.#tick();
      } catch {
        if (!polling.signal.aborted) this.#timer = setTimeout(() => void begin(), 60_000); // the store may answer later
      }
    };
    if (signal?.aborted) void stop();
    else {
      signal?.addEventListener("abort", stop);
      void begin();
    }
    return stop;
  }

  #tick(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#render) return;
    const { perHour = 360, burst = 30 } = this.#of.budget ?? {};
    const now = Date.now();
    const minute = 60_000 * (this.#of.pace ?? 1);
    if (now - this.#settledAt >= minute) {
      this.#settledAt = now;
      void this.settle({ signal: this.#polling?.signal }).catch(() => {});
    }
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filled) / hour) * perHour);
    this.#filled = now;
    const order = Object.keys(lanes);
    const due = [...this.#polls].filter(([, poll]) => poll.due <= now).sort(([, one], [, other]) => one.due - other.due);
    // Each fifth poll is that of the longest due, so that no lane starves another.
    const first = this.#turn % 5 === 4 ? due[0] : due.sort(([, one], [, other]) => order.indexOf(one.lane) - order.indexOf(other.lane))[0];
    const allowed = Math.max(this.#paused, this.#tokens >= 1 ? now : now + ((1 - this.#tokens) * hour) / perHour);
    if (first && allowed <= now) {
      this.#turn += 1;
      this.#tokens -= 1;
      const [id, poll] = first;
      poll.step = Math.min(poll.step + 1, lanes[poll.lane].length - 1);
      poll.due = this.#due(id, poll.lane, poll.step);
      // The first request is paid for.
      const asked = poll.lane === "question" || poll.lane === "reference" ? this.#asked(id) : this.#look(id);
      void asked.then((requests) => (this.#tokens -= Math.max(0, requests - 1)));
    }
    const next = first ? Math.max(now, allowed) : [...this.#polls.values()].reduce((least, poll) => Math.min(least, poll.due), Infinity);
    this.#wake(Math.min(next, this.#settledAt + minute));
  }

  /** Looks at the polls at a moment, unless that is done before. */
  #wake(at: number): void {
    if (!this.#render || (this.#timer !== undefined && this.#wakes <= at)) return;
    clearTimeout(this.#timer);
    this.#wakes = at;
    this.#timer = setTimeout(() => this.#tick(), Math.min(hour, Math.max(20, at - Date.now())));
  }

  /** The daily look at a case has its time of the day, so that looks are spread and a restart delays none. */
  #due(id: number, lane: Lane, step: number): number {
    const now = Date.now();
    const pause = Math.max(1, 1000 * (lanes[lane][step] ?? 0) * (this.#of.pace ?? 1));
    if (lane !== "daily") return now + pause;
    const slot = ((id * 0.618_033_988_749_895) % 1) * pause;
    return now + ((((slot - now) % pause) + pause) % pause || pause);
  }

  /** Test cases have no events, and others lose some. Returns the requests that it took. */
  async #look(id: number): Promise<number> {
    try {
      const signal = this.#polling?.signal;
      const { ref, view } = await this.#known(id, signal);
      const isAsked = view.ask.some(({ endpoint }) => endpoint === "detail");
      if (!isAsked) await this.#answered(id, ref, "detail", view.basis, signal);
      return (isAsked ? 0 : 1) + (view.issue_key === null ? 1 : 0) + (await this.#asked(id));
    } catch {
      // The next poll asks again.
      return 1;
    }
  }

  async #schedule(id: number): Promise<void> {
    const text = await this.#store.get(`case/${id}`);
    if (text === null) return;
    const saved = JSON.parse(text) as SavedFollower;
    const seen = Follower.from(saved).view(new Date());
    const isOpen = seen.ask.some(({ reason }) => reason !== "test_case");
    const lane = isOpen ? (seen.issue_key === null ? "reference" : "question") : saved.is_test ? "test" : "daily";
    if (!isOpen && seen.state === "closed") {
      this.#polls.delete(id);
      return;
    }
    if (this.#polls.get(id)?.lane === lane) return;
    const due = this.#due(id, lane, 0);
    this.#polls.set(id, { lane, step: 0, due });
    this.#wake(due);
  }

  async #round(id: number, signal?: AbortSignal): Promise<number> {
    const put = new Set<string>();
    let requests = 0;
    for (;;) {
      const view = await this.view(id);
      const open = view?.ask.filter((one) => !put.has(`${one.endpoint} ${one.reason}`)) ?? [];
      if (!view || open.length === 0) break;
      if (view.issue_key === null) requests += 1;
      const ref = view.issue_key ?? (await this.#listed(id, signal));
      if (ref === null) break;
      open.forEach((one) => put.add(`${one.endpoint} ${one.reason}`));
      const endpoints = new Set(open.map((one) => one.endpoint));
      requests += endpoints.size;
      for (const endpoint of endpoints) await this.#answered(id, ref, endpoint, view.basis, signal);
    }
    await this.#schedule(id);
    return requests;
  }

  /** The basis belongs to the answer: it says what was known before the question. */
  async #answered(id: number, ref: string, endpoint: string, basis: string[], signal?: AbortSignal): Promise<void> {
    const answer = await this.#must(endpoint, { params: { ref }, spread: id, signal });
    await this.#ingest(id, { [endpoint]: answer, basis } as unknown as CaseFact);
  }

  async #create(place: string, stored: string, record: Submission, prepared: object, parts: Judged, warnings: readonly Issue[], call: CallOptions): Promise<Submitted> {
    const sent = parts.all.filter((file) => file.sent);
    const make = () => {
      const body = new FormData();
      body.set("case", JSON.stringify(prepared));
      for (const { name, blob, label } of sent) {
        body.append("files", blob, name);
        body.append("labels", label);
      }
      return body;
    };
    const ended = await this.#call("create", { make, bytes: parts.bytes, spread: spreadOf(place), latest: record.last, ...call }).catch(async (error: unknown) => {
      // Without a token nothing was sent, so that nothing has to be settled.
      await this.#store.put(place, null, stored);
      throw error;
    });
    if (ended.outcome === "unknown") {
      const open = { ...record, last: Date.now(), clock: this.#clocks(record) };
      await this.#store.put(place, JSON.stringify(open), stored);
      const { until } = settleCreate({ ...this.#settling(), intent: open, pages: [], now: 0 });
      return { state: "unknown", until: new Date(until), candidates: [] };
    }
    if (ended.outcome !== "answer") {
      // Nothing was created, so that nothing has to be settled.
      await this.#store.put(place, null, stored);
      const errors = (ended.body as { errors?: Issue[] } | null)?.errors;
      if (ended.outcome === "refused" && Array.isArray(errors)) return { state: "refused", issues: errors };
      throw new ServiceError(ended.outcome as "refused", "create", ended.status, ended.until, ended.body);
    }
    const created = ended.body as { case_id: number; case_ref?: string | null; attachments?: FileAnswer[] };
    const id = created.case_id;
    await this.#claimed(place, stored, record, id, { created }, (prepared as { is_test?: unknown }).is_test === true);
    const files: FileAnswer[] = [];
    for (const file of parts.all) {
      const told = file.sent ? (created.attachments?.[sent.indexOf(file)] ?? file.answer) : file.answer;
      const answer: FileAnswer = told.status === "rejected" || told.status === "error" ? { ...file.answer, ...told, retry: told["retry"] ?? file.answer["retry"] ?? again(told["error_code"]) } : told;
      const retry = answer["retry"] as { through?: string; change?: unknown[] } | null | undefined;
      const fits = retry?.through === "append" && retry.change?.length === 0;
      const ref = fits ? (created.case_ref ?? (await this.#reference(id).catch(() => null))) : null;
      files.push(ref === null ? answer : await this.#append(id, ref, file, call).catch(() => answer));
    }
    return { state: "created", caseId: id, files, warnings, known: false, changed: false };
  }

  /** A number is the case; `absent` says that there is none. */
  async #settle(place: string, record: Submission, since: number, signal?: AbortSignal): Promise<number | "absent" | Extract<Submitted, { state: "unknown" }>> {
    const intent = { ...record, since };
    const early = settleCreate({ ...this.#settling(), intent, pages: [], now: Date.now() });
    const unknown = (candidates: number[], until: Date | null) => ({ state: "unknown" as const, until, candidates });
    if (early.settled === "wait") return unknown([], new Date(early.until));
    try {
      const now = Date.now();
      const pages = await this.#pages("api", signal);
      const others = [];
      for (const other of await this.#store.keys("submission/")) {
        const text = other === place ? null : await this.#store.get(other);
        if (text !== null) others.push(JSON.parse(text) as Submission);
      }
      const taken = others.flatMap(({ case_id }) => (case_id === null ? [] : [case_id]));
      const others_open = others.some(({ state }) => state === "open");
      const { settled, candidates } = settleCreate({ ...this.#settling(), intent, pages, taken, others_open, now });
      const [one] = candidates;
      if (settled === "absent") return "absent";
      if (settled !== "found" || one === undefined) return unknown(candidates, null);
      const ref = itemOf(pages, one)?.issue_key;
      if (typeof ref !== "string") return unknown(candidates, new Date(now + 60_000));
      const detail = (await this.#must("detail", { params: { ref }, signal })) as { case_type?: unknown };
      return detail.case_type === record.case_type ? one : unknown(candidates, null);
    } catch (error) {
      // Nothing is known yet, and the case may exist.
      if (error instanceof ServiceError) return unknown([], error.until);
      throw error;
    }
  }

  #settling(): { only_writer: boolean; ask_after: number; skew: number; clock: readonly number[] } {
    const { askAfter = 300_000, skew = 300_000 } = this.#of.settle ?? {};
    return { only_writer: this.#of.onlyWriter === true, ask_after: askAfter, skew, clock: this.#clock };
  }

  #clocks(record: Submission): readonly number[] {
    return [...record.clock, ...this.#clock];
  }

  /** Returns `false` for a case of another create, unless the service's answer names it. */
  async #claimed(place: string, before: string, record: Submission, case_id: number, answer?: object, is_test = false): Promise<boolean> {
    const claim = `claim/${case_id}`;
    const other = (await this.#store.put(claim, place, null)) ? place : ((await this.#store.get(claim)) ?? "");
    // A person may have released the other create.
    const isFree = other === place || ((await this.#store.get(other)) === null && (await this.#store.put(claim, place, other)));
    if (!isFree && !answer) return false;
    await this.#ingest(case_id, (answer ?? { created: { case_id } }) as CaseFact, is_test);
    if (await this.#store.put(place, JSON.stringify({ ...record, state: "created", case_id }), before)) return true;
    // Another call has settled it, perhaps with another case.
    const now = await this.#store.get(place);
    const isSame = now !== null && (JSON.parse(now) as Submission).case_id === case_id;
    if (!isSame) await this.#store.put(claim, null, place);
    return isSame;
  }

  /** Notes that a call answers `created`. */
  async #told(place: string): Promise<void> {
    for (;;) {
      const text = await this.#store.get(place);
      const record = text === null ? null : (JSON.parse(text) as Submission);
      if (!record?.untold || (await this.#store.put(place, JSON.stringify({ ...record, untold: false }), text))) return;
    }
  }

  async #open(key: string): Promise<[string, string, Submission]> {
    const place = `submission/${key}`;
    const before = await this.#store.get(place);
    const record = before === null ? null : (JSON.parse(before) as Submission);
    if (before === null || record?.state !== "open") throw new TypeError("no create with this key is unknown");
    return [place, before, record];
  }

  /** The key of a create of the same values that no call has answered `created` for, or a new one. */
  async #openKey(form: string): Promise<string> {
    for (let at = 0; ; at += 1) {
      const text = await this.#store.get(`submission/${form}.${at}`);
      const record = text === null ? null : (JSON.parse(text) as Submission);
      // The polls may have settled it since its person was told to come again.
      if (record === null || record.state === "open" || record.untold) return `${form}.${at}`;
    }
  }

  async #append(caseId: number, ref: string, file: JudgedFile, options: CallOptions, down: ServiceError | null = null): Promise<FileAnswer> {
    const { name: filename, label } = file;
    const folder = `append/${caseId}/`;
    const place = `${folder}${await digest([filename, label, await sha256(await file.blob.arrayBuffer())])}`;
    const before = await this.#store.get(place);
    const open = before === null ? null : (JSON.parse(before) as Append);
    const unknown = (until: number) => ({ filename, label, status: "unknown", until: new Date(until) });
    if (open?.accepted) return { ...open.accepted, status: "accepted" };
    if (open && Date.now() < open.until) return unknown(open.until);
    const there = (await this.view(caseId))?.files ?? [];
    const others: { key: string; text: string; append: Append }[] = [];
    for (const key of await this.#store.keys(folder)) {
      const text = key === place ? null : await this.#store.get(key);
      const append = text === null ? null : (JSON.parse(text) as Append);
      if (text !== null && append && !append.accepted) others.push({ key, text, append });
    }
    const begun: Append = { label, until: Date.now() + limit(file.blob.size), files: there.map(({ file_id }) => file_id) };
    const accepted = async (told: Append["accepted"], text: string | null): Promise<FileAnswer> => {
      await this.#store.put(place, JSON.stringify({ ...begun, accepted: told }), text);
      return { ...(told as object as FileAnswer), status: "accepted" };
    };
    // A file of the same label can be that of another append without an answer.
    const isAlone = others.every(({ append }) => append.label !== label);
    const arrived = open && isAlone && there.find((one) => one.label === label && !open.files.includes(one.file_id));
    if (arrived) return accepted({ filename, label, file_id: arrived.file_id }, before);
    if (down) throw down; // the service does not answer now, and nothing more is sent
    const text = JSON.stringify(begun);
    if (!(await this.#store.put(place, text, before))) return unknown(begun.until);
    const make = () => {
      const body = new FormData();
      body.set("file", file.blob, file.name);
      body.set("label", file.label);
      return body;
    };
    const ended = await this.#call("append", { params: { ref }, make, bytes: file.blob.size, spread: caseId, ...options }).catch((error: unknown) => error as Error);
    if (!(ended instanceof Error) && ended.outcome === "unknown") {
      const until = ended.until?.getTime() ?? begun.until;
      await this.#store.put(place, JSON.stringify({ ...begun, until }), text);
      return unknown(until);
    }
    if (ended instanceof Error || ended.outcome !== "answer") {
      await this.#store.put(place, before, text);
      const failure = ended instanceof Error ? ended : new ServiceError(ended.outcome as "refused", "append", ended.status, ended.until, ended.body);
      // This attempt did not arrive, but an earlier one may have.
      if (open && failure instanceof ServiceError && failure.kind === "refused" && failure.endpoint === "append") return { ...unknown(open.until), failure };
      throw failure;
    }
    const told = ended.body as { filename?: string; label?: string; file_id?: string };
    const answer = await accepted({ filename: told.filename ?? filename, label: told.label ?? label, file_id: told.file_id ?? null }, text);
    await this.#ingest(caseId, { file: ended.body } as CaseFact);
    // It is not that of another append.
    for (const { key, text: other, append } of others) await this.#store.put(key, JSON.stringify({ ...append, files: [...append.files, told.file_id] }), other);
    return { ...answer, ...(open && { may_be_there_twice: true }) };
  }

  /** Takes facts in. They are stored when this returns, and no other fact came between. */
  async #ingest(id: number, fact: CaseFact, is_test = false): Promise<CaseView> {
    for (;;) {
      const before = await this.#store.get(`case/${id}`);
      const follower = before === null ? new Follower({ is_test }) : Follower.from(JSON.parse(before));
      follower.ingest(fact);
      const text = JSON.stringify(follower);
      if (text !== before && !(await this.#store.put(`case/${id}`, text, before))) continue;
      const view = follower.view(new Date());
      // A fault of the caller's function is not one of the request.
      if (text !== before) void Promise.resolve().then(() => this.#render?.({ caseId: id, view })).catch((error: unknown) => console.error("casegate: the function given to start failed", error));
      await this.#schedule(id);
      return view;
    }
  }

  async #learned(id: number, fact: object): Promise<CaseView> {
    const view = await this.#ingest(id, fact as CaseFact);
    void this.ask(id);
    return view;
  }

  /** With the reference by which the service knows the case; it comes some time after the case. */
  async #known(id: number, signal?: AbortSignal): Promise<{ ref: string; view: CaseView }> {
    const view = await this.view(id);
    if (!view) throw new TypeError("this case is not known here");
    const ref = view.issue_key ?? (await this.#reference(id, signal));
    if (ref === null) throw new ServiceError("unavailable", "list", null, new Date(Date.now() + 60_000));
    return { ref, view };
  }

  /** For a poll, which may learn a reference some seconds later. One list serves all that wait for theirs. */
  async #listed(id: number, signal?: AbortSignal): Promise<string | null> {
    const { at, pages } = this.#list ?? { at: 0, pages: Promise.resolve([]) };
    if (Date.now() - at > 10_000 * (this.#of.pace ?? 1)) return this.#reference(id, signal);
    return itemOf((await orAborted(pages, signal)) ?? [], id)?.issue_key ?? null;
  }

  async #reference(id: number, signal?: AbortSignal): Promise<string | null> {
    const pages = this.#pages("all", signal);
    this.#list = { at: Date.now(), pages };
    // It is not the list of others if its caller gave it up.
    return itemOf(await pages.finally(() => signal?.aborted && (this.#list = null)), id)?.issue_key ?? null;
  }

  async #byReference(key: string | null | undefined): Promise<number | null> {
    if (typeof key !== "string") return null;
    for (const id of await this.caseIds()) if ((await this.view(id))?.issue_key === key) return id;
    return null;
  }

  /**
   * The pages of the list, up to a repeated one or the 20th. Only the query of the next address counts: another host
   * would get the token, and behind a proxy the service may not know its own name.
   */
  async #pages(source: string, signal?: AbortSignal): Promise<unknown[]> {
    const pages: unknown[] = [];
    const seen = new Set<string>();
    let query: string | undefined;
    do {
      const page = (await this.#must("list", { params: { source }, signal, ...(query !== undefined && { query }) })) as { next?: unknown };
      pages.push(page);
      query = typeof page.next === "string" ? /\?[^#]*/.exec(page.next)?.[0] : undefined;
      if (query === undefined || seen.has(query)) return pages;
      seen.add(query);
    } while (pages.length < mostPages);
    return pages;
  }

  #mustPass(request: object): void {
    const { ok, issues } = checkRequest(request as never, this.#of.context);
    if (!ok) throw Object.assign(new ServiceError("refused", String((request as { endpoint: string }).endpoint)), { issues });
  }

  async #must(endpoint: string, request: Request = {}): Promise<unknown> {
    const ended = await this.#call(endpoint, request);
    if (ended.outcome === "answer") return ended.body;
    if (ended.outcome === "landed") return null;
    throw new ServiceError(ended.outcome as "refused", endpoint, ended.status, ended.until, ended.body);
  }

  /** One request, with all attempts that the table allows. */
  async #call(endpoint: string, { params = {}, make, bytes = 0, spread = 0, retries = this.#of.retries, signal, onProgress, query, latest = Infinity }: Request): Promise<Ended> {
    const begun = callStep({ endpoint, params, spread });
    const path = query === undefined ? `${this.#of.url}${begun.path}` : `${this.#of.url}${begun.path?.split("?")[0]}${query}`;
    let { call, step } = begun as { call: { lost: boolean }; step: CallStep };
    let last: Answered = {};
    let used: string | null = null;
    for (let attempt = 0; ; ) {
      const { lost } = call;
      const ended = (outcome: string, until: number | null, status: number | null) => ({ outcome, lost, until: until === null ? null : new Date(until), status, body: parsed(last.body) });
      const stopped = () => ended(lost && begun.method !== "GET" ? "unknown" : "unavailable", null, null);
      if (step.all && step.until !== null) this.#paused = Math.max(this.#paused, step.until);
      if (step.do === "done") return ended(step.outcome ?? "unknown", step.until, last.status ?? null);
      const until = Math.max(step.until ?? 0, this.#paused);
      if (until - Date.now() > longestPause) return ended("unavailable", until, 429);
      await this.#wait(until, signal);
      if (this.#paused > Date.now() && !signal?.aborted) continue; // another request lengthened the pause
      try {
        used = endpoint === "login" ? this.#of.masterToken : await orAborted(this.#userToken(step.renew ? used : null), signal);
      } catch (error) {
        if (lost && begun.method !== "GET") return stopped();
        throw error;
      }
      if (used === null || signal?.aborted || Date.now() > latest) return stopped();
      if (attempt === 0) this.#sent.push({ at: Date.now(), repeat: false });
      last = await this.#fetch(begun.method ?? "GET", path, used, make?.(), bytes, signal, onProgress);
      attempt += 1;
      const limits = { ...this.#requests(), ...(retries !== undefined && { retries }) };
      const next = callStep({ call, answer: last, limits, clock: this.#clock, now: Date.now() });
      this.#clock = next.clock;
      ({ call, step } = next as { call: { lost: boolean }; step: CallStep });
      // It counts from now on, so that calls which fail together do not all repeat.
      // A pause that the service asked for, and a new token, are no repeats.
      if (step.do !== "done") this.#sent.push({ at: Date.now(), repeat: step.do === "wait" && !step.all });
    }
  }

  async #wait(until: number, signal?: AbortSignal): Promise<void> {
    for (let left = until - Date.now(); left > 0 && !signal?.aborted; left = until - Date.now()) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      await orAborted(new Promise<void>((resolve) => (timer = setTimeout(resolve, left))), signal);
      clearTimeout(timer);
    }
  }

  /** Those of the last hour. */
  #requests(): { requests: number; repeats: number } {
    const since = Date.now() - hour;
    this.#sent = this.#sent.filter(({ at }) => at > since);
    return { requests: this.#sent.length, repeats: this.#sent.filter((one) => one.repeat).length };
  }

  async #fetch(method: string, url: string, token: string, body: FormData | object | undefined, bytes: number, signal?: AbortSignal, onProgress?: CallOptions["onProgress"]): Promise<Answered> {
    const isForm = body instanceof FormData;
    const headers: Record<string, string> = { authorization: `Token ${token}`, ...(body && !isForm && { "content-type": "application/json" }) };
    const silent = new AbortController();
    const end = () => silent.abort();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const moved = () => {
      clearTimeout(timer);
      timer = setTimeout(end, this.#of.silence ?? 60_000);
    };
    // Signals that depend on the poller's would stay as long as it does in Node 20.
    signal?.addEventListener("abort", end);
    const within = AbortSignal.any([AbortSignal.timeout(limit(bytes)), silent.signal]);
    try {
      const form = isForm ? encoded(body) : null;
      const isCounted = isNode && !this.#of.fetch;
      const progress = (at: number): void => {
        moved();
        // What a caller does with it must not end the upload.
        if (form && onProgress) Promise.resolve().then(() => onProgress(at, form.size)).catch(() => {});
      };
      if (isCounted || !form) moved();
      if (form) headers["content-type"] = form.type;
      if (form && isCounted) headers["content-length"] = String(form.size);
      const sent = form ? (isCounted ? { body: pieces(form, progress), duplex: "half" } : { body: form }) : body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await (this.#of.fetch ?? fetch)(url, { method, headers, redirect: "manual", signal: within, ...sent });
      progress(form?.size ?? 0);
      const head = (name: string) => response.headers.get(name);
      const answer: Answered = { status: response.status, content_type: head("content-type"), retry_after: head("retry-after"), date: head("date") };
      try {
        return { ...answer, body: await response.text() };
      } catch {
        return { ...answer, complete: false };
      }
    } catch (error) {
      return { sent: !isUnreached(error) };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
    }
  }

  /** One login per store, however many requests wait for it. A token that was replaced meanwhile is not forgotten. */
  async #userToken(refused: string | null): Promise<string> {
    if (refused !== null) {
      const current = await (this.#token ?? Promise.resolve(null)).catch(() => null);
      if (current === refused) this.#token = null;
    }
    this.#token ??= this.#logIn(refused).catch((error: unknown) => {
      this.#token = null;
      throw error;
    });
    return this.#token;
  }

  async #logIn(refused: string | null): Promise<string> {
    const stored = await this.#store.get("token");
    if (stored !== null && stored !== refused) return stored;
    const counted = await this.#store.get("logins");
    const day = 24 * hour;
    const logins = counted === null ? [] : (JSON.parse(counted) as number[]).filter((at) => at > Date.now() - day);
    const [oldest] = logins;
    if (oldest !== undefined && logins.length >= mostLogins) throw new ServiceError("unavailable", "login", null, new Date(oldest + day));
    const ended = await this.#call("login", { make: () => ({ token_name: this.#of.tokenName }) });
    const isMade = ended.outcome === "answer" || (ended.lost && ended.status === null);
    if (isMade) await this.#store.put("logins", JSON.stringify([...logins, Date.now()]), counted);
    if (ended.outcome !== "answer") throw new ServiceError(ended.outcome as "refused", "login", ended.status, ended.until, ended.body);
    // Which member carries the token is not published; this is the stand-in's.
    const token = (ended.body as { token?: unknown }).token;
    if (typeof token !== "string") throw new ServiceError("unavailable", "login");
    if (await this.#store.put("token", token, stored)) return token;
    return (await this.#store.get("token")) ?? token;
  }
}

/** Milliseconds for a request of this size. */
const limit = (bytes: number): number => 60_000 + Math.ceil((bytes / slowest) * 1000);

/** Deno, Bun and Workers call themselves otherwise; not all of them send a stream with its length. */
const isNode = (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent?.startsWith("Node.js") ?? (globalThis as { process?: { release?: { name?: string } } }).process?.release?.name === "node";

/** `null` if the signal comes first. What was begun goes on. */
function orAborted<T>(begun: Promise<T>, signal: AbortSignal | undefined): Promise<T | null> {
  if (!signal) return begun;
  return new Promise((resolve, reject) => {
    const aborted = () => resolve(null);
    if (signal.aborted) aborted();
    signal.addEventListener("abort", aborted);
    begun.then(resolve, reject).finally(() => signal.removeEventListener("abort", aborted));
  });
}

/** The bytes of a form as `fetch` sends them, with their number. */
function encoded(form: FormData): Blob {
  const boundary = `casegate-${crypto.randomUUID()}`;
  const quoted = (name: string) => `"${name.replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/"/g, "%22")}"`;
  const parts: BlobPart[] = [];
  form.forEach((value, name) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name=${quoted(name)}`;
    if (typeof value === "string") parts.push(`${head}\r\n\r\n${value.replace(/\r\n?|\n/g, "\r\n")}\r\n`);
    else parts.push(`${head}; filename=${quoted(value.name)}\r\nContent-Type: ${value.type || "application/octet-stream"}\r\n\r\n`, value, "\r\n");
  });
  return new Blob([...parts, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
}

/** A stream that is read only as fast as it is sent. `progress` has the bytes that are on their way. */
function pieces(form: Blob, progress: (at: number) => void): ReadableStream<Uint8Array> {
  let at = 0;
  const pull = async (stream: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    progress(at);
    if (at >= form.size) return stream.close();
    stream.enqueue(new Uint8Array(await form.slice(at, at + piece).arrayBuffer()));
    at = Math.min(at + piece, form.size);
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}

const total = (files: ClientFile[]): number => files.reduce((bytes, { blob }) => bytes + blob.size, 0);

const known = (caseId: number, files: JudgedFile[], warnings: readonly Issue[], changed: boolean): Submitted => ({
  // The files may have arrived. A missing one can be appended.
  state: "created", caseId, warnings, known: true, changed, files: files.map(({ name, label }) => ({ filename: name, label, status: "unknown" })),
});

interface JudgedFile {
  name: string;
  blob: Blob;
  label: string;
  sent: boolean;
  answer: FileAnswer;
}
interface Judged {
  all: JudgedFile[];
  bytes: number;
}

/** What must change before a file that the service rejected is sent again. */
const changes: Record<string, string[]> = { file_too_large: ["smaller_file"], extension_not_allowed: ["other_extension"], unknown_label: ["known_label"], internal_error: [] };
const again = (code: unknown): object | null => (typeof code === "string" && changes[code] ? { through: "append", change: changes[code] } : null);

function checked(files: ClientFile[]): void {
  if (!files.every(({ name, blob }) => typeof name === "string" && typeof (blob as Blob | undefined)?.size === "number")) throw new TypeError("a file needs `name` and `blob`");
}

function judged(files: ClientFile[], endpoint: "create" | "append"): Judged {
  checked(files);
  const described = files.map(({ name, blob, label }) => ({ name, size: blob.size, label: label ?? null }));
  const verdicts = judgeFiles({ endpoint, files: described } as never).files;
  const all = files.map(({ name, blob }, at) => {
    const verdict = verdicts[at] as unknown as FileAnswer;
    const { filename, label, status, error, error_code, retry } = verdict;
    const answer = status === "accepted" ? { filename, label, status } : { filename, label, status, error, error_code, retry };
    return { name, blob, label: label ?? "other", sent: status === "accepted", answer };
  });
  return { all, bytes: total(all.filter((file) => file.sent)) };
}

/** The answer for a file that was not appended. */
function failed({ name, label }: JudgedFile, failure: unknown): FileAnswer {
  if (!(failure instanceof ServiceError)) throw failure;
  const { detail, error = detail ?? null, error_code = null } = (failure.body ?? {}) as Record<string, unknown>;
  const status = failure.kind === "refused" && failure.endpoint === "append" ? "rejected" : "unavailable";
  return { filename: name, label, status, error, error_code, retry: again(error_code), until: failure.until, failure };
}

/** `true` if the pages are known to be all. */
const isWhole = (pages: unknown[]): boolean =>
  (pages.at(-1) as { next?: unknown } | undefined)?.next === null && pages.every((page) => Array.isArray((page as { results?: unknown }).results));

function itemOf(pages: unknown[], id: number): { issue_key?: string | null } | undefined {
  const items = pages.flatMap((page) => (page as { results?: unknown[] }).results ?? (Array.isArray(page) ? (page as unknown[]) : []));
  return (items as { id?: unknown; issue_key?: string | null }[]).find((item) => item.id === id);
}

/** The digest of values, whatever the order of their members. */
function digest(value: unknown): Promise<string> {
  const sorted = JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === "object" && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : part);
  return sha256(new TextEncoder().encode(sorted));
}

async function sha256(content: BufferSource): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const spreadOf = (text: string): number => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_536, 7);

function parsed(text: string | null | undefined): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** No byte of the request has left: no address, no connection, or no trust. */
function isUnreached(error: unknown): boolean {
  const cause = (error as { cause?: { code?: unknown; errors?: { code?: unknown }[] } } | null)?.cause;
  const codes = cause?.errors?.map(({ code }) => code) ?? [cause?.code];
  return codes.length > 0 && codes.every((code) => /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|.*CERT.*)$/.test(String(code)));
}

/** A store for tests. */
export function memoryStore(): Store {
  const all = new Map<string, string>();
  return {
    get: async (key) => all.get(key) ?? null,
    put: async (key, text, before) => {
      if ((all.get(key) ?? null) !== before) return false;
      if (text === null) all.delete(key);
      else all.set(key, text);
      return true;
    },
    keys: async (prefix) => [...all.keys()].filter((key) => key.startsWith(prefix)),
  };
}

/** A file name on every file system: no capitals, no reserved name such as `con`, and not too long. */
async function fileName(key: string): Promise<string> {
  const letters = Array.from(new TextEncoder().encode(key), (byte) => (/[a-z0-9._-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, "0")}`));
  const name = letters.join("");
  return `${name.length <= 120 && decodeURIComponent(name) === key ? `_${name}` : `=${await digest(key)}`}.txt`;
}

/** A store of files, for one process of Node, Deno or Bun. A file is whole, old or new, whenever the power fails. Its first line is its key. */
export function fileStore(folder: string): Store {
  const node = Promise.all([import("node:fs/promises"), import("node:path")]);
  let turn: Promise<unknown> = Promise.resolve();
  const read = async (name: string) => {
    const [fs, { join }] = await node;
    return fs.readFile(join(folder, name), "utf8").catch(isMissing(null));
  };
  const get = async (key: string) => {
    const text = await read(await fileName(key));
    return text === null ? null : text.slice(text.indexOf("\n") + 1);
  };
  const synced = async (path: string, flags: string, text?: string) => {
    const file = await (await node)[0].open(path, flags, 0o600);
    try {
      if (text !== undefined) await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
  };
  const put = async (key: string, text: string | null, before: string | null) => {
    const [fs, { join }] = await node;
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, await fileName(key));
    if ((await get(key)) !== before) return false;
    if (text === null) await fs.rm(path, { force: true });
    else {
      await synced(`${path}.new`, "w", `${JSON.stringify(key)}\n${text}`);
      await fs.rename(`${path}.new`, path);
    }
    // The new name; Windows has no way to ask for it.
    await synced(folder, "r").catch(() => {});
    return true;
  };
  /** The key of a file; a name that is a digest does not tell it. */
  const keyOf = async (name: string) => {
    if (name.startsWith("_")) return decodeURIComponent(name.slice(1, -4));
    const text = await read(name);
    return text === null ? null : (JSON.parse(text.slice(0, text.indexOf("\n"))) as string);
  };
  return {
    get,
    put: (key, text, before) => {
      const done = turn.then(() => put(key, text, before));
      turn = done.catch(() => {});
      return done;
    },
    keys: async (prefix) => {
      const names = await (await node)[0].readdir(folder).catch(isMissing([] as string[]));
      const keys = await Promise.all(names.filter((name) => /^[_=].*\.txt$/.test(name)).map(keyOf));
      return keys.filter((key): key is string => key?.startsWith(prefix) ?? false);
    },
  };
}

const isMissing = <T>(nothing: T) => (error: { code?: string }): T => {
  if (error.code === "ENOENT") return nothing;
  throw error;
};
