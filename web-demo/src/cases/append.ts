// Files that are added to a case: judged before they are sent, and sent one by one, each with its
// own answer.
import { fileExtensions, fileLimits, type FileVerdict } from "casegate/form";
import { listById } from "../kit/catalogue.js";
import { h, hiddenText, setChildren, setText } from "./dom.js";
import { fileArea } from "../kit/files.js";
import { language, sizeWords } from "../kit/language.js";
import { partner } from "../kit/service.js";
import { chosenFiles, errorsOf, findingsOf, isRejected, verdictsOn } from "./judge.js";
import { carryOut, problemBox, sendButton, type Chosen, type Life, type Part } from "./life.js";
import { actionOf, openInput } from "./records.js";
import { words } from "./words.js";

const key = "append";

export function appendPart(life: Life): Part {
  const w = words().append;
  const { files, file_megabytes: each, total_megabytes: total } = fileLimits.append;
  const list = h("ul", { class: "plain files" });
  const problem = problemBox(life, key, "append");
  const send = sendButton(life, key, () => w.send(verdictsOf(life).filter((verdict) => verdict.status === "accepted").length), { id: "append-send", onclick: () => void sendAll() });
  const rows = new Map<number, Part>();

  const add = (added: readonly File[]): void => {
    const fresh = added.filter((file) => !life.appended.some((entry) => entry.file.name === file.name && entry.file.size === file.size && entry.file.lastModified === file.lastModified));
    const label = listById("file_label")?.words.at(-1)?.value ?? ""; // the last word is for any other
    life.appended.push(...chosenFiles(fresh, label, life.show));
    life.problems.delete(key);
    life.show();
    const verdicts = verdictsOf(life).slice(-fresh.length || life.appended.length);
    life.say([w.chosen(fresh.length), ...verdicts.flatMap(errorsOf)].join(" "));
  };
  const remove = (entry: Chosen): void => {
    const at = life.appended.indexOf(entry);
    life.appended.splice(at, 1);
    life.show();
    const next = life.appended[Math.min(at, life.appended.length - 1)];
    document.getElementById(next === undefined ? "append-choose" : `append-${next.id}-remove`)?.focus();
    life.say(w.removed(entry.file.name));
  };

  /**
   * One request per file, in order. The first one without an answer ends the series, because the
   * others would get none either.
   */
  const sendAll = async (): Promise<void> => {
    const verdicts = verdictsOf(life);
    const ready = life.appended.filter((_, index) => verdicts[index]?.status === "accepted");
    if (ready.length === 0) return;
    let sent = 0;
    const done = await carryOut(life, key, undefined, async () => {
      for (const entry of ready) {
        entry.state = "sending";
        life.show();
        const form = new FormData();
        form.set("file", entry.file, entry.file.name);
        form.set("label", entry.label);
        try {
          await partner("POST", `cases/${life.record.case.issue_key}/files/`, form);
        } catch (error) {
          entry.state = "failed";
          throw error;
        }
        sent += 1;
        life.said.push("append_file");
        life.appended.splice(life.appended.indexOf(entry), 1);
        await life.refresh();
      }
    });
    life.say([...(sent > 0 ? [words().append.sent(sent)] : []), ...(done ? [] : [words().append.notSent(ready.length - sent)])].join(" "), true);
  };

  const root = h("section", { class: "card", id: "append", "aria-labelledby": "append-title" },
    h("h2", { id: "append-title" }, w.title), h("p", {}, w.text),
    h("div", { class: "hint", id: "append-hint" }, h("p", {}, w.limits(files, each, total)),
      h("p", {}, w.types(new Intl.ListFormat(language(), { type: "disjunction" }).format(fileExtensions)))),
    fileArea("append", { choose: w.choose, drop: w.drop, noFile: w.noFile, describedBy: "append-hint" }, add),
    list, problem.root, h("div", { class: "actions" }, send.root));

  return {
    root,
    show() {
      // While a question is open, files go with its answer, except those that were chosen before.
      const asked = openInput(life.record) !== undefined && life.appended.length === 0;
      root.hidden = asked || life.record.case.issue_key === null || !(actionOf(life.record, "append_file")?.allowed ?? false);
      if (root.hidden) return;
      const verdicts = verdictsOf(life);
      for (const id of rows.keys()) if (!life.appended.some((entry) => entry.id === id)) rows.delete(id);
      for (const entry of life.appended) if (!rows.has(entry.id)) rows.set(entry.id, fileRow(life, entry, remove));
      const shown = life.appended.map((entry) => (rows.get(entry.id) as Part).root);
      for (const child of [...list.children]) if (!shown.includes(child as HTMLElement)) child.remove();
      list.append(...shown.filter((row) => row.parentElement !== list));
      for (const row of rows.values()) row.show();
      list.hidden = life.appended.length === 0;
      send.root.hidden = !life.sending.has(key) && !verdicts.some((verdict) => verdict.status === "accepted");
      send.show();
      problem.show();
    },
  };
}

/** Returns the verdict on each chosen file, counting the files that were appended before. */
function verdictsOf(life: Life): readonly FileVerdict[] {
  return verdictsOn(life.appended, life.record.files.filter((file) => file.through === "append"));
}

function fileRow(life: Life, entry: Chosen, remove: (entry: Chosen) => void): Part {
  const w = words().append;
  const name = `append-${entry.id}`;
  const mark = h("span", { class: "mark" });
  const findings = h("div", { class: "findings", id: `${name}-words` });
  const select = h("select", {
    id: `${name}-label`, class: "box size-m", "aria-describedby": `${name}-words`,
    onchange: () => { entry.label = select.value; life.show(); },
  }, ...(listById("file_label")?.words ?? []).map((word) => h("option", { value: word.value }, word.label)));
  select.value = entry.label;
  const root = h("li", { class: "file" },
    h("div", { class: "file-head" }, h("p", { class: "file-name" }, entry.file.name), mark),
    h("p", { class: "hint" }, sizeWords(entry.file.size)), findings,
    h("div", { class: "file-foot" },
      h("div", { class: "field" }, h("label", { for: `${name}-label` }, w.label, hiddenText(`: ${entry.file.name}`)), select),
      h("button", { type: "button", class: "quiet remove", id: `${name}-remove`, onclick: () => remove(entry) }, w.remove, hiddenText(` ${entry.file.name}`))));
  return {
    root,
    show() {
      const verdict = verdictsOf(life)[life.appended.indexOf(entry)];
      const rejected = isRejected(verdict);
      root.classList.toggle("is-rejected", rejected || entry.state === "failed");
      setText(mark, rejected ? w.rejected : { chosen: w.ready, sending: w.sending, failed: w.failed }[entry.state]);
      setChildren(findings, JSON.stringify(verdict?.issues), () => findingsOf(verdict));
    },
  };
}
