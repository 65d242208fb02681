// The files: choose or drop, label, see the verdict at once, remove. Files are optional.
import { fileExtensions, readEdges } from "../../form.js";
import type { App } from "../app.js";
import { sizeWords } from "../amounts.js";
import { limitWords, shareOf, typeWords } from "../file-words.js";
import { labels, type Chosen } from "../files.js";
import { pages } from "../problems.js";
import { h, hiddenText, setAttribute, setChildren, setText } from "../dom.js";
import { fileArea } from "../file-area.js";
import { pageHeading } from "./field.js";
import { backLink, nextOn, type Page } from "./step-page.js";

interface Row {
  readonly root: HTMLElement;
  readonly remove: HTMLButtonElement;
  read(): void;
  update(): void;
}

export function filesPage(app: App): Page {
  const w = app.locale.sending.files;
  const count = app.locale.words.stepCount(app.index + 1, pages.length);
  const title = app.locale.words.titles.files;
  const said = h("p", { class: "vh", id: "files-said", "aria-live": "polite" });
  const list = h("ul", { class: "plain files", "aria-labelledby": "files-title" });
  const listTitle = h("h2", { id: "files-title" }, w.chosen);
  const total = h("p", { class: "files-total", id: "files-total" });
  const chosen = h("section", { class: "group", "aria-labelledby": "files-title" }, listTitle, list, total);
  const onNext = nextOn(app);
  const button = h("button", { class: "button", onclick: onNext });
  const missing = h("p", { class: "notice" });
  const rows = new Map<number, Row>();

  const say = (...sentences: string[]): void => { said.textContent = sentences.join(" "); };
  const add = (files: readonly File[]): void => {
    const added = app.files.add(files);
    app.filesChanged();
    const again = files.length - added.length;
    const refused = added.filter(({ id }) => app.files.verdictOf(id)?.status === "rejected");
    say(w.added(added.length), ...(again > 0 ? [w.again(again)] : []),
      ...refused.map(({ id, file }) => `${w.refused(file.name)} ${app.files.verdictOf(id)?.error ?? ""}`));
    for (const entry of added) void look(entry);
  };
  /** Judges a file by its bytes as well. One that cannot be read is reported before it is sent. */
  const look = async ({ id, file }: Chosen): Promise<void> => {
    const before = app.files.verdictOf(id)?.issues.map(({ code }) => code) ?? [];
    const edges = await readEdges(file).catch(() => undefined);
    if (edges === undefined || app.files.verdictOf(id) === undefined) return;
    app.files.change(id, { edges });
    app.filesChanged();
    const found = app.files.verdictOf(id)?.issues.filter(({ code }) => !before.includes(code)) ?? [];
    if (found.length > 0) say(said.textContent, `${file.name}: ${found.map(({ message }) => message).join(" ")}`);
  };
  const area = fileArea("files", fileExtensions, { choose: w.choose, drop: w.drop, noFile: w.noFile, describedBy: "files-hint" }, add);

  const remove = (entry: Chosen): void => {
    const index = app.files.all.indexOf(entry);
    app.files.remove(entry.id);
    app.filesChanged();
    const left = app.files.all;
    const next = left[Math.min(index, left.length - 1)];
    (next === undefined ? app.root.getElementById("files-choose") : rows.get(next.id)?.remove)?.focus();
    say(w.removed(entry.file.name), w.left(left.length));
  };

  const root = h("form", { novalidate: true, onsubmit: onNext },
    pageHeading(title, count),
    h("p", { class: "intro" }, w.intro),
    h("div", { class: "hint files-hint", id: "files-hint" }, h("p", {}, limitWords(app.locale)), h("p", {}, typeWords(app.locale))),
    missing, area, said, chosen,
    h("p", { class: "hint files-kept" }, w.kept),
    h("div", { class: "actions" }, button, backLink(app)));

  return {
    title: `${title} – ${count}`, root,
    read: () => { for (const row of rows.values()) row.read(); },
    update: () => {
      setText(button, app.returnTo === undefined ? app.locale.words.form.next : app.locale.words.form.back);
      setText(missing, app.missingFiles);
      missing.hidden = app.missingFiles === "";
      const { all, verdicts } = app.files;
      for (const id of rows.keys()) if (!all.some((entry) => entry.id === id)) rows.delete(id);
      for (const entry of all) if (!rows.has(entry.id)) rows.set(entry.id, fileRow(app, entry, remove, say));
      const shown = all.map((entry) => rows.get(entry.id) as Row);
      for (const child of [...list.children]) if (!shown.some((row) => row.root === child)) child.remove();
      list.append(...shown.filter((row) => !row.root.isConnected || row.root.parentElement !== list).map((row) => row.root));
      for (const row of shown) row.update();
      chosen.hidden = all.length === 0;
      const sent = verdicts.files.filter((file) => file.status === "accepted").length;
      const whole = w.total(sent, ...shareOf(app.locale, verdicts.accepted_bytes));
      setText(total, sent < all.length ? `${whole} ${w.totalLeft(all.length - sent)}` : whole);
    },
  };
}

