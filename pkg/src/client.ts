// A client of the service. The decisions are the module's (`callStep`, `settleCreate`); here are
// fetch, a clock, a store, and the order in which things are stored and sent.
import { callStep, checkCase, checkRequest, Follower, judgeFiles, normalizeResults, prepareCase, readEvent, settleCreate } from "./service.js";
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
  /** Polls per hour, and how many at once. */
  budget?: { perHour?: number; burst?: number };
  /** Shortens the pauses between polls: 0.1 polls ten times as often. */
  pace?: number;
  fetch?: typeof fetch;
}

export type FileAnswer = { filename: string; label: string | null; status: string; [member: string]: unknown };

export type Submitted =
  | { state: "created"; caseId: number; files: FileAnswer[]; warnings: readonly Issue[]; known: boolean }
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

interface Submission {
  state: "open" | "created";
  digest: string;
  case_type: unknown;
  first: number;
  last: number;
  since: number;
  creates: number;
  case_id: number | null;
}

interface Ended {
  outcome: string;
  until: Date | null;
  status: number | null;
  body: unknown;
}

interface Request {
  params?: Record<string, string>;
  /** The body, anew for each attempt. */
  make?: () => FormData | object;
  bytes?: number;
  spread?: number;
  signal?: AbortSignal | undefined;
  /** The address of another page. */
  url?: string;
}

const longestPause = 120_000;
const hour = 3_600_000;
const mostPages = 20;
/** Seconds between polls, by the reason for them. */
const lanes = { question: [5, 30, 120, 600, 1800, 3600], test: [60, 120, 300, 600, 1800, 3600], daily: [86_400] };

interface Poll {
  lane: keyof typeof lanes;
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
  #skew: number;
  readonly #rounds = new Map<number, Promise<void>>();
  readonly #polls = new Map<number, Poll>();
  #render: ((change: { caseId: number; view: CaseView }) => unknown) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tokens: number;
  #filled = Date.now();
  #turn = 0;
  #settledAt = 0;

  constructor(options: ClientOptions) {
    this.#of = { ...options, url: options.url.replace(/\/$/, "") };
    this.#store = options.store;
    this.#skew = options.settle?.skew ?? 300_000;
    this.#tokens = options.budget?.burst ?? 30;
  }

