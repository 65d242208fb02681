// A case from the caller's side, known from facts.
import { copyOf, own } from "./plain.js";
import { follow } from "./service-api.js";
import type { CaseFact, FollowInput, FollowerOptions } from "./service-input.js";
import type { Followed, CaseView, SavedFollower } from "./service-types.js";
import type { Settings } from "./input.js";
import type { Issue } from "./types.js";

/** A follower retains thousands of facts, so by default this many bytes can be passed at once. */
const text_bytes = 1 << 26;

interface Inner {
  saved: SavedFollower;
  readonly settings: Settings;
}

/** What a follower has and nobody else reaches; see session.ts. */
const inner = /* @__PURE__ */ new WeakMap<Follower, Inner>();

/**
 * The knowledge of a caller about one case. Facts may arrive in any order, late, and more than
 * once; the view is the same.
 *
 * ```ts
 * const follower = new Follower();
 * follower.ingest({ event: { event: "case.action_required", message: "Which car?", interaction_id: "i-1" } });
 * follower.ingest({ event: { event: "case.in_progress" } });   // late
 * follower.view().state;                                   // "action_required"
 *
 * const kept = JSON.stringify(follower);                      // for a database
 * Follower.from(JSON.parse(kept)).ingest({ responded: { interaction_id: "i-1" } });
 * ```
 */
export class Follower {
  /**
   * Starts without facts.
   *
   * @throws TypeError if the settings are invalid.
   */
  constructor(of: FollowerOptions = {}, settings: Settings = {}) {
    const within = { ...settings, limits: { text_bytes, ...own(settings, "limits") } };
    inner.set(this, { saved: known(ask({ is_test: own(of, "is_test") === true }, within)), settings: within });
  }

  /**
   * Continues from the result of `toJSON`.
   *
   * @throws TypeError if it is not a follower, or has an unknown version.
   */
  static from(saved: SavedFollower, settings: Settings = {}): Follower {
    const follower = new Follower({}, settings);
    const within = innerOf(follower);
    const read = ask({ follower: saved ?? "none" }, within.settings);
    const unread = read.notes.find((note) => note.code === "follower_unreadable");
    if (unread) throw new TypeError(unread.message);
    within.saved = known(read);
    return follower;
  }

  /**
   * Ingests facts. Returns notes on omitted parts and on deviations from the specification. Facts
   * that are too large to be read at once change nothing.
   */
  ingest(...facts: CaseFact[]): Issue[] {
    const within = innerOf(this);
    const read = ask({ follower: within.saved, facts }, within.settings);
    within.saved = own(read, "follower") ?? within.saved;
    return read.notes;
  }

  /**
   * Returns the view of the case. `now`, a `Date` or an RFC 3339 time, decides if an address has
   * expired.
   */
  view(now?: string | Date): CaseView {
    const within = innerOf(this);
    const read = ask({ follower: within.saved, now: now ?? null }, within.settings);
    return own(read, "view") ?? unreadable(read);
  }

  /** Returns the follower as plain JSON, to store it. */
  toJSON(): SavedFollower {
    return copyOf(innerOf(this).saved);
  }
}

function innerOf(follower: Follower): Inner {
  const found = inner.get(follower);
  if (!found) throw new TypeError("a method of Follower was called on another object");
  return found;
}

function ask(input: Omit<FollowInput, "follower"> & { follower?: unknown }, settings: Settings): Followed {
  return follow(input as FollowInput, settings);
}

function known(read: Followed): SavedFollower {
  return own(read, "follower") ?? unreadable(read);
}

function unreadable(read: Followed): never {
  throw new TypeError(read.notes[0]?.message ?? "the follower cannot be read");
}
