// The files: choose or drop, say what each is, see at once which will be taken, remove. None of them is needed.
import { lists } from "casegate/slim";
import type { App } from "../app.js";
import { acceptedTypes, counted, limitWords, sizeWords, typeWords, type Chosen } from "../files.js";
import { pages } from "../problems.js";
import { h, hiddenText, setAttribute, setChildren, setText } from "../../kit/dom.js";
import { pageHeading } from "./field.js";
import type { Page } from "./step-page.js";

interface Row {
  readonly root: HTMLElement;
  readonly remove: HTMLButtonElement;
  update(): void;
}

export function filesPage(app: App): Page {
  const count = `Step ${app.index + 1} of ${pages.length}`;
  const title = "Are there documents to send?";
  const said = h("p", { class: "vh", id: "files-said", "aria-live": "polite" });
  const input = h("input", { type: "file", id: "files-input", class: "vh", multiple: true, accept: acceptedTypes, tabindex: -1, "aria-hidden": "true" });
  const choose = h("button", { type: "button", class: "button secondary", id: "files-choose", "aria-describedby": "files-hint", onclick: () => input.click() }, "Choose files");
  const area = h("div", { class: "drop", id: "files-drop" }, choose, h("p", { class: "hint drop-words" }, "or drop them here"), input);
  const list = h("ul", { class: "plain files", "aria-labelledby": "files-title" });
  const listTitle = h("h2", { id: "files-title" }, "Chosen files");
  const total = h("p", { class: "files-total", id: "files-total" });
  const chosen = h("section", { class: "group", "aria-labelledby": "files-title" }, listTitle, list, total);
  const button = h("button", { class: "button" });
  const rows = new Map<number, Row>();

  const say = (...sentences: string[]): void => { said.textContent = sentences.join(" "); };
  const add = (files: readonly File[]): void => {
    if (files.length === 0) return;
    const added = app.files.add(files);
    app.filesChanged();
    const again = files.length - added.length;
    const refused = added.filter(({ id }) => app.files.verdictOf(id)?.status === "rejected");
    say(`${counted(added.length)} added.`,
      ...(again > 0 ? [`${counted(again)} chosen before, and not added again.`] : []),
      ...refused.map(({ id, file }) => `${file.name} will not be sent. ${app.files.verdictOf(id)?.error ?? ""}`));
  };
  input.addEventListener("change", () => {
    add([...(input.files ?? [])]);
    input.value = ""; // so that the same file can be chosen once more after it was removed
  });
  dropArea(area, add);

  const remove = (entry: Chosen): void => {
    const index = app.files.all.indexOf(entry);
    app.files.remove(entry.id);
    app.filesChanged();
    const left = app.files.all;
    const next = left[Math.min(index, left.length - 1)];
    (next === undefined ? choose : rows.get(next.id)?.remove)?.focus();
    say(`${entry.file.name} removed.`, left.length === 0 ? "No file is left." : `${counted(left.length)} left.`);
  };

  const root = h("form", { novalidate: true, onsubmit: (event: Event) => { event.preventDefault(); app.next(); } },
    pageHeading(title, count),
    h("p", { class: "intro" }, "An incident report or a letter of the insurance company helps the research. You can also go on without any file."),
    h("div", { class: "hint files-hint", id: "files-hint" }, h("p", {}, limitWords()), h("p", {}, `Types: ${typeWords()}`)),
    area, said, chosen,
    h("p", { class: "hint files-kept" }, "Files are not kept in the draft: after you close or reload this page, choose them again. Nothing is sent anywhere yet."),
    h("div", { class: "actions" }, button));

  return {
    title: `${title} – ${count}`, root,
    update: () => {
      setText(button, app.returnTo === undefined ? "Continue" : "Continue to your answers");
      const { all, verdicts } = app.files;
      for (const id of rows.keys()) if (!all.some((entry) => entry.id === id)) rows.delete(id);
      for (const entry of all) if (!rows.has(entry.id)) rows.set(entry.id, fileRow(app, entry, remove, say));
      const shown = all.map((entry) => rows.get(entry.id) as Row);
      for (const child of [...list.children]) if (!shown.some((row) => row.root === child)) child.remove();
      list.append(...shown.filter((row) => !row.root.isConnected || row.root.parentElement !== list).map((row) => row.root));
      for (const row of shown) row.update();
      chosen.hidden = all.length === 0;
      const sent = verdicts.files.filter((file) => file.status === "accepted").length;
      const whole = `${counted(sent)} will be sent, ${sizeWords(verdicts.accepted_bytes)} together.`;
      setText(total, sent < all.length ? `${whole} ${counted(all.length - sent)} will not be sent; the case goes without.` : whole);
    },
  };
}

