// The package's replies to generated payloads. Runs in Node and in the browser.
import { entryPoints, replyOf } from "../support/parity.mjs";

/**
 * The reply to each line: the number of a context, a space, and the payload's text as a JSON
 * string. The entry points of the module (text, object) take turns. Firm rules are those of the entry
 * for backends.
 */
export function replies({ main, service }, contexts, lines) {
  return lines.map((line, turn) => {
    const space = line.indexOf(" ");
    const vector = { call: "check_case", payload: JSON.parse(line.slice(space + 1)), context: contexts[line.slice(0, space)] };
    const ways = entryPoints(vector.context.includes('"house"') ? service : main, vector);
    const [, call] = ways[turn % ways.length];
    return replyOf(call);
  });
}

/** SHA-256 of some replies, each with a line break after it. */
export async function digest(replies) {
  const bytes = new TextEncoder().encode(replies.map((reply) => `${reply}\n`).join(""));
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
