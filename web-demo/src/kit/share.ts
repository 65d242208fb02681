// A payload and its host settings as a short text, for the part of an address that is never sent to a server.
import type { Host } from "casegate/slim";

export interface Shared {
  /** The payload's text as it stands, whether or not it is JSON. */
  readonly text: string;
  readonly host: Host;
}

/** JSON, deflated, in the letters that an address leaves alone. */
export async function encodeShare({ text, host }: Shared): Promise<string> {
  const packed = new Blob([JSON.stringify({ text, host })]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of new Uint8Array(await new Response(packed).arrayBuffer())) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Where the playground opens with it. */
export async function playgroundAddress(shared: Shared): Promise<string> {
  return `playground.html#c=${await encodeShare(shared)}`;
}
