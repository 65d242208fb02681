// The content of the playground as a short text for the fragment of an address, which is never sent
// to a server.
const mark = "#c=";

/**
 * Returns the address of the playground with its content: JSON, deflated, in letters that addresses
 * leave unchanged.
 */
export async function playgroundLink(content: unknown): Promise<string> {
  return `playground.html${await fragmentOf(content)}`;
}

export async function fragmentOf(content: unknown): Promise<string> {
  // JSON can express lone surrogates; UTF-8 cannot.
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of new Uint8Array(await new Response(packed).arrayBuffer())) letters += String.fromCharCode(byte);
  return mark + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export function isFragment(hash: string): boolean {
  return hash.startsWith(mark);
}

/**
 * Returns the content of a fragment. Throws if it is damaged, is not one of ours, or inflates to
 * more than `longest` characters.
 */
export async function contentOfFragment(hash: string, longest: number): Promise<unknown> {
  const letters = atob(hash.slice(mark.length).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return JSON.parse(await limited(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")), longest));
}

/** A few letters may inflate to more than a tab can hold. */
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
