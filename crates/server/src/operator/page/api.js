// Calls of the operator API.

/** The answer was a refusal. `problem` is its body. */
export class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `The stand-in answered with status ${status}.`);
    this.status = status;
    this.issues = [...(problem.errors ?? []), ...(problem.warnings ?? [])];
  }
}

/** No answer came, or the stand-in broke. */
export class Failed extends Error {}

const KEPT = "casegate-operator-token";
/** Told of each answer, and of each that did not come. */
export const told = { reached() {}, failed(_error) {}, unauthorized() {} };

export const token = {
  get: () => sessionStorage.getItem(KEPT),
  set: (value) => sessionStorage.setItem(KEPT, value),
  forget: () => sessionStorage.removeItem(KEPT),
};

/** A fragment that is not a page's begins with a token, maybe before a page: it is kept, and taken out of the address. */
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
        // The page is in English, whatever the browser prefers.
        "Accept-Language": document.documentElement.lang,
        Authorization: `Token ${token.get() ?? ""}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
      signal: AbortSignal.timeout(20_000),
    });
  } catch {
    const error = new Failed("The stand-in does not answer.");
    told.failed(error);
    throw error;
  }
  if (answer.status >= 500) {
    const error = new Failed(`The stand-in failed (status ${answer.status}).`);
    told.failed(error);
    throw error;
  }
  told.reached();
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({}));
  if (answer.status === 401) told.unauthorized();
  throw new Refused(answer.status, problem);
}

/** Calls, and gives the JSON of the answer; nothing where there is none. */
export async function api(method, path, body) {
  const answer = await call(method, path, body);
  const text = await answer.text();
  return text === "" ? undefined : JSON.parse(text);
}

/** Hands a file over to whoever asked for it. The token goes in a header, so a plain link cannot. */
export async function download(path, filename) {
  const bytes = await (await call("GET", path)).blob();
  const url = URL.createObjectURL(bytes);
  const link = document.createElement("a");
  link.href = url;
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The first pages of a list, and whether there are more. */
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
