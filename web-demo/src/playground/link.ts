// A link that holds the text and the settings: compressed in the fragment, which browsers send to nobody.
export interface Content {
  readonly text: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** What no mail program or chat cuts off, with room to spare. */
export const longestLink = 32 * 1024;
/** A text far beyond the limit of the service, so that such texts can be looked at too. */
export const longestText = 4 * 1024 * 1024;

const mark = "#c=";

export class Unreadable extends Error {}

export async function fragmentOf(content: Content): Promise<string> {
  // JSON has a way to write half a character; UTF-8 has none.
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of new Uint8Array(await new Response(packed).arrayBuffer())) letters += String.fromCharCode(byte);
  return mark + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export function isLink(hash: string): boolean {
  return hash.startsWith(mark);
}

/** What a link holds. */
export async function contentOf(hash: string): Promise<Content> {
  try {
    const letters = atob(hash.slice(mark.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return contentFrom(JSON.parse(await limited(stream)));
  } catch {
    throw new Unreadable("this link cannot be read");
  }
}

/** A few letters may unpack into more than a tab can hold. */
async function limited(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const reader = stream.getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > 2 * longestText) {
      await reader.cancel();
      throw new Unreadable("too long");
    }
  }
}

/** Anything may stand in a link, in a file or in the storage: only strings are taken from it. */
export function contentFrom(value: unknown): Content {
  const { text, settings } = (value ?? {}) as { text?: unknown; settings?: unknown };
  if (typeof text !== "string" || text.length > longestText || typeof settings !== "object" || settings === null) throw new Unreadable("no content");
  const strings = Object.entries(settings).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return { text, settings: Object.fromEntries(strings) };
}
