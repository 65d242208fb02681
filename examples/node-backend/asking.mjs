// Asks the service what the views of cases leave open, away from the requests that brought it up.

/** The same question is not put twice in a row: an endpoint may be asked again for another reason. */
const question = ({ endpoint, reason }) => `${endpoint} ${reason}`;

export class Asking {
  #cases;
  #service;
  #log;
  #pause;
  #running = new Map();
  #timers = new Map();

  /** What is still open after the answers is asked again after `pause` milliseconds. So a test case is polled. */
  constructor({ cases, service, log, pause = 60_000 }) {
    this.#cases = cases;
    this.#service = service;
    this.#log = log;
    this.#pause = pause;
  }

  /** Asks about a case, if there is anything to ask: one round after the other. It never throws; nobody need wait. */
  about(id) {
    const run = (this.#running.get(id) ?? Promise.resolve()).then(() => this.#round(id));
    this.#running.set(id, run);
    run.then(() => this.#running.get(id) === run && this.#running.delete(id));
    return run;
  }

  async stop() {
    await Promise.all(this.#running.values());
    this.#timers.forEach((timer) => clearTimeout(timer));
  }

  async #round(id) {
    clearTimeout(this.#timers.get(id));
    const put = new Set();
    try {
      // An answer may bring up another question: it says that there are results, so they are asked for.
      for (;;) {
        const { ask, basis, issue_key } = this.#cases.view(id);
        const open = ask.filter((one) => !put.has(question(one)));
        if (open.length === 0) break;
        const ref = issue_key ?? (await this.#service.reference(id));
        if (ref === null) break;
        open.forEach((one) => put.add(question(one)));
        for (const endpoint of new Set(open.map((one) => one.endpoint))) {
          const answer = await this.#service.ask(ref, endpoint);
          // The basis belongs to the answer: it says what was known before the question.
          this.#cases.ingest(id, { [endpoint]: answer, basis });
        }
      }
    } catch (error) {
      this.#log.warn({ case_id: id, status: error.status }, error.message);
    }
    if (this.#cases.view(id).ask.length === 0) return;
    this.#timers.set(id, setTimeout(() => this.about(id), this.#pause).unref());
  }
}
