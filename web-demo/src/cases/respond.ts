// The reply to the service's question: a message, files, or both.
import { fileLimits, judgeFiles } from "casegate/form";
import { h, hiddenText, setChildren, setText } from "./dom.js";
import { fileArea } from "../kit/files.js";
import { sizeWords, timeWords } from "../kit/language.js";
import { partner, Refused } from "../kit/service.js";
import { carryOut, keptText, markProblem, clearProblem, nextId, problemBox, Said, sendButton, type Life, type Part } from "./life.js";
import { actionOf, openInput } from "./records.js";
import { words } from "./words.js";

const key = "respond";

export function respondPart(life: Life): Part {
  const w = words().respond;
  const asked = h("p", { class: "hint" });
  const question = h("blockquote", { class: "question" });
  const message = h("textarea", { class: "box", id: "reply", rows: 5, oninput: () => {
    text().write(message.value);
    clearProblem(life, key);
  } });
  const list = h("ul", { class: "plain chosen" });
  const problem = problemBox(life, key, "respond");
  const send = sendButton(life, key, () => w.send, { type: "submit", id: "respond-send" });
  let shown = "";
  const text = () => keptText(`reply-${life.id}-${shown}`);

  const add = (files: readonly File[]): void => {
    life.replyFiles.push(...files.map((file) => ({ id: nextId(), file, label: "other", state: "chosen" as const })));
    life.problems.delete(key);
    life.show();
    life.say([words().append.added(files.length), ...files.filter(isTooLarge).map((file) => w.tooLarge(file.name))].join(" "));
  };
  const remove = (id: number): void => {
    const at = life.replyFiles.findIndex((entry) => entry.id === id);
    const name = life.replyFiles[at]?.file.name ?? "";
    life.replyFiles.splice(at, 1);
    life.problems.delete(key);
    life.show();
    const buttons = list.querySelectorAll("button");
    (buttons[Math.min(at, buttons.length - 1)] ?? document.getElementById("respond-choose"))?.focus();
    life.say(words().append.removed(name));
  };

  const reply = async (): Promise<void> => {
    const { replyFiles } = life;
    const problemNow = message.value.trim() === "" && replyFiles.length === 0 ? w.empty : undefined;
    const large = replyFiles.find(({ file }) => isTooLarge(file));
    if (problemNow !== undefined || large !== undefined) {
      life.problems.set(key, new Said(problemNow ?? w.tooLarge(large?.file.name ?? "")));
      life.show();
      // The place of the remedy: the message, or the file that is too large.
      (problemNow !== undefined || large === undefined ? message : list.querySelectorAll("button")[replyFiles.indexOf(large)])?.focus();
      return;
    }
    const interaction = shown;
    const kept = text();
    const written = message.value;
    const form = new FormData();
    form.set("interaction_id", interaction);
    if (written.trim() !== "") form.set("message", written);
    for (const { file } of replyFiles) form.append("file", file, file.name);
    const done = await carryOut(life, key, "respond", async () => {
      try {
        await partner("POST", `cases/${life.record.case.issue_key}/respond/`, form);
      } catch (error) {
        if (!(error instanceof Refused) || (error.body as { code?: unknown } | null)?.code !== "already_responded") throw error;
        life.problems.set("arrived", new Said(words().respond.arrived));
      }
      kept.write("");
      life.replyFiles.splice(0);
    });
    const late = life.problems.get("arrived");
    if (!(late instanceof Said)) return;
    if (done) {
      // Another person may have replied. Form data has line breaks of Windows.
      const input = life.record.inputs.find(({ interaction_id: id }) => id === interaction);
      const isSeen = input !== undefined && input.replied_at !== null;
      if (!isSeen || written.trim() === "" || input.reply?.replaceAll("\r\n", "\n") === written) return;
      life.problems.set("arrived", new Said(words().respond.otherAnswer, written));
      return life.show();
    }
    // The question is no longer open. The reply is shown, so that it can be used elsewhere.
    life.problems.set("arrived", new Said(late.message, written));
    life.show();
  };

  const root = h("section", { class: "card is-urgent", "aria-labelledby": "respond-title" },
    h("h2", { id: "respond-title" }, w.title),
    h("div", {}, h("p", { class: "asks" }, w.question), question, asked),
    h("form", { novalidate: true, class: "stack", onsubmit: (event: Event) => { event.preventDefault(); void reply(); } },
      h("div", { class: "field" }, h("label", { for: "reply" }, w.message), message),
      h("div", { class: "field", role: "group", "aria-labelledby": "reply-files" },
        h("p", { class: "label", id: "reply-files" }, w.files, " ", h("span", { class: "optional" }, words().cancel.optional)),
        h("p", { class: "hint", id: "reply-files-hint" }, w.limit(fileLimits.append.file_megabytes)),
        fileArea("respond", { choose: w.choose, drop: w.drop, describedBy: "reply-files-hint" }, add), list),
      problem.root, h("div", { class: "actions" }, send.root)));

  return {
    root,
    show() {
      const input = openInput(life.record);
      const can = input !== undefined && life.record.case.issue_key !== null && (actionOf(life.record, "respond")?.allowed ?? false);
      root.hidden = !can;
      if (!can) return;
      if (shown !== input.interaction_id) {
        if (shown !== "") {
          // Files that were chosen for another question do not belong to this one.
          life.replyFiles.splice(0);
          life.problems.delete(key);
        }
        shown = input.interaction_id;
        message.value = text().read();
      }
      setText(question, input.message);
      setText(asked, w.asked(timeWords(input.opened_at)));
      markProblem(life, key, message, life.problems.get(key) instanceof Said && message.value.trim() === "" && life.replyFiles.length === 0);
      setChildren(list, life.replyFiles.map(({ id }) => id).join(), () => life.replyFiles.map(({ id, file }) => h("li", { class: isTooLarge(file) ? "chosen-file is-rejected" : "chosen-file" },
        h("span", { class: "file-name" }, file.name), h("span", { class: "hint" }, sizeWords(file.size)),
        h("button", { type: "button", class: "quiet", onclick: () => remove(id) }, w.remove, hiddenText(` ${file.name}`)),
        isTooLarge(file) && h("p", { class: "finding-words" }, w.tooLarge(file.name)))));
      send.show();
      problem.show();
    },
  };
}

/** The limit on a single file is the only one that is known for a reply. */
function isTooLarge(file: File): boolean {
  return judgeFiles({ endpoint: "append", files: [{ name: file.name, size: file.size }] }).files[0]?.error_code === "file_too_large";
}
