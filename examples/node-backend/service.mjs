// The research service over HTTP: a method for each request that this office makes.
import { readAnswer } from "casegate/service";
import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

const partner = "/api/v1/partner";
const attempts = 3;
/** A longer pause than these seconds is not waited for: a person waits for the answer. */
const longestPause = 20;
const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

/** The service refused a request, or did not answer it (`status` is null). The message repeats nothing of it. */
export class ServiceError extends Error {
  constructor(status, body = null, retryAfter = null) {
    super(status === null ? "the service did not answer" : `the service answered ${status}`);
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter; // in seconds
  }
}

export class Service {
  #url;
  #masterToken;
  #tokenName;
  #tokenFile;
  #token = null;
  /** No login before this moment: the service is busy. */
  #loginFrom = 0;

  /** The user token is kept in `tokenFile`: user tokens do not expire, so one login lasts until it is revoked. */
  constructor({ url, masterToken, tokenName, tokenFile }) {
    this.#url = url.replace(/\/$/, "");
    this.#masterToken = masterToken;
    this.#tokenName = tokenName;
    this.#tokenFile = tokenFile;
  }

  /** Not sent again where no answer came: the case may be there, and a second one would be researched and billed. */
  create(payload, files) {
    const form = new FormData();
    form.set("case", JSON.stringify(payload));
    for (const { name, blob, label } of files) {
      form.append("files", blob, name);
      form.append("labels", label);
    }
    return this.#post("/cases/create/", form);
  }

  /** `endpoint` is what a `Follower` asks for: "detail", "results" or "offers". */
  async ask(ref, endpoint) {
    const path = { detail: "/", results: "/results/?result_format=json", offers: "/offers/" }[endpoint];
    return this.#send("GET", `${partner}/cases/${encodeURIComponent(ref)}${path}`, { attempts });
  }

  /** The newest cases. The pages of the list are not published; a new case is on the first. */
  async list(source) {
    const list = await this.#send("GET", `${partner}/cases/?source=${source}`, { attempts });
    return list.results ?? list;
  }

  /** The reference of a case that had none yet. */
  async reference(id) {
    return (await this.list("all")).find((item) => item.id === id)?.issue_key ?? null;
  }

  /**
   * A reply is refused where it came before. So it may be sent again where no answer came, and a refusal of the second
   * one then says that the first has landed.
   */
  async respond(ref, interaction_id, message, files) {
    const form = new FormData();
    form.set("interaction_id", interaction_id);
    if (message) form.set("message", message);
    for (const { name, blob } of files) form.append("file", blob, name);
    try {
      return await this.#post(`/cases/${encodeURIComponent(ref)}/respond/`, form, attempts);
    } catch (error) {
      const isKnown = error.status === 400 && JSON.stringify(error.body).includes("responded");
      if (error.again && isKnown) return { interaction_id };
      throw error;
    }
  }

  append(ref, { name, blob, label }) {
    const form = new FormData();
    form.set("file", blob, name);
    form.set("label", label);
    return this.#post(`/cases/${encodeURIComponent(ref)}/files/`, form);
  }

  accept(ref, offer) {
    return this.#post(`/cases/${encodeURIComponent(ref)}/offers/accept/`, offer, attempts); // safe to retry
  }

  cancel(ref, body) {
    return this.#post(`/cases/${encodeURIComponent(ref)}/cancel/`, body, attempts); // safe to retry
  }

  #post(path, body, attempts = 1) {
    return this.#send("POST", partner + path, { body, attempts });
  }

  async #send(method, path, { body, attempts }) {
    let again = false;
    let renewed = false;
    let postponed = 0;
    for (let attempt = 1; ; attempt++) {
      const token = this.#userToken();
      try {
        return await this.#fetch(method, path, await token, body);
      } catch (error) {
        if (error.status === 401 && !renewed) {
          // The token was revoked. Nothing was done with it, so that the next attempt is still the first.
          renewed = true;
          attempt -= 1;
          this.#forget(token);
        } else if (error.status === 429 && (error.retryAfter ?? 1) <= longestPause && postponed < attempts) {
          // Nothing was done here either.
          postponed += 1;
          attempt -= 1;
          await sleep(error.retryAfter ?? 1);
        } else if ((error.status === null || error.status >= 500) && attempt < attempts) {
          again = true;
          await sleep(Math.max(0.25 * 2 ** attempt, Math.min(error.retryAfter ?? 0, longestPause)));
        } else {
          throw Object.assign(error, { again });
        }
      }
    }
  }

  async #fetch(method, path, token, body) {
    const json = body !== undefined && !(body instanceof FormData);
    const headers = { authorization: `Token ${token}`, ...(json && { "content-type": "application/json" }) };
    let response, text;
    try {
      const signal = AbortSignal.timeout(body instanceof FormData ? 300_000 : 30_000);
      const sent = json ? JSON.stringify(body) : body;
      // A POST that is redirected becomes a GET, whose answer says nothing about the case.
      response = await fetch(this.#url + path, { method, headers, body: sent, signal, redirect: "manual" });
      text = await response.text();
    } catch {
      throw new ServiceError(null);
    }
    if (path.endsWith("/cases/create/") && isOpen(response.status, text)) throw new ServiceError(502, null, retryAfter(response));
    let answer = null;
    try {
      answer = text === "" ? null : JSON.parse(text);
    } catch {
      if (response.ok) throw new ServiceError(502); // something between here and the service
    }
    if (!response.ok) throw new ServiceError(response.status, answer, retryAfter(response));
    return answer;
  }

  /** One login, however many requests wait for it. */
  #userToken() {
    this.#token ??= this.#logIn().catch((error) => {
      if (error.status === 429) this.#loginFrom = Date.now() + 1000 * (error.retryAfter ?? 1);
      this.#token = null;
      throw error;
    });
    return this.#token;
  }

  async #logIn() {
    try {
      return readFileSync(this.#tokenFile, "utf8");
    } catch {
      // None is kept yet.
    }
    const pause = (this.#loginFrom - Date.now()) / 1000;
    if (pause > longestPause) throw new ServiceError(429, null, pause);
    if (pause > 0) await sleep(pause);
    const path = "/api/auth/login/";
    const answer = await this.#fetch("POST", path, this.#masterToken, { token_name: this.#tokenName });
    // Which member carries the token is not published; this is the stand-in's.
    if (typeof answer?.token !== "string") throw new ServiceError(502);
    const fresh = `${this.#tokenFile}.${randomUUID()}`;
    writeFileSync(fresh, answer.token, { mode: 0o600 });
    renameSync(fresh, this.#tokenFile);
    return answer.token;
  }

  /** Unless somebody else has, and a new login is on its way. */
  #forget(token) {
    if (this.#token !== token) return;
    this.#token = null;
    rmSync(this.#tokenFile, { force: true });
  }
}

/** Returns `true` if an answer to a create leaves open whether there is a case: a redirect, a page, an object without an id. */
function isOpen(status, body) {
  const { outcome, case_id } = readAnswer({ status, body });
  return outcome === "created" ? case_id === null : outcome === "unsure";
}

/** `Retry-After` in seconds, also where it is a date; `null` without one. */
function retryAfter(response) {
  const value = response.headers.get("retry-after");
  if (value === null) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
