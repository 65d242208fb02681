// The elements of the case pages. Texts of a case are shown with marks for invisible characters.
import * as kit from "../kit/dom.js";

export { hiddenText, quietButton, setAttribute } from "../kit/dom.js";
export type { Child } from "../kit/dom.js";

// Invisible characters, and characters that change the direction of others. In a name they could
// disguise it. The operator's page (`crates/server/src/operator/page/marks.js`) has the same list.
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Replaces each invisible character by a mark such as `[U+202E]`. */
function withMarks(text: string): string {
  return text.replace(INVISIBLE, (one) => `[U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`);
}

const marked = (child: kit.Child): kit.Child => (typeof child === "string" ? withMarks(child) : child);

/** Editable texts stay as they are. */
export const h: typeof kit.h = (tag, attributes, ...children) =>
  kit.h(tag, attributes, ...(tag === "textarea" ? children : children.map(marked)));

export const setText: typeof kit.setText = (element, text) => kit.setText(element, withMarks(text));

/** How long a text about what was done is shown, in milliseconds. */
const SHOWN = 10_000;
let shown: ReturnType<typeof setTimeout> | undefined;

/** Says a text to screen readers. What was done or has changed is also shown, for a while, at the foot of the page of a case. */
export function say(text: string, isShown = false): void {
  const status = document.getElementById("status") as HTMLElement;
  status.classList.toggle("is-shown", isShown);
  setText(status, text);
  clearTimeout(shown);
  shown = setTimeout(() => setText(status, ""), SHOWN);
}

export const setChildren: typeof kit.setChildren = (parent, signature, make) => kit.setChildren(parent, signature, () => make().map(marked));
