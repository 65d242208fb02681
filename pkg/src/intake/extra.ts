// Functions that the first question does without: offers, notes, the list of states. They come with the pages after
// the questions, and are called once these are loaded.
import type { answerNotes } from "./answer-notes.js";
import type { dateNote } from "./date-note.js";
import type { knownFor, offeredAt } from "./known.js";
import type { offersFor } from "./repair.js";
import type { stateBox, stateCode } from "./states.js";

export interface Extra {
  answerNotes: typeof answerNotes;
  dateNote: typeof dateNote;
  knownFor: typeof knownFor;
  offeredAt: typeof offeredAt;
  offersFor: typeof offersFor;
  stateBox: typeof stateBox;
  stateCode: typeof stateCode;
}

export const extra: Partial<Extra> = {};
