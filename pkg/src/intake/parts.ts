// The parts of the form that are fetched on demand: once, and again after a failure.

/** A part that has not arrived within this time counts as missing. It still counts when it arrives. */
const patience = 20_000;

let attempts = 0;

/** Rejects if the result takes too long. */
export async function inTime<T>(result: Promise<T>, milliseconds = patience): Promise<T> {
  let clock: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    clock = setTimeout(reject, milliseconds, new Error("A part of the form did not arrive in time."));
  });
  // The page may have promises of its own, which know less.
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(clock);
  }
}

/**
 * Imports a part. Chromium keeps a failed import for the life of the page, and asks again only under
 * another address. Its error names the address, also where a bundler has chosen it. Other browsers
 * ask again under the same one.
 */
export async function part<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await inTime(load());
  } catch (error) {
    const address = /\bhttps?:\S+/.exec(String(error))?.[0];
    if (address === undefined) throw error;
    return inTime<T>(import(/* webpackIgnore: true */ /* @vite-ignore */ `${address}${address.includes("?") ? "&" : "?"}again=${++attempts}`));
  }
}