  /**
   * Checks a case and creates it with its files. The same `key` never makes a second case: it finds the first one, or
   * settles what became of it. Without a key, a create of the same values that was not settled is found.
   */
  async submit(payload: object, { key, files = [], signal }: { key?: string; files?: ClientFile[]; signal?: AbortSignal } = {}): Promise<Submitted> {
    const report = checkCase(payload, this.#of.context);
    if (!report.ok) return { state: "refused", issues: report.issues };
    const prepared = prepareCase(payload, this.#of.context).prepared as unknown as Record<string, unknown>;
    const form = await digest(prepared);
    const place = `submission/${key === undefined ? await this.#openKey(form) : encodeURIComponent(key)}`;
    const before = await this.#store.get(place);
    const now = Date.now();
    const parts = judged(files, "create");
    const create = (stored: string, record: Submission) => this.#create(place, stored, record, prepared, parts, report.issues, signal);
    if (before === null) {
      const record: Submission = {
        state: "open", digest: form, case_type: prepared["case_type"], first: now, last: now + limit(parts.bytes) * 3, since: now, creates: 1, case_id: null,
      };
      const text = JSON.stringify(record);
      if (!(await this.#store.put(place, text, null))) return this.submit(payload, { ...(key !== undefined && { key }), files, ...(signal && { signal }) });
      return create(text, record);
    }
    const found = JSON.parse(before) as Submission;
    if (found.state === "created" && found.case_id !== null) return known(found.case_id, parts.all, report.issues);
    const settled = await this.#settle(place, found, now, signal);
    if (typeof settled === "number") {
      await this.#claimed(place, before, found, settled);
      return known(settled, parts.all, report.issues);
    }
    if (settled !== "absent") return settled;
    const second = { ...found, last: Date.now() + limit(parts.bytes) * 3, since: now, creates: found.creates + 1 };
    const text = JSON.stringify(second);
    // Another process may be here as well. Only one of them sends.
    if (!(await this.#store.put(place, text, before))) return { state: "unknown", until: null, candidates: [] };
    return create(text, second);
  }

  /** Settles the creates without an answer, as far as that is possible without their persons. */
  async settle(): Promise<void> {
    for (const place of await this.#store.keys("submission/")) {
      const before = await this.#store.get(place);
      const record = before === null ? null : (JSON.parse(before) as Submission);
      if (before === null || record?.state !== "open") continue;
      const settled = await this.#settle(place, record, record.since);
      if (typeof settled === "number") await this.#claimed(place, before, record, settled);
    }
  }

  /** A person found the case of an unknown create. */
  async claim(key: string, caseId: number): Promise<void> {
    const [place, before, record] = await this.#open(key);
    await this.#claimed(place, before, record, caseId);
  }

  /** A person found that there is no case of an unknown create. */
  async release(key: string): Promise<void> {
    const [place, before] = await this.#open(key);
    await this.#store.put(place, null, before);
  }

  async reply(caseId: number, { interactionId, message = "", files = [], signal }: { interactionId?: string; message?: string; files?: ClientFile[]; signal?: AbortSignal }): Promise<CaseView> {
    const { ref, view } = await this.#known(caseId);
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
    const answer = await this.#must("respond", { params: { ref }, make, bytes: total(files), spread: caseId, signal });
    return this.#learned(caseId, { responded: (answer ?? { interaction_id }) as { interaction_id: string } });
  }

  async accept(caseId: number, { offerId, upgradeIds, signal }: { offerId: string; upgradeIds: number[]; signal?: AbortSignal }): Promise<CaseView> {
    const { ref, view } = await this.#known(caseId);
    const body = { offer_id: offerId, selected_upgrade_ids: upgradeIds };
    const offers = view.offers.map((offer) => ({ offer_id: offer.offer_id, additional_policies: offer.upgrades }));
    this.#mustPass({ endpoint: "accept", params: { ref }, body, known: { offers } });
    await this.#must("accept", { params: { ref }, make: () => body, spread: caseId, signal });
    return this.#learned(caseId, { accepted: body });
  }

  async cancel(caseId: number, { reason, signal }: { reason?: string; signal?: AbortSignal } = {}): Promise<CaseView> {
    const { ref } = await this.#known(caseId);
    const body = reason === undefined ? {} : { reason };
    this.#mustPass({ endpoint: "cancel", params: { ref }, body });
    const answer = await this.#must("cancel", { params: { ref }, make: () => body, spread: caseId, signal });
    return this.#learned(caseId, { cancel_accepted: answer as object });
  }

  /** Files for a case that is there, with an answer for each. A file whose answer was lost is `unknown`. */
  async append(caseId: number, files: ClientFile[], { signal }: { signal?: AbortSignal } = {}): Promise<FileAnswer[]> {
    const { ref } = await this.#known(caseId);
    const answers = [];
    for (const file of judged(files, "append").all) answers.push(file.sent ? await this.#append(caseId, ref, file, signal) : file.answer);
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
  async results(caseId: number): Promise<unknown> {
    const { ref } = await this.#known(caseId);
    const answer = (await this.#must("results", { params: { ref } })) as { results_data?: unknown } | null;
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
    // An event of no case is taken: it would be none the next time either.
    if (id === null) return 204;
    await this.#ingest(id, { event, received_at: new Date() } as CaseFact);
    setTimeout(() => void this.ask(id), 0);
    return 204;
  }

  /** Asks the service what the view of a case leaves open. */
  ask(caseId: number): Promise<void> {
    const run = (this.#rounds.get(caseId) ?? Promise.resolve()).then(() => this.#round(caseId)).catch(() => {});
    this.#rounds.set(caseId, run);
    void run.then(() => this.#rounds.get(caseId) === run && this.#rounds.delete(caseId));
    return run;
  }

  /** Polls all stored cases within the budget, and reports each change. Returns a function that stops. */
  start(render: (change: { caseId: number; view: CaseView }) => unknown = () => {}): () => Promise<void> {
    this.#render = render;
    const begin = async (): Promise<void> => {
      for (const id of await this.caseIds()) await this.#schedule(id);
      this.#tick();
    };
    void begin();
    return async () => {
      this.#render = null;
      clearTimeout(this.#timer);
      await Promise.all(this.#rounds.values());
    };
  }

  #tick(): void {
    clearTimeout(this.#timer);
    if (!this.#render) return;
    const { perHour = 360, burst = 30 } = this.#of.budget ?? {};
    const now = Date.now();
    if (now - this.#settledAt > 60_000 * (this.#of.pace ?? 1)) {
      this.#settledAt = now;
      void this.settle().catch(() => {});
    }
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filled) / hour) * perHour);
    this.#filled = now;
    const order = Object.keys(lanes);
    const due = [...this.#polls].filter(([, poll]) => poll.due <= now).sort(([, one], [, other]) => one.due - other.due);
    // Each fifth poll is that of the longest due, so that no lane starves another.
    const first = this.#turn % 5 === 4 ? due[0] : [...due].sort(([, one], [, other]) => order.indexOf(one.lane) - order.indexOf(other.lane))[0];
    let pause = Math.min(1000, ...[...this.#polls.values()].map((poll) => Math.max(20, poll.due - now)));
    if (first && this.#tokens >= 1 && this.#paused <= now) {
      this.#turn += 1;
      this.#tokens -= 1;
      const [id, poll] = first;
      const steps = lanes[poll.lane];
      poll.step = Math.min(poll.step + 1, steps.length - 1);
      poll.due = now + 1000 * (steps[poll.step] ?? hour) * (this.#of.pace ?? 1);
      void (poll.lane === "question" ? this.ask(id) : this.#look(id));
      pause = 20;
    }
    this.#timer = setTimeout(() => this.#tick(), pause);
  }

  /** Test cases have no events, and others lose some. */
  async #look(id: number): Promise<void> {
    try {
      const { ref, view } = await this.#known(id);
      if (view.state === "closed") this.#polls.delete(id);
      else await this.#answered(id, ref, "detail", view.basis);
      await this.ask(id);
    } catch {
      // The next poll asks again.
    }
  }

  async #schedule(id: number): Promise<void> {
    const text = await this.#store.get(`case/${id}`);
    if (text === null) return;
    const saved = JSON.parse(text) as SavedFollower;
    const seen = Follower.from(saved).view(new Date());
    const lane = seen.ask.length > 0 ? "question" : saved.is_test ? "test" : "daily";
    if (lane !== "question" && seen.state === "closed") {
      this.#polls.delete(id);
      return;
    }
    if (this.#polls.get(id)?.lane === lane) return;
    this.#polls.set(id, { lane, step: 0, due: Date.now() + 1000 * (lanes[lane][0] ?? 0) * (this.#of.pace ?? 1) });
  }

  async #round(id: number): Promise<void> {
    const put = new Set<string>();
    for (;;) {
      const view = await this.view(id);
      const open = view?.ask.filter((one) => !put.has(`${one.endpoint} ${one.reason}`)) ?? [];
      if (!view || open.length === 0) break;
      const ref = view.issue_key ?? (await this.#reference(id));
      if (ref === null) break;
      open.forEach((one) => put.add(`${one.endpoint} ${one.reason}`));
      for (const endpoint of new Set(open.map((one) => one.endpoint))) await this.#answered(id, ref, endpoint, view.basis);
    }
    await this.#schedule(id);
  }

  /** The basis belongs to the answer: it says what was known before the question. */
  async #answered(id: number, ref: string, endpoint: string, basis: string[]): Promise<void> {
    const answer = await this.#must(endpoint, { params: { ref }, spread: id });
    await this.#ingest(id, { [endpoint]: answer, basis } as unknown as CaseFact);
  }

  async #create(place: string, stored: string, record: Submission, prepared: object, parts: Judged, warnings: readonly Issue[], signal?: AbortSignal): Promise<Submitted> {
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
    const ended = await this.#call("create", { make, bytes: parts.bytes, spread: spreadOf(place), signal });
    if (ended.outcome === "unknown") {
      const open = { ...record, last: Date.now() };
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
    await this.#claimed(place, stored, record, id, { created } as unknown as CaseFact, (prepared as { is_test?: unknown }).is_test === true);
    const files: FileAnswer[] = [];
    for (const file of parts.all) {
      const told = file.sent ? (created.attachments?.[sent.indexOf(file)] ?? file.answer) : file.answer;
      const answer: FileAnswer = told.status === "rejected" || told.status === "error" ? { ...file.answer, ...told, retry: told["retry"] ?? file.answer["retry"] ?? again(told["error_code"]) } : told;
      const retry = answer["retry"] as { through?: string; change?: unknown[] } | null | undefined;
      const fits = retry?.through === "append" && retry.change?.length === 0;
      const ref = fits ? (created.case_ref ?? (await this.#reference(id).catch(() => null))) : null;
      files.push(ref === null ? answer : await this.#append(id, ref, file, signal).catch(() => answer));
    }
    return { state: "created", caseId: id, files, warnings, known: false };
  }

  /** A number is the case; `absent` says that there is none. */
  async #settle(place: string, record: Submission, since: number, signal?: AbortSignal): Promise<number | "absent" | Extract<Submitted, { state: "unknown" }>> {
    const intent = { first: record.first, last: record.last, since, creates: record.creates };
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

  #settling(): { only_writer: boolean; ask_after: number; skew: number } {
    return { only_writer: this.#of.onlyWriter === true, ask_after: this.#of.settle?.askAfter ?? 300_000, skew: Math.round(this.#skew) };
  }

  async #claimed(place: string, before: string, record: Submission, case_id: number, created: CaseFact = { created: { case_id } } as CaseFact, is_test = false): Promise<void> {
    await this.#ingest(case_id, created, is_test);
    await this.#store.put(place, JSON.stringify({ ...record, state: "created", case_id }), before);
  }

  async #open(key: string): Promise<[string, string, Submission]> {
    const place = `submission/${encodeURIComponent(key)}`;
    const before = await this.#store.get(place);
    const record = before === null ? null : (JSON.parse(before) as Submission);
    if (before === null || record?.state !== "open") throw new TypeError("no create with this key is unknown");
    return [place, before, record];
  }

  /** The key of an unsettled create of the same values, or a new one. */
  async #openKey(form: string): Promise<string> {
    for (let at = 0; ; at += 1) {
      const text = await this.#store.get(`submission/${form}.${at}`);
      if (text === null || (JSON.parse(text) as Submission).state === "open") return `${form}.${at}`;
    }
  }

  async #append(caseId: number, ref: string, file: JudgedFile, signal?: AbortSignal): Promise<FileAnswer> {
    const make = () => {
      const body = new FormData();
      body.set("file", file.blob, file.name);
      body.set("label", file.label);
      return body;
    };
    const ended = await this.#call("append", { params: { ref }, make, bytes: file.blob.size, spread: caseId, signal });
    if (ended.outcome === "unknown") return { filename: file.name, label: file.label, status: "unknown", until: ended.until };
    if (ended.outcome !== "answer") throw new ServiceError(ended.outcome as "refused", "append", ended.status, ended.until, ended.body);
    await this.#ingest(caseId, { file: ended.body } as CaseFact);
    const told = ended.body as { filename?: string; label?: string };
    return { filename: told.filename ?? file.name, label: told.label ?? file.label, status: "accepted" };
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
      if (text !== before) this.#render?.({ caseId: id, view });
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
  async #known(id: number): Promise<{ ref: string; view: CaseView }> {
    const view = await this.view(id);
    if (!view) throw new TypeError("this case is not known here");
    const ref = view.issue_key ?? (await this.#reference(id));
    if (ref === null) throw new ServiceError("unavailable", "list", null, new Date(Date.now() + 60_000));
    return { ref, view };
  }

  async #reference(id: number): Promise<string | null> {
    return itemOf(await this.#pages("all"), id)?.issue_key ?? null;
  }

  async #byReference(key: string | null | undefined): Promise<number | null> {
    if (typeof key !== "string") return null;
    for (const id of await this.caseIds()) if ((await this.view(id))?.issue_key === key) return id;
    return null;
  }

  /** The pages of the list, up to a repeated address or the 20th. An address of another host is not asked: it would get the token. */
  async #pages(source: string, signal?: AbortSignal): Promise<unknown[]> {
    const pages: unknown[] = [];
    const seen = new Set<string>();
    let url: string | undefined;
    do {
      const page = (await this.#must("list", { params: { source }, signal, ...(url !== undefined && { url }) })) as { next?: unknown };
      pages.push(page);
      const next: string | null = typeof page.next === "string" ? new URL(page.next, `${this.#of.url}/`).href : null;
      if (next === null || seen.has(next) || new URL(next).origin !== new URL(this.#of.url).origin) return pages;
      seen.add(next);
      url = next;
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
  async #call(endpoint: string, { params = {}, make, bytes = 0, spread = 0, signal, url }: Request): Promise<Ended> {
    const begun = callStep({ endpoint, params, spread });
    const path = url ?? `${this.#of.url}${begun.path}`;
    let { call, step } = begun as { call: unknown; step: CallStep };
    let last: Answered = {};
    let used: string | null = null;
    for (let attempt = 0; ; ) {
      if (step.all && step.until !== null) this.#paused = Math.max(this.#paused, step.until);
      if (step.do === "done") return { outcome: step.outcome ?? "unknown", until: step.until === null ? null : new Date(step.until), status: last.status ?? null, body: parsed(last.body) };
      const until = Math.max(step.until ?? 0, this.#paused);
      if (until - Date.now() > longestPause) return { outcome: "unavailable", until: new Date(until), status: 429, body: null };
      const from = await this.#wait(until, signal);
      if (from === "aborted") return { outcome: attempt > 0 && endpoint !== "create" ? "unknown" : "unavailable", until: null, status: null, body: null };
      used = endpoint === "login" ? this.#of.masterToken : await this.#userToken(step.renew ? used : null);
      if (attempt === 0) this.#sent.push({ at: Date.now(), repeat: false });
      last = await this.#fetch(begun.method ?? "GET", path, used, make?.(), bytes, signal);
      attempt += 1;
      const limits = { ...this.#requests(), ...(this.#of.retries !== undefined && { retries: this.#of.retries }) };
      ({ call, step } = callStep({ call, answer: last, limits, now: Date.now() }) as { call: unknown; step: CallStep });
      // It counts from now on, so that calls which fail together do not all repeat.
      // A pause that the service asked for, and a new token, are no repeats.
      if (step.do !== "done") this.#sent.push({ at: Date.now(), repeat: step.do === "wait" && !step.all });
    }
  }

  /** A 429 of another request may lengthen the pause meanwhile. */
  async #wait(until: number, signal?: AbortSignal): Promise<"now" | "aborted"> {
    for (let left = until - Date.now(); ; left = Math.max(until, this.#paused) - Date.now()) {
      if (signal?.aborted) return "aborted";
      if (left <= 0) return "now";
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        signal?.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
      });
    }
  }

  /** Those of the last hour. */
  #requests(): { requests: number; repeats: number } {
    const since = Date.now() - hour;
    this.#sent = this.#sent.filter(({ at }) => at > since);
    return { requests: this.#sent.length, repeats: this.#sent.filter((one) => one.repeat).length };
  }

  async #fetch(method: string, url: string, token: string, body: FormData | object | undefined, bytes: number, signal?: AbortSignal): Promise<Answered> {
    const isForm = body instanceof FormData;
    const headers: Record<string, string> = { authorization: `Token ${token}`, ...(body && !isForm && { "content-type": "application/json" }) };
    const limited = AbortSignal.timeout(limit(bytes));
    const within = signal ? AbortSignal.any([limited, signal]) : limited;
    try {
      const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
      const response = await (this.#of.fetch ?? fetch)(url, { method, headers, redirect: "manual", signal: within, ...sent });
      const head = (name: string) => response.headers.get(name);
      // The header has whole seconds.
      const skew = Math.abs(Date.parse(head("date") ?? "") - Date.now()) - 1000;
      if (skew > this.#skew) this.#skew = skew + 2000;
      const answer: Answered = { status: response.status, content_type: head("content-type"), retry_after: head("retry-after"), date: head("date") };
      try {
        return { ...answer, body: await response.text() };
      } catch {
        return { ...answer, complete: false };
      }
    } catch (error) {
      return { sent: !isUnreached(error) };
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
    const answer = await this.#must("login", { make: () => ({ token_name: this.#of.tokenName }) });
    // Which member carries the token is not published; this is the stand-in's.
    const token = (answer as { token?: unknown }).token;
    if (typeof token !== "string") throw new ServiceError("unavailable", "login");
    if (await this.#store.put("token", token, stored)) return token;
    return (await this.#store.get("token")) ?? token;
  }
}

/** Milliseconds for a request of this size. */
const limit = (bytes: number): number => 60_000 + Math.ceil((bytes / 131_072) * 1000);

const total = (files: ClientFile[]): number => files.reduce((bytes, { blob }) => bytes + blob.size, 0);

const known = (caseId: number, files: JudgedFile[], warnings: readonly Issue[]): Submitted => ({
  // The files may have arrived. A missing one can be appended.
  state: "created", caseId, warnings, known: true, files: files.map(({ name, label }) => ({ filename: name, label, status: "unknown" })),
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

function judged(files: ClientFile[], endpoint: "create" | "append"): Judged {
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

function itemOf(pages: unknown[], id: number): { issue_key?: string | null } | undefined {
  const items = pages.flatMap((page) => (page as { results?: unknown[] }).results ?? (Array.isArray(page) ? (page as unknown[]) : []));
  return (items as { id?: unknown; issue_key?: string | null }[]).find((item) => item.id === id);
}

/** The digest of values, whatever the order of their members. */
async function digest(value: unknown): Promise<string> {
  const sorted = JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === "object" && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : part);
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(sorted)));
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

/** A store of files, for one process of Node, Deno or Bun. A file is whole, old or new, whenever the power fails. */
export function fileStore(folder: string): Store {
  const node = Promise.all([import("node:fs/promises"), import("node:path")]);
  const fileOf = async (key: string) => (await node)[1].join(folder, `${encodeURIComponent(key)}.json`);
  let turn: Promise<unknown> = Promise.resolve();
  const get = async (key: string) => {
    const [fs] = await node;
    return fs.readFile(await fileOf(key), "utf8").catch((error: { code?: string }) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
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
    const [fs] = await node;
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    const path = await fileOf(key);
    if ((await get(key)) !== before) return false;
    if (text === null) await fs.rm(path, { force: true });
    else {
      await synced(`${path}.new`, "w", text);
      await fs.rename(`${path}.new`, path);
    }
    // The new name; Windows has no way to ask for it.
    await synced(folder, "r").catch(() => {});
    return true;
  };
  return {
    get,
    put: (key, text, before) => {
      const done = turn.then(() => put(key, text, before));
      turn = done.catch(() => {});
      return done;
    },
    keys: async (prefix) => {
      const names = await (await node)[0].readdir(folder).catch(() => [] as string[]);
      return names.filter((name) => name.endsWith(".json")).map((name) => decodeURIComponent(name.slice(0, -5))).filter((key) => key.startsWith(prefix));
    },
  };
}
