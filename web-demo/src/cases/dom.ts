// The elements of the case pages: what a case holds is shown with marks for characters that cannot be seen.
import * as kit from "../kit/dom.js";
import { withMarks } from "../kit/marks.js";

export { hiddenText, quietButton, setAttribute } from "../kit/dom.js";
export type { Child } from "../kit/dom.js";

const marked = (child: kit.Child): kit.Child => (typeof child === "string" ? withMarks(child) : child);

/** What a person edits stays as it is. */
export const h: typeof kit.h = (tag, attributes, ...children) =>
  kit.h(tag, attributes, ...(tag === "textarea" ? children : children.map(marked)));

export const setText: typeof kit.setText = (element, text) => kit.setText(element, withMarks(text));

export const setChildren: typeof kit.setChildren = (parent, signature, make) => kit.setChildren(parent, signature, () => make().map(marked));
