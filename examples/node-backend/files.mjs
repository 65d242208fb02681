// What becomes of the files of a form: each is there, or the person is asked to send it again.
import { judgeFiles } from "casegate/service";

/** What must change before a file that the service rejected is sent again; the words are those of `judgeFiles`. */
const changes = {
  file_too_large: ["smaller_file"],
  extension_not_allowed: ["other_extension"],
  unknown_label: ["known_label"],
  internal_error: [], // it may be sent as it is
};

/** Of a verdict here, or of an attachment in the service's answer. */
export function reported({ filename, label, status, error, error_code, retry }) {
  if (status === "accepted") return { filename, label, status };
  const change = changes[error_code];
  const advice = retry === undefined && change ? { through: "append", change } : (retry ?? null);
  return { filename, label, status, error, error_code, retry: advice };
}

/** Files with the name and the label that count, and the verdict on each before it is sent. */
export function judged(files, endpoint) {
  const described = files.map(({ name, size, label }) => ({ name, size, label }));
  const verdicts = judgeFiles({ endpoint, files: described }).files;
  return files.map((file, index) => ({ ...file, label: verdicts[index].label ?? "other", verdict: verdicts[index] }));
}

/**
 * An answer for each file, once the case is there. A rejected one goes through the append endpoint: `append` sends it.
 * One that has to be changed first is left to its person.
 */
export async function settled(files, attachments, append) {
  const sent = files.filter(({ verdict }) => verdict.status === "accepted");
  const answers = [];
  for (const file of files) {
    const answer = reported(attachments[sent.indexOf(file)] ?? file.verdict);
    const again = answer.retry?.through === "append" && answer.retry.change.length === 0;
    // Where it fails again, the advice stays what it was.
    answers.push(again ? await append(file).then(appended, () => answer) : answer);
  }
  return answers;
}

export const appended = ({ filename, label }) => ({ filename, label, status: "accepted" });
