// JSON laid out anew without changing it, and parsed without losing it.

/** The text with one member on a line: every number, string and key as it was. Nothing where it is not JSON. */
export function pretty(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const parts: string[] = [];
  let depth = 0;
  const line = (): void => void parts.push("\n", "  ".repeat(depth));
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;
  for (let token = tokens.exec(text)?.[0], last = ""; token !== undefined; last = token, token = tokens.exec(text)?.[0]) {
    const closes = token === "}" || token === "]";
    if (closes) depth--;
    if (closes ? last !== "{" && last !== "[" : last === "{" || last === "[" || last === ",") line();
    parts.push(token === ":" ? ": " : token);
    if (token === "{" || token === "[") depth++;
  }
  return parts.join("");
}

type RawJson = { rawJSON?: (text: string) => unknown };
type WithSource = (text: string, reviver: (key: string, value: unknown, context?: { source?: string }) => unknown) => unknown;

/**
 * The payload of a text, with every number as it is written there: JavaScript's own numbers would change some of them, and a
 * repair would then write another one. Where the browser cannot keep them, they are what JavaScript makes of them.
 */
export function parsed(text: string): unknown {
  const { rawJSON } = JSON as RawJson;
  return (JSON.parse as WithSource)(text, (_key, value, context) =>
    typeof value === "number" && rawJSON && context?.source !== undefined && JSON.stringify(value) !== context.source ? rawJSON(context.source) : value);
}

/** Whether the text has a number that JavaScript writes in another way. */
export function hasOtherNumbers(text: string): boolean {
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[^\s{}[\],:"]*/gs)) {
    if (!token.startsWith('"') && JSON.stringify(Number(token)) !== token) return true;
  }
  return false;
}
