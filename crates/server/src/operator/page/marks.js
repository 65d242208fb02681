// Invisible characters, and characters that change the direction of others. In a name they could
// disguise it.
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Replaces each invisible character by a mark such as `[U+202E]`. */
export function withMarks(text) {
  return text.replace(INVISIBLE, (one) => `[U+${one.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}]`);
}
