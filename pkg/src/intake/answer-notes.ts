// Notes on answers that no rule is about and that are probably mistyped, such as a VIN of 16 characters.
import type { Context, Issue } from "../types.js";
import type { Answers } from "./answers.js";
import { emailNotes } from "./email-notes.js";
import type { SendingWords } from "./sending-words.en.js";

type NoteWords = SendingWords["notes"];

interface Check {
  readonly code: Issue["code"];
  readonly note: Exclude<keyof NoteWords, "emails">;
  isRight(text: string, today: string): boolean;
}

const shape = (note: Check["note"], pattern: RegExp): Check => ({ code: "wrong_length", note, isRight: (text) => pattern.test(text) });

/** Canada's codes begin with a letter. */
const zip = shape("zip", /^(?:\d{5}(?:[ -]?\d{4})?|[a-z]\d[a-z][ -]?\d[a-z]\d)$/i);
/** Ten digits, with or without the country's 1, and perhaps an extension; or a number of another country. */
const phone: Check = { code: "wrong_length", note: "phone", isRight: (text) =>
  /^\+ *[^1 ]/.test(text) || /^1?\d{10}$/.test(text.replace(/(?:ext|x|#)[^]*$/i, "").replace(/\D/g, "")) };

/** By the last part of a field's place. */
const checks: Readonly<Record<string, Check>> = {
  vin: shape("vin", /^(?:[ -]*[a-z\d]){17}$/i),
  vehicle_year: shape("year", /^(?:19|20)\d\d$|\D/),
  postal_or_zip_code: zip,
  crash_zip: zip,
  phone_number: phone,
  requester_phone: phone,
  adjuster_phone_number: phone,
  date_of_birth: { code: "future_date", note: "birth", isRight: (text, today) => !/^\d{4}-\d\d-\d\d$/.test(text) || text <= today },
};

/** Returns the notes on the answers at some places. Of emails that are being typed, `emailsBefore` are those from before. */
export function answerNotes(answers: Answers, isShown: (at: string) => boolean, words: NoteWords, today: Context["today"], emailsBefore?: string): Issue[] {
  const day = typeof today === "function" ? today() : today;
  return [...answers].flatMap(([at, answer]): Issue[] => {
    const check = checks[at.slice(at.lastIndexOf("/") + 1)];
    const isEmails = at === "/cc_emails";
    const text = isEmails || check !== undefined ? String(answer ?? "").trim() : "";
    if (text === "" || !isShown(at)) return [];
    if (isEmails) return emailNotes(at, text, words.emails, emailsBefore);
    if (check === undefined || check.isRight(text, day)) return [];
    return [{ code: check.code, severity: "warning", at, path: at.slice(1).split("/"), because: [], params: {}, message: words[check.note] }];
  });
}
