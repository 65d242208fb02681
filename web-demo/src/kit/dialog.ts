export { ask } from "../../../pkg/src/intake/dialog.js";
