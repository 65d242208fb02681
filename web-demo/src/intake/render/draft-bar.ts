// The draft's own line under the form: whether it is kept, to download, open or discard it.
import type { App } from "../app.js";
import { download } from "../draft.js";
import { h, quietButton, setChildren } from "../../kit/dom.js";

const elsewhereWords = {
  changed: "Another tab has kept a newer draft. Answers in this tab are not being kept. To continue with the other draft, reload this page.",
  discarded: "The draft was discarded in another tab. Answers in this tab are not being kept.",
};

export function draftBar(app: App): { root: HTMLElement; update(): void } {
  const state = h("p", { class: "hint" });
  const others = h("div", { role: "status" });
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
    h("h2", { id: "draft-title" }, "Draft"), state, others,
    h("div", { class: "quiet-actions" },
      quietButton("Download the draft", () => download("case-draft.json", app.draftText())),
      quietButton("Open a draft", () => file.click()),
      quietButton("Discard the draft", () => void app.discard())),
    file, trouble);
  return {
    root,
    update: () => {
      const { elsewhere, fails, savedAt } = app.keeper;
      state.hidden = elsewhere !== undefined;
      setChildren(others, `${elsewhere} ${app.anyAnswer}`, () => (elsewhere === undefined ? [] : [
        h("p", {}, elsewhereWords[elsewhere]),
        app.anyAnswer && h("p", { class: "quiet-actions" }, quietButton("Keep the answers in this tab instead", () => app.keeper.keepThis())),
      ]));
      state.textContent = fails
        ? "This browser keeps no drafts. Download the draft to keep your answers."
        : savedAt === undefined
          ? "Nothing is kept on this device yet."
          : `Kept on this device ${whenOf(savedAt)}.`;
    },
  };
}

function whenOf(date: Date): string {
  return date.toDateString() === new Date().toDateString()
    ? `at ${date.toLocaleTimeString(undefined, { timeStyle: "short" })}`
    : `on ${date.toLocaleString(undefined, { dateStyle: "long", timeStyle: "short" })}`;
}
