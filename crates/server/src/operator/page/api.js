// Calls of the operator API.

/** The stand-in refused a request. `problem` is the body of its answer. */
export class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `The stand-in answered with status ${status}.`);
    this.status = status;
    this.issues = [...(problem.errors ?? []), ...(problem.warnings ?? [])];
  }
}

/** There was no answer, or the stand-in failed. */
export class Failed extends Error {}

const KEPT = "casegate-operator-token";
/** Callbacks for each answer, and for each failure. */
export const connection = { reached() {}, failed(_error) {}, unauthorized() {} };

export const token = {
  get: () => sessionStorage.getItem(KEPT),
  set: (value) => sessionStorage.setItem(KEPT, value),
  forget: () => sessionStorage.removeItem(KEPT),
};

/**
 * A fragment that is not a page's starts with a token, perhaps before a page. The token is stored,
 * and removed from the address.
 */
export function takeToken() {
  const fragment = location.hash.slice(1);
  if (fragment === "" || fragment.startsWith("/") || fragment === "main") return false;
  const [, given, route] = /^([^/]*)(.*)$/.exec(fragment);
  token.set(decoded(given));
  history.replaceState(null, "", location.pathname + (route && `#${route}`));
  return true;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function call(method, path, body) {
  let answer;
  try {
    answer = await fetch(`/operator/api${path}`, {
      method,
      headers: {
        Authorization: `Token ${token.get() ?? ""}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
      signal: AbortSignal.timeout(20_000),
    });
  } catch {
    const error = new Failed("The stand-in does not answer.");
    connection.failed(error);
    throw error;
  }
  if (answer.status >= 500) {
    const error = new Failed(`The stand-in failed (status ${answer.status}).`);
    connection.failed(error);
    throw error;
  }
  connection.reached();
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({}));
  if (answer.status === 401) connection.unauthorized();
  throw new Refused(answer.status, problem);
}

/** Makes a call, and returns the JSON of the answer, or nothing if it has none. */
export async function api(method, path, body) {
  const answer = await call(method, path, body);
  const text = await answer.text();
  return text === "" ? undefined : JSON.parse(text);
}

/** Downloads a file. The token is in a header, so a plain link does not work. */
export async function download(path, filename) {
  const bytes = await (await call("GET", path)).blob();
  const url = URL.createObjectURL(bytes);
  const link = document.createElement("a");
  link.href = url;
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Returns the first pages of a list, and whether there are more. */
export async function pagesOf(path, name, filters, pages) {
  const found = [];
  let before = "";
  for (let page = 0; page < pages; page++) {
    const given = Object.entries({ ...filters, before }).filter(([, value]) => value !== "");
    const answer = await api("GET", `${path}?${new URLSearchParams(given)}`);
    found.push(...answer[name]);
    before = answer.next_before ?? "";
    if (before === "") break;
  }
  return { found, more: before !== "" };
}
