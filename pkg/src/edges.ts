// The first and the last bytes of a file, by which `judgeFiles` warns before the file is sent.
import { fileEdgeBytes, fileLimits } from "./fields.js";
import { isObject } from "./plain.js";
import { isBytes } from "./text.js";
import type { FileToSend } from "./types.js";

/** Returns the letters of base64 that do not count toward the limit of a text, as MOST_CONTENT in Rust. */
export const mostContent = (): number => fileLimits.append.files * 2 * 4 * Math.ceil(fileEdgeBytes / 3);

/** A file to judge, whose bytes may be those of an array instead of base64. */
export interface FileWithEdges extends Omit<FileToSend, "head" | "tail"> {
  head?: string | Uint8Array | null;
  tail?: string | Uint8Array | null;
}

/**
 * Reads the name, the size and the bytes of a file that `judgeFiles` examines: at most 64 KB of its
 * beginning and of its end.
 *
 * ```ts
 * const { files } = judgeFiles({ files: await Promise.all([...input.files].map((file) => readEdges(file))) });
 * ```
 */
export async function readEdges(file: Blob & { readonly name: string }, label?: string | null): Promise<FileWithEdges> {
  const bytes = async (part: Blob): Promise<Uint8Array> => new Uint8Array(await part.arrayBuffer());
  const edges: FileWithEdges = { name: file.name, size: file.size, head: await bytes(file.slice(0, fileEdgeBytes)) };
  if (file.size > fileEdgeBytes) edges.tail = await bytes(file.slice(-fileEdgeBytes));
  if (label !== undefined) edges.label = label;
  return edges;
}

/** Returns `true` for a file whose bytes are an array. */
export const hasBytes = (file: unknown): boolean => isObject(file) && (isBytes(file["head"]) || isBytes(file["tail"]));

/** Returns the file with its bytes as base64. */
export function withBase64(file: FileWithEdges): FileWithEdges {
  return { ...file, head: base64Of(file.head), tail: base64Of(file.tail) };
}

function base64Of(edge: string | Uint8Array | null | undefined): string | null {
  if (!isBytes(edge)) return edge ?? null;
  let letters = "";
  // An engine limits the number of arguments.
  for (let at = 0; at < edge.length; at += 8192) letters += String.fromCharCode(...edge.subarray(at, at + 8192));
  return btoa(letters);
}
