// What the playground shows, as a short text for the part of an address that is never sent to a server.
const mark = "#c=";

/** Where the playground is, with something in it: JSON, deflated, in the letters that an address leaves alone. */
export async function playgroundLink(content: unknown): Promise<string> {
  return `playground.html${await fragmentOf(content)}`;
}

export async function fragmentOf(content: unknown): Promise<string> {
  // JSON has a way to write half a character; UTF-8 has none.
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of new Uint8Array(await new Response(packed).arrayBuffer())) letters += String.fromCharCode(byte);
  return mark + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export function isFragment(hash: string): boolean {
  return hash.startsWith(mark);
}

/** What a fragment holds. Throws where it is damaged, was never one of ours, or unpacks into more than `longest` characters. */
export async function contentOfFragment(hash: string, longest: number): Promise<unknown> {
  const letters = atob(hash.slice(mark.length).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return JSON.parse(await limited(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")), longest));
}

/** A few letters may unpack into more than a tab can hold. */
async function limited(stream: ReadableStream<Uint8Array>, longest: number): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const reader = stream.getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > longest) {
      await reader.cancel();
      throw new RangeError("too long");
    }
  }
}
