// Polls the service: every two seconds on a visible page, more slowly after failures, never in a
// hidden tab.
import { Failed, Refused } from "../kit/service.js";

const pause = 2_000;
const longest = 30_000;

export interface Watch {
  /** Polls at once; resolves when the answer, or its failure, has been shown. */
  now(): Promise<void>;
  stop(): void;
}

/**
 * `ask` shows its answer. `failed` receives the number of consecutive failures after each, and 0
 * after a recovery.
 */
export function watch(ask: () => Promise<void>, failed: (times: number, error: unknown) => void): Watch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let times = 0;
  let stopped = false;

  const round = async (): Promise<void> => {
    clearTimeout(timer);
    let isRefused = false;
    try {
      await ask();
      if (times > 0 && !stopped) failed(0, undefined);
      times = 0;
    } catch (error) {
      if (stopped) return;
      if (!(error instanceof Refused || error instanceof Failed)) reportError(error);
      times += 1;
      isRefused = error instanceof Refused; // the answer will hardly be another one soon
      failed(times, error);
    }
    if (!stopped && !document.hidden) timer = setTimeout(() => void now(), isRefused ? longest : Math.min(pause * 2 ** Math.min(times, 5), longest));
  };
  /**
   * An answer to an earlier request may be older than the caller's action, so the service is asked
   * once more.
   */
  const now = async (): Promise<void> => {
    if (running) {
      again = true;
      return running;
    }
    running = (async () => {
      do {
        again = false;
        await round();
      } while (again && !stopped);
    })();
    try {
      await running;
    } finally {
      running = undefined;
    }
  };
  const seen = (): void => { if (!document.hidden) void now(); };
  document.addEventListener("visibilitychange", seen);
  addEventListener("online", seen);
  return {
    now,
    stop() {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", seen);
      removeEventListener("online", seen);
    },
  };
}
