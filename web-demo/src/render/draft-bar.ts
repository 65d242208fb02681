// The draft's own line under the form: whether it is kept, to download, open or discard it.
import type { App } from "../app.js";
import { download } from "../draft.js";
import { h, quietButton } from "./dom.js";

export function draftBar(app: App): { root: HTMLElement; update(): void } {
  const state = h("p", { class: "hint" });
  const trouble = h("p", { class: "finding-words", role: "alert" });
  const file = h("input", { type: "file", accept: "application/json,.json", class: "vh", id: "open-draft", tabindex: -1, "aria-hidden": "true" });
  file.addEventListener("change", () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    trouble.textContent = "";
    chosen.text().then((text) => app.openFile(text)).catch((error: unknown) => {
      trouble.textContent = error instanceof Error ? error.message : String(error);
    }).finally(() => { file.value = ""; });
  });
  const root = h("section", { class: "draft", "aria-labelledby": "draft-title" },
    h("h2", { id: "draft-title" }, "Draft"), state,
    h("div", { class: "quiet-actions" },
      quietButton("Download the draft", () => download("case-draft.json", app.draftText())),
      quietButton("Open a draft", () => file.click()),
      quietButton("Discard the draft", () => void app.discard())),
    file, trouble);
  return {
    root,
    update: () => {
      state.textContent = app.savingFails
        ? "This browser keeps no drafts. Download the draft to keep your answers."
        : app.savedAt === undefined
          ? "Nothing is kept on this device yet."
          : `Kept on this device at ${app.savedAt.toLocaleTimeString(undefined, { timeStyle: "short" })}.`;
    },
  };
}
