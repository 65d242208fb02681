// A payload and its host settings as a short text, for the part of an address that is never sent to a server.
import type { Host } from "casegate/slim";

export interface Shared {
  /** The payload's text as it stands, whether or not it is JSON. */
  readonly text: string;
  readonly host: Host;
}

/** What a text may grow to when it is unpacked; the library refuses larger payloads anyway. */
const limit = 4 * 1024 * 1024;

/** JSON, deflated, in the letters that an address leaves alone. */
export async function encodeShare({ text, host }: Shared): Promise<string> {
  const packed = await through(new TextEncoder().encode(JSON.stringify({ text, host })), new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of packed) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** What was shared, or nothing if the text is damaged or was never one of ours. */
export async function decodeShare(encoded: string): Promise<Shared | undefined> {
  try {
    const letters = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await through(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)), new DecompressionStream("deflate-raw"));
    const { text, host } = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as Partial<Record<keyof Shared, unknown>>;
    if (typeof text !== "string" || typeof host !== "object" || host === null || Array.isArray(host)) return undefined;
    return { text, host: host as Host };
  } catch {
    return undefined;
  }
}

async function through(bytes: Uint8Array<ArrayBuffer>, transform: GenericTransformStream): Promise<Uint8Array> {
  const reader = (new Blob([bytes]).stream().pipeThrough(transform) as ReadableStream<Uint8Array>).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      void reader.cancel();
      throw new RangeError("too long");
    }
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
