// Formats and parses JSON without loss.

/**
 * Formats the text with one member per line; every number, string and key is unchanged. Returns
 * `undefined` unless the text is JSON.
 */
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
 * Parses a payload with every number as written. JavaScript's own numbers would change some of
 * them, and a repair would then write another one. If the browser cannot keep them, they are
 * JavaScript's numbers.
 */
export function parsed(text: string): unknown {
  const { rawJSON } = JSON as RawJson;
  return (JSON.parse as WithSource)(text, (_key, value, context) =>
    typeof value === "number" && rawJSON && context?.source !== undefined && JSON.stringify(value) !== context.source ? rawJSON(context.source) : value);
}

/** Returns `true` if JavaScript would write a number of the text differently. */
export function hasOtherNumbers(text: string): boolean {
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[^\s{}[\],:"]*/gs)) {
    if (!token.startsWith('"') && JSON.stringify(Number(token)) !== token) return true;
  }
  return false;
}
