// The pages after the questions and the drafts of earlier visits, with their texts and styles, fetched
// once something was answered, or was before, so that the first view is light.
import { answerNotes } from "./answer-notes.js";
import { dateNote } from "./date-note.js";
import { extra, type Extra } from "./extra.js";
import { knownFor, offeredAt } from "./known.js";
import { inEnglish } from "./locale.js";
import { offersFor } from "./repair.js";
import { stateBox, stateCode } from "./states.js";
import { words } from "./sending-words.en.js";
import css from "./styles/later.css";

export { changesSince, hasUnreadable, isFor, noteOf, readDraft, storedDrafts } from "./draft-reading.js";
export { Delivery, submit } from "./delivery.js";
export { givenList } from "./render/answer-list.js";
export { checkPage } from "./render/check-page.js";
export { filesPage } from "./render/files-page.js";
export { sentPage } from "./render/sent-page.js";
export { welcomeBack } from "./render/welcome-back.js";
export { css };

inEnglish.sending = words;
Object.assign(extra, { answerNotes, dateNote, knownFor, offeredAt, offersFor, stateBox, stateCode } satisfies Extra);
