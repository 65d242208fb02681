// The entry for tests: starts `casegate serve` and drives it. It runs in Node and has no module
// inside; the stand-in is a program of its own.
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";

/** How a stand-in is started. Everything is optional. */
export interface StandInOptions {
  /** The program `casegate`, with its command `serve`. */
  binary?: string;
  /**
   * The seed of ids, tokens and secrets: the same requests get the same answers. By default 1. With `null` they are random, and
   * the clock runs, which `casegate/client` needs to settle a lost create.
   */
  seed?: number | bigint | null;
  /** The moment at which the clock stands until it is moved, by default 2026-03-01T12:00:00Z. Without a seed and this, it runs. */
  now?: string;
  /** Settings of the stand-in, as in the file of `casegate serve --config`. */
  settings?: object;
  /** The port; by default a free one. */
  port?: number;
  /** The milliseconds to wait for the start, by default 10000. */
  timeout?: number;
}

/** The requests or events that a rule takes, counted from 1. Without any member it takes all. */
export interface Takes {
  /** One of them. */
  nth?: number;
  /** This one and all later ones. */
  from?: number;
  /** Every multiple of this number. */
  every?: number;
  /** The first ones, up to this one. */
  first?: number;
}

/** A rule of faults about requests to an endpoint. */
export interface EndpointFault extends Takes {
  /** The `operationId` of an endpoint in the stand-in's `/openapi.json`, such as `create`, or `any`. */
  endpoint: string;
  /** The name of an organization; all by default. */
  organization?: string;
  fault:
    | "too_many_requests"
    | "internal_error"
    | "unavailable"
    | "reset"
    | "half_body"
    | "slow_body"
    | "done_unanswered"
    | "done_late"
    | "empty_body"
    | "redirect"
    | "foreign_case";
  /** The `Retry-After` of `too_many_requests`. */
  retry_after_seconds?: number;
  /** The duration of `slow_body`. */
  ms?: number;
}

/** A rule of faults about the deliveries of an event. */
export interface EventFault extends Takes {
  /** The type of an event, such as `case.closed`, or `any`. */
  event: string;
  /** The name of an organization; all by default. */
  organization?: string;
  fault: "late" | "doubled" | "shuffled" | "dropped" | "wrongly_signed";
  /** The delay of `late`. */
  ms?: number;
  /** The first attempt that is not `dropped` or `wrongly_signed`. */
  until_attempt?: number;
}

export type FaultRule = EndpointFault | EventFault;

/** A rule with its counts since it was set. */
export type CountedRule = FaultRule & { seen: number; hit: number };

/** A law firm of a stand-in, for one test. */
export interface StandInOrganization {
  id: number;
  name: string;
  masterToken: string;
}

/** An answer of 400 or above to a request of this module. */
export class StandInError extends Error {
  override readonly name = "StandInError";
  /** The status of the answer. */
  readonly status: number;
  /** The problem document, or the text of the answer. */
  readonly body: unknown;

  constructor(message: string, status: number, body: unknown) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

interface Ready {
  base_url: string;
  operator_token: string;
  master_tokens: readonly { organization: string; token: string }[];
}

const HOW_TO_GET_IT =
  "Name the program with the option `binary` or in CASEGATE_BIN, or put it on PATH. It is in each release of " +
  "casegate, and `cargo install casegate-cli --features service` builds it. The npm package casegate-cli has no `serve`.";

/** Returns the program. The command of the npm package casegate-cli has no `serve`. */
function found(binary: string | undefined): string {
  const named = binary ?? process.env["CASEGATE_BIN"];
  if (named !== undefined && named !== "") {
    if (existsSync(named)) return named;
    throw new Error(`casegate/stand-in: the given program does not exist. ${HOW_TO_GET_IT}`);
  }
  const file = process.platform === "win32" ? "casegate.exe" : "casegate";
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const own = folders.filter((folder) => !/node_modules[\\/]\.bin[\\/]?$/.test(folder));
  const path = own.map((folder) => join(folder, file)).find((path) => existsSync(path));
  if (path === undefined) throw new Error(`casegate/stand-in: there is no program casegate. ${HOW_TO_GET_IT}`);
  return path;
}

/**
 * A stand-in of the service in a process of its own, for tests. It keeps its data in a temporary
 * folder, which `stop` deletes.
 *
 * ```ts
 * const standIn = await StandIn.start();
 * const firm = await standIn.organization();
 * await standIn.faults([{ endpoint: "create", nth: 1, fault: "done_unanswered" }]);
 * // … the code under test talks to standIn.baseUrl with firm.masterToken …
 * await standIn.stop();
 * ```
 */
export class StandIn {
  /** The address, without a final slash. */
  readonly baseUrl: string;
  /** The token of the operator's API. */
  readonly operatorToken: string;
  /** The master token of the first organization; empty if the settings gave it. */
  readonly masterToken: string;
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #end: () => void;
  #organizations = 0;

  private constructor(ready: Ready, child: ChildProcess, folder: string, end: () => void) {
    this.baseUrl = ready.base_url;
    this.operatorToken = ready.operator_token;
    this.masterToken = ready.master_tokens[0]?.token ?? "";
    this.#child = child;
    this.#folder = folder;
    this.#end = end;
  }

