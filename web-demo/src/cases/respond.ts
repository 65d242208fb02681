// The reply to the service's question: a message, files, or both.
import { fileLimits } from "casegate/form";
import { h, hiddenText, setChildren, setText } from "./dom.js";
import { fileArea } from "../kit/files.js";
import { sizeWords, timeWords } from "../kit/language.js";
import { partner, Refused } from "../kit/service.js";
import { chosenFiles, errorsOf, findingsOf, isRejected, verdictOn } from "./judge.js";
import { carryOut, keptText, markProblem, clearProblem, problemBox, Said, sendButton, type Chosen, type Life, type Part } from "./life.js";
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
  const again = h("p", { class: "notice" });
  const problem = problemBox(life, key, "respond");
  const send = sendButton(life, key, () => w.send, { type: "submit", id: "respond-send" });
  const rows = new Map<number, Part>();
  let shown = "";
  const text = () => keptText(`reply-${life.id}-${shown}`);
  /** The names of the chosen files stay in this tab as the text does, because the files do not. */
  const names = () => keptText(`reply-files-${life.id}-${shown}`);
  const missing = () => names().read().split("\n").filter((name) => name !== "" && !life.replyFiles.some(({ file }) => file.name === name));
  const keepNames = (removed?: string): void => names().write(
    [...life.replyFiles.filter((entry) => !isRejected(verdictOn(entry))).map(({ file }) => file.name), ...missing().filter((name) => name !== removed)].join("\n"));

  const add = (files: readonly File[]): void => {
    const chosen = chosenFiles(files, "other", life.show);
    life.replyFiles.push(...chosen);
    keepNames();
    life.problems.delete(key);
    life.show();
    life.say([words().append.chosen(files.length), ...chosen.map(verdictOn).flatMap(errorsOf)].join(" "));
  };
  const remove = (id: number): void => {
    const at = life.replyFiles.findIndex((entry) => entry.id === id);
    const name = life.replyFiles[at]?.file.name ?? "";
    life.replyFiles.splice(at, 1);
    keepNames(name);
    life.problems.delete(key);
    life.show();
    const buttons = list.querySelectorAll("button");
    (buttons[Math.min(at, buttons.length - 1)] ?? document.getElementById("respond-choose"))?.focus();
    life.say(words().append.removed(name));
  };

  const fileRow = (entry: Chosen): Part => {
    const findings = h("div", { class: "findings" });
    const root = h("li", { class: "chosen-file" },
      h("span", { class: "file-name" }, entry.file.name), h("span", { class: "hint" }, sizeWords(entry.file.size)),
      h("button", { type: "button", class: "quiet", onclick: () => remove(entry.id) }, w.remove, hiddenText(` ${entry.file.name}`)), findings);
    return {
      root,
      show() {
        const verdict = verdictOn(entry);
        root.classList.toggle("is-rejected", isRejected(verdict));
        setChildren(findings, JSON.stringify(verdict?.issues), () => findingsOf(verdict));
      },
    };
  };

  const reply = async (): Promise<void> => {
    const { replyFiles } = life;
    const problemNow = message.value.trim() === "" && replyFiles.length === 0 ? w.empty : undefined;
    const rejected = replyFiles.find((entry) => isRejected(verdictOn(entry)));
    if (problemNow !== undefined || rejected !== undefined) {
      life.problems.set(key, new Said(problemNow ?? w.rejected(rejected?.file.name ?? "")));
      life.show();
      // The place of the remedy: the message, or the rejected file.
      (problemNow !== undefined || rejected === undefined ? message : list.querySelectorAll("button")[replyFiles.indexOf(rejected)])?.focus();
      return;
    }
    const interaction = shown;
    const kept = [text(), names()];
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
      for (const each of kept) each.write("");
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

  const root = h("section", { class: "card is-urgent", id: "respond", "aria-labelledby": "respond-title" },
    h("h2", { id: "respond-title" }, w.title),
    h("div", {}, h("p", { class: "asks" }, w.question), question, asked),
    h("form", { novalidate: true, class: "stack", onsubmit: (event: Event) => { event.preventDefault(); void reply(); } },
      h("div", { class: "field" }, h("label", { for: "reply" }, w.message), message),
      h("div", { class: "field", role: "group", "aria-labelledby": "reply-files" },
        h("p", { class: "label", id: "reply-files" }, w.files, " ", h("span", { class: "optional" }, words().cancel.optional)),
        h("p", { class: "hint", id: "reply-files-hint" }, w.limit(fileLimits.append.file_megabytes)),
        fileArea("respond", { choose: w.choose, drop: w.drop, noFile: w.noFile, describedBy: "reply-files-hint" }, add), again, list),
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
      for (const entry of life.replyFiles) if (!rows.has(entry.id)) rows.set(entry.id, fileRow(entry));
      setChildren(list, life.replyFiles.map(({ id }) => id).join(), () => life.replyFiles.map(({ id }) => rows.get(id)?.root));
      for (const entry of life.replyFiles) rows.get(entry.id)?.show();
      again.hidden = missing().length === 0;
      setText(again, again.hidden ? "" : w.missing(missing().join(", ")));
      send.show();
      problem.show();
    },
  };
}
