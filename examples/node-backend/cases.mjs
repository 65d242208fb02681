// What this office knows of each case: a Follower, kept as one JSON file.
import { Follower, readEvent } from "casegate/service";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "./disk.mjs";

export class Cases {
  #folder;
  #followers = new Map();

  constructor(folder) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) {
      if (!/^\d+\.json$/.test(name)) continue;
      this.#followers.set(parseInt(name, 10), Follower.from(JSON.parse(readFileSync(join(folder, name), "utf8"))));
    }
  }

  ids() {
    return [...this.#followers.keys()];
  }

  has(id) {
    return this.#followers.has(id);
  }

  /** A case that was created here. Its first event may have come before the answer to the request. */
  begin(id, { is_test, created }) {
    if (!this.has(id)) this.#followers.set(id, new Follower({ is_test }));
    return this.ingest(id, { created });
  }

  /**
   * Takes facts in. They are on disk when this returns, and no other fact came between: learning and writing take a
   * millisecond or two, so they happen in one go.
   */
  ingest(id, ...facts) {
    const follower = this.#followers.get(id) ?? new Follower();
    const notes = follower.ingest(...facts);
    replaceFile(join(this.#folder, `${id}.json`), JSON.stringify(follower));
    this.#followers.set(id, follower);
    return notes;
  }

  /** The case of an event, also of one that came in another way than by this backend; null where it names none. */
  caseOf(event) {
    const { case_id, issue_key } = readEvent(event).event ?? {};
    if (Number.isSafeInteger(case_id)) return case_id;
    if (typeof issue_key !== "string") return null;
    return this.ids().find((id) => this.view(id).issue_key === issue_key) ?? null;
  }

  view(id, now) {
    return this.#followers.get(id).view(now);
  }
}
