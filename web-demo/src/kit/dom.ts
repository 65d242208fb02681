// The helpers of the element <casegate-intake>, from its sources: they exist once.
export * from "../../../pkg/src/intake/dom.js";
export { ask } from "../../../pkg/src/intake/dialog.js";