/** One file. Its row stays while the list changes, so that the focus is never lost. */
function fileRow(app: App, entry: Chosen, remove: (entry: Chosen) => void, say: (...sentences: string[]) => void): Row {
  const { id, file } = entry;
  const name = `file-${id}`;
  const mark = h("span", { class: "mark" });
  const words = h("div", { class: "findings", id: `${name}-words` });
  const select = h("select", {
    id: `${name}-label`, class: "box size-m", "aria-describedby": `${name}-words`,
    onchange: () => {
      app.files.label(id, select.value);
      app.filesChanged();
      say(`${file.name}: ${select.selectedOptions[0]?.textContent ?? ""}.`);
    },
  }, ...lists.file_label.words.map((word) => h("option", { value: word.value }, word.label)));
  const button = h("button", {
    type: "button", class: "quiet remove",
    onclick: () => remove(app.files.all.find((other) => other.id === id) ?? entry),
  }, "Remove", hiddenText(` ${file.name}`));
  const root = h("li", { class: "file" },
    h("div", { class: "file-head" }, h("p", { class: "file-name" }, file.name), mark),
    h("p", { class: "hint" }, sizeWords(file.size)),
    words,
    h("div", { class: "file-foot" },
      h("div", { class: "field" }, h("label", { for: `${name}-label` }, "What it is", hiddenText(`: ${file.name}`)), select), button));
  return {
    root, remove: button,
    update: () => {
      const verdict = app.files.verdictOf(id);
      const label = app.files.all.find((other) => other.id === id)?.label ?? "";
      if (select.value !== label) select.value = label;
      const rejected = verdict?.status === "rejected";
      root.classList.toggle("is-rejected", rejected);
      setText(mark, rejected ? "Not sent" : "Will be sent");
      const issues = verdict?.issues ?? [];
      setChildren(words, issues.map((issue) => `${issue.severity} ${issue.message}`).join("\n"), () => issues.map((issue) =>
        h("div", { class: `finding ${issue.severity === "error" ? "is-error" : "is-warning"}` },
          h("p", { class: "finding-words" }, hiddenText(issue.severity === "error" ? "Not sent: " : "Note: "), issue.message))));
      setAttribute(select, "aria-describedby", issues.length > 0 ? `${name}-words` : undefined);
    },
  };
}

function dropArea(area: HTMLElement, add: (files: readonly File[]) => void): void {
  let inside = 0;
  const over = (change: number): void => {
    inside = change === 0 ? 0 : Math.max(0, inside + change);
    area.classList.toggle("is-over", inside > 0);
  };
  area.addEventListener("dragenter", (event) => { if (hasFiles(event)) over(1); });
  area.addEventListener("dragleave", (event) => { if (hasFiles(event)) over(-1); });
  area.addEventListener("drop", (event) => {
    over(0);
    // A folder has no content of its own: it comes as an entry that is not a file.
    const items = [...(event.dataTransfer?.items ?? [])].filter((item) => item.kind === "file" && item.webkitGetAsEntry()?.isDirectory !== true);
    add(items.map((item) => item.getAsFile()).filter((file) => file !== null));
  });
}

export function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}
