// The creates of this office, so that a form whose create got no answer does not become a second case.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { replaceFile } from "./disk.mjs";

/** The clocks of the office and of the service may differ by this much. */
const tolerance = 5 * 60_000;
/** Older creates are forgotten. */
const kept = 7 * 24 * 3_600_000;

export class Submissions {
  #path;
  /** For each create: the form by its digest, when it was sent, the case once it is known, and whether it was answered. */
  #all = [];

  constructor(path) {
    this.#path = path;
    try {
      this.#all = JSON.parse(readFileSync(path, "utf8"));
    } catch (error) {
      if (error.code !== "ENOENT") throw error;
    }
  }

  /** An earlier create of the same form that got no answer. */
  unanswered(payload) {
    return this.#all.find(({ form, answered }) => form === digest(payload) && !answered);
  }

  /** To be called before the request is sent: this process may end before the answer comes. */
  begin(payload) {
    const now = Date.now();
    const create = { form: digest(payload), at: now, case_id: null, answered: false };
    this.#all = [...this.#all.filter(({ at }) => at > now - kept), create];
    this.#write();
    return create;
  }

  answered(create, case_id) {
    Object.assign(create, { case_id, answered: true });
    this.#write();
  }

  /** The service refused it, or never got it: there is no case of it. */
  forget(create) {
    this.#all = this.#all.filter((one) => one !== create);
    this.#write();
  }

  /** An event of a case that no answer named. If one create alone waits, it is the case of that one. */
  seen(case_id) {
    if (this.#all.some((create) => create.case_id === case_id)) return;
    const waiting = this.#waiting();
    if (waiting.length !== 1) return;
    waiting[0].case_id = case_id;
    this.#write();
  }

  /**
   * The case of a create without an answer, by the list of cases: `null` if the list has none, `undefined` if it cannot
   * be told, because several creates or several cases could be meant.
   */
  caseOf(create, list) {
    // An event may have been that of a case which came in another way; such a case is not in the list.
    if (create.case_id !== null) return list.some(({ id }) => id === create.case_id) ? create.case_id : undefined;
    const known = new Set(this.#all.map(({ case_id }) => case_id));
    const since = create.at - tolerance;
    const possible = list.filter(({ id, created_at }) => !known.has(id) && !(Date.parse(created_at) < since));
    if (possible.length === 0) return null;
    return possible.length === 1 && this.#waiting().length === 1 ? possible[0].id : undefined;
  }

  #waiting() {
    return this.#all.filter(({ case_id }) => case_id === null);
  }

  #write() {
    replaceFile(this.#path, JSON.stringify(this.#all));
  }
}

const digest = (payload) => createHash("sha256").update(JSON.stringify(payload)).digest("hex");
