// Functions that the first question does without: offers and notes. They come with the pages after
// the questions, and are called once these are loaded.
import type { dateNote } from "./date-note.js";
import type { emailNotes } from "./email-notes.js";
import type { knownFor, offeredAt } from "./known.js";
import type { offersFor } from "./repair.js";

export interface Extra {
  dateNote: typeof dateNote;
  emailNotes: typeof emailNotes;
  knownFor: typeof knownFor;
  offeredAt: typeof offeredAt;
  offersFor: typeof offersFor;
}

export const extra: Partial<Extra> = {};