  /** Starts a stand-in, and waits until it answers. */
  static async start(options: StandInOptions = {}): Promise<StandIn> {
    const { seed = 1, now, settings, port = 0, timeout = 10_000 } = options;
    const binary = found(options.binary);
    const folder = mkdtempSync(join(tmpdir(), "casegate-stand-in-"));
    const words = ["serve", "--data", join(folder, "data"), "--port", String(port), ...(seed === null ? [] : ["--seed", String(seed)])];
    words.push("--format", "json", "--log", "quiet");
    if (now !== undefined) words.push("--now", now);
    // The data ends with the test, so that nothing needs to wait for the disk.
    writeFileSync(join(folder, "settings.json"), JSON.stringify({ durable: false, ...settings }));
    words.push("--config", join(folder, "settings.json"));
    const child = spawn(binary, words, { stdio: ["ignore", "pipe", "pipe"] });
    const end = () => void child.kill("SIGKILL");
    // A test that ends without `stop` leaves no process behind.
    process.once("exit", end);
    try {
      return new StandIn(await ready(child, timeout), child, folder, end);
    } catch (error) {
      end();
      process.off("exit", end);
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      throw error;
    }
  }

  /** Creates an organization. Tests that run at the same time take one each. */
  async organization(name = `Test Law ${++this.#organizations}`): Promise<StandInOrganization> {
    const made = (await this.operate("POST", "/organizations", { name })) as { id: number; master_token: string };
    return { id: made.id, name, masterToken: made.master_token };
  }

  /** Returns a user token for a master token, by default that of the first organization. */
  async login(masterToken: string = this.masterToken, tokenName = "tests@example.com"): Promise<string> {
    const answer = await this.#send("POST", "/api/auth/login/", masterToken, { token_name: tokenName });
    return (answer as { token: string }).token;
  }

  /** Calls the operator's API; `path` begins after `/operator/api/`, with or without a slash. */
  operate(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object): Promise<unknown> {
    return this.#send(method, `/operator/api/${path.replace(/^\//, "")}`, this.operatorToken, body);
  }

  /** Sets the rules of faults, or only those of an organization. */
  async faults(rules: readonly FaultRule[], organization?: string): Promise<void> {
    await this.operate("PUT", `/faults${queryOf(organization)}`, { faults: rules });
  }

  /** Returns the rules of faults with their counts. */
  async countedFaults(organization?: string): Promise<CountedRule[]> {
    const { faults } = (await this.operate("GET", `/faults${queryOf(organization)}`)) as { faults: CountedRule[] };
    return faults;
  }

  /** Returns the moment that the clock shows, as RFC 3339. */
  async now(): Promise<string> {
    return ((await this.operate("GET", "/clock")) as { now: string }).now;
  }

  /** Sets the clock to a moment in RFC 3339, or advances it by seconds. Returns the new moment. */
  async setClock(to: string | { advanceSeconds: number }): Promise<string> {
    const body = typeof to === "string" ? { now: to } : { advance_seconds: to.advanceSeconds };
    return ((await this.operate("PUT", "/clock", body)) as { now: string }).now;
  }

  /** Takes a snapshot, and returns its name. */
  async snapshot(name?: string): Promise<string> {
    const body = name === undefined ? {} : { name };
    return ((await this.operate("POST", "/snapshots", body)) as { name: string }).name;
  }

  /** Returns to a snapshot. */
  async rewind(name: string): Promise<void> {
    await this.operate("POST", `/snapshots/${encodeURIComponent(name)}/rewind`);
  }

  /** Returns to the state at the start. */
  async reset(): Promise<void> {
    await this.operate("POST", "/reset");
  }

  /** Ends the process and deletes its data. Repeating it has no effect. */
  async stop(): Promise<void> {
    process.off("exit", this.#end);
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = new Promise<void>((resolve) => this.#child.on("exit", resolve));
      this.#child.kill("SIGKILL");
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  async #send(method: string, path: string, token: string, body: object | undefined): Promise<unknown> {
    const headers: Record<string, string> = { Authorization: `Token ${token}` };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await fetch(`${this.baseUrl}${path}`, init);
    const text = await response.text();
    const answer: unknown = isJson(response) && text !== "" ? JSON.parse(text) : text;
    if (response.ok) return answer;
    throw new StandInError(`casegate/stand-in: the stand-in answered ${response.status}`, response.status, answer);
  }
}

function isJson(response: Response): boolean {
  return /\bjson\b/.test(response.headers.get("Content-Type") ?? "");
}

function queryOf(organization: string | undefined): string {
  return organization === undefined ? "" : `?organization=${encodeURIComponent(organization)}`;
}

/** Waits for the line that `casegate serve --format json` prints. */
function ready(child: ChildProcess, timeout: number): Promise<Ready> {
  return new Promise((resolve, reject) => {
    let said = "";
    let errors = "";
    const timer = setTimeout(() => reject(new Error("casegate/stand-in: the stand-in did not start in time.")), timeout);
    const failed = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`casegate/stand-in: the stand-in did not start. ${why}`));
    };
    child.stdout.setEncoding("utf8");
    child.stderr.setEncoding("utf8");
    child.stderr.on("data", (text) => (errors = (errors + text).slice(-2000)));
    child.stdout.on("data", (text) => {
      said += text;
      const end = said.indexOf("\n");
      if (end < 0) return;
      clearTimeout(timer);
      resolve(JSON.parse(said.slice(0, end)) as Ready);
    });
    child.on("error", (error) => failed(error.message));
    child.on("exit", () => failed(errors.trim()));
  });
}
