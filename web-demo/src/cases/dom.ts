// The elements of the case pages. Texts of a case are shown with marks for invisible characters.
import * as kit from "../kit/dom.js";
import { withMarks } from "../kit/marks.js";

export { hiddenText, quietButton, setAttribute } from "../kit/dom.js";
export type { Child } from "../kit/dom.js";

const marked = (child: kit.Child): kit.Child => (typeof child === "string" ? withMarks(child) : child);

/** Editable texts stay as they are. */
export const h: typeof kit.h = (tag, attributes, ...children) =>
  kit.h(tag, attributes, ...(tag === "textarea" ? children : children.map(marked)));

export const setText: typeof kit.setText = (element, text) => kit.setText(element, withMarks(text));

export const setChildren: typeof kit.setChildren = (parent, signature, make) => kit.setChildren(parent, signature, () => make().map(marked));
