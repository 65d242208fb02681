// The Spanish texts, fetched together on demand.
export { words } from "./words.es.js";
export { words as sendingWords } from "./sending-words.es.js";
