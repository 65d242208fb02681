// The actions on the text: samples, files, formatting, a link.
import { dayOf } from "../kit/context.js";
import { h, quietButton, setText, type Child } from "../kit/dom.js";
import { download, hasFiles, keepDropsOut } from "../kit/files.js";
import { longestWrapped } from "./editor.js";
import { pretty } from "./format.js";
import { fileOf, longestText, opened, TooLong } from "./link.js";
import type { Pages } from "./pages.js";
import { textSamples } from "./samples.js";
import { settingsFrom } from "./settings.js";
import type { State } from "./state.js";
import { words } from "./words.js";

interface Around {
  readonly state: State;
  readonly pages: Pages;
  readonly showNotice: (...what: Child[]) => void;
  readonly wrap: (on: boolean) => void;
  readonly format: (text: string) => void;
  /** The drop target for files. */
  readonly target: HTMLElement;
}

export function toolbar({ state, pages, showNotice, wrap, format, target }: Around): { root: HTMLElement; foot: HTMLElement; update(): void } {
  const menu = h("details", { class: "menu", id: "samples" }, h("summary", {}, words.samples.label),
    h("ul", { class: "plain" }, ...textSamples.map((sample) => h("li", {}, quietButton(sample.label, () => {
      menu.open = false;
      menu.querySelector("summary")?.focus();
      pages.open({ text: sample.text(dayOf(state.context)) });
    }, { "data-sample": sample.id })))));
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
  addEventListener("click", (event) => {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  });
  // Otherwise the menu would cover the next focused element.
  menu.addEventListener("focusout", (event) => {
    if (event.relatedTarget instanceof Node && !menu.contains(event.relatedTarget)) menu.open = false;
  });
  const chooser = h("input", { type: "file", hidden: true, tabindex: -1, "aria-label": words.tools.open, onchange: () => void openFile(chooser.files?.[0]) });
  const reason = h("p", { class: "hint", id: "format-reason" });
  const formatButton = quietButton(words.tools.format, () => {
    const text = laidOut();
    if (text === undefined) return;
    if (text === state.text) status(words.tools.isFormatted);
    else format(text);
  }, { id: "format", "aria-describedby": "format-reason" });
  const wrapBox = h("input", { type: "checkbox", id: "wrap", "aria-describedby": "format-reason", onchange: () => {
    if (wrapBox.checked && state.text.length > longestWrapped) {
      wrapBox.checked = false;
      setText(reason, words.tools.tooLongToWrap);
      return;
    }
    wrap(wrapBox.checked);
  } });

  const root = h("div", { class: "tools" },
    menu,
    quietButton(words.tools.open, () => chooser.click(), { id: "open-file" }), chooser,
    formatButton,
    quietButton(words.tools.link, () => void copyLink(), { id: "copy-link" }),
    quietButton(words.tools.save, () => save(), { id: "save-file" }));
  const foot = h("div", { class: "tools-foot" },
    h("label", { class: "check" }, wrapBox, h("span", {}, words.tools.wrap)), reason,
    h("p", { class: "hint" }, words.tools.hint));

  function status(text: string): void {
    (document.getElementById("status") as HTMLElement).textContent = text;
  }

  async function openFile(file: File | undefined): Promise<void> {
    chooser.value = "";
    if (!file) return;
    try {
      const { text, settings } = await opened(file);
      pages.open({ text, ...(settings && { settings: settingsFrom(settings) }) });
    } catch (error) {
      showNotice(h("p", {}, error instanceof TooLong ? words.tools.fileTooLong(longestText / 1024 / 1024) : words.tools.fileUnread));
    }
  }

  const content = (): { text: string; settings: State["settings"] } => ({ text: state.text, settings: state.settings });
  const save = (): void => download("playground.json", fileOf(content()));

  async function copyLink(): Promise<void> {
    const w = words.link;
    const link = await pages.link();
    if (link === undefined) return showNotice(h("p", {}, w.tooLong), quietButton(w.save, save));
    try {
      await navigator.clipboard.writeText(link);
      showNotice(h("p", {}, w.copied));
    } catch {
      const box = h("input", { class: "box mono", readonly: true, "aria-label": w.label, value: link });
      showNotice(h("p", {}, w.copyYourself), box);
      box.select();
      box.focus();
    }
  }

  function laidOut(): string | undefined {
    const code = state.report?.issues[0]?.code;
    return code === "too_deep" || code === "too_large" ? undefined : pretty(state.text);
  }

  for (const type of ["dragenter", "dragover"] as const) {
    target.addEventListener(type, (event) => {
      if (hasFiles(event)) target.classList.add("is-over");
    });
  }
  for (const type of ["dragleave", "drop"] as const) target.addEventListener(type, () => target.classList.remove("is-over"));
  keepDropsOut(".editor-frame");
  target.addEventListener("drop", (event) => {
    if (hasFiles(event)) void openFile(event.dataTransfer?.files[0]);
  });

  return {
    root, foot,
    update() {
      const codes = state.report?.issues.map((issue) => issue.code) ?? [];
      const off = state.isEmpty || codes.some((code) => code === "not_json" || code === "too_deep" || code === "too_large" || code === "lone_surrogate");
      formatButton.setAttribute("aria-disabled", String(off));
      setText(reason, off && !state.isEmpty ? words.tools.notFormatted : "");
      if (wrapBox.checked && state.text.length > longestWrapped) {
        wrapBox.checked = false;
        wrap(false);
        setText(reason, words.tools.tooLongToWrap);
      }
    },
  };
}