/** One file. Its row stays while the list changes, so that the focus is never lost. */
function fileRow(app: App, entry: Chosen, remove: (entry: Chosen) => void, say: (...sentences: string[]) => void): Row {
  const { id, file } = entry;
  const name = `file-${id}`;
  const mark = h("span", { class: "mark" });
  const w = app.locale.words;
  const findings = h("div", { class: "findings", id: `${name}-words` });
  /** The label as it was last written or read. */
  let seen = "";
  const read = (): void => {
    if (select.value === seen) return;
    seen = select.value;
    app.files.change(id, { label: seen });
    app.filesChanged();
    say(`${file.name}: ${select.selectedOptions[0]?.textContent ?? ""}.`);
  };
  const select = h("select", {
    id: `${name}-label`, class: "box size-m", "aria-describedby": `${name}-words`, oninput: read, onchange: read, onblur: read, onfocusout: read,
  }, ...labels(app.locale.catalogue).map((word) => h("option", { value: word.value }, word.label)));
  const button = h("button", {
    type: "button", class: "quiet remove",
    onclick: () => remove(app.files.all.find((other) => other.id === id) ?? entry),
  }, app.locale.sending.files.remove, hiddenText(` ${file.name}`));
  const kind = h("div", { class: "field" }, h("label", { for: `${name}-label` }, app.locale.sending.files.label, hiddenText(`: ${file.name}`)), select);
  const root = h("li", { class: "file" },
    h("div", { class: "file-head" }, h("p", { class: "file-name" }, file.name), mark),
    h("p", { class: "hint" }, sizeWords(app.locale.region, file.size)),
    findings,
    h("div", { class: "file-foot" }, kind, button));
  return {
    root, remove: button, read,
    update: () => {
      const verdict = app.files.verdictOf(id);
      const label = app.files.all.find((other) => other.id === id)?.label ?? "";
      if (seen === "" || select.value === seen) select.value = seen = label;
      const rejected = verdict?.status === "rejected";
      root.classList.toggle("is-rejected", rejected);
      kind.hidden = rejected; // no one reads it
      const issues = verdict?.issues ?? [];
      const is = rejected ? "stays" : issues.length > 0 ? "doubtful" : "goes";
      root.classList.toggle("is-doubtful", is === "doubtful");
      setText(mark, app.locale.sending.files[is]);
      setChildren(findings, issues.map((issue) => `${issue.severity} ${issue.message}`).join("\n"), () => issues.map((issue) =>
        h("div", { class: `finding ${issue.severity === "error" ? "is-error" : "is-warning"}` },
          h("p", { class: "finding-words" }, hiddenText(issue.severity === "error" ? `${app.locale.sending.files.stays}: ` : w.findings.note), issue.message))));
      setAttribute(select, "aria-describedby", issues.length > 0 ? `${name}-words` : undefined);
    },
  };
}
