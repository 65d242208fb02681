// The line about the draft below the form: whether it is saved, and links to download, open or
// discard it.
import type { App } from "../app.js";
import { draftDays, NoDraft } from "../draft.js";
import { formatted } from "../formats.js";
import { download } from "../transfer.js";
import { h, quietButton, setAttribute, setChildren, setText } from "../dom.js";

export function draftBar(app: App): { root: HTMLElement; update(): void } {
  const w = app.locale.words.draft;
  const state = h("p", { class: "hint" });
  const others = h("div", { role: "status" });
  const trouble = h("p", { class: "finding-words", role: "alert" });
  const say = (why: App["trouble"]): void => {
    app.trouble = why;
    setText(trouble, why === undefined ? "" : app.locale.sending.noDraft[why]);
  };
  const file = h("input", { type: "file", accept: "application/json,.json", class: "vh", id: "open-draft", tabindex: -1, "aria-hidden": "true" });
  file.addEventListener("change", () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    say(undefined);
    app.openFile(chosen)
      .catch((error: unknown) => say(error instanceof NoDraft ? error.why : "unread"))
      .finally(() => { file.value = ""; });
  });
  const ofDraft = [
    quietButton(w.download, () => download("case-draft.json", app.draftText())),
    quietButton(w.discard, () => void app.discard()),
  ];
  const root = h("section", { class: "draft", "aria-labelledby": "draft-title" },
    h("h2", { id: "draft-title" }, w.title), h("p", { class: "hint" }, w.keeping(draftDays)), state, others,
    h("div", { class: "quiet-actions" },
      quietButton(w.open, () => file.click()), ...ofDraft),
    file, trouble);
  say(app.trouble);
  return {
    root,
    update: () => {
      const { elsewhere, fails, savedAt } = app.keeper;
      root.hidden = !app.setup.drafts.isOn || app.page === "welcome-back" || app.page === "sent";
      state.hidden = elsewhere !== undefined;
      for (const button of ofDraft) button.hidden = !app.anyAnswer;
      setChildren(others, `${elsewhere} ${app.anyAnswer}`, () => (elsewhere === undefined ? [] : [
        h("p", {}, w[elsewhere]),
        app.anyAnswer && h("p", { class: "quiet-actions" }, quietButton(w.keepThis, () => app.keeper.keepThis())),
      ]));
      setAttribute(state, "role", fails && "alert");
      setText(state, fails ? w.fails : savedAt === undefined ? w.none : keptWords(app, savedAt));
    },
  };
}

function keptWords(app: App, at: Date): string {
  const w = app.locale.words.draft;
  return at.toDateString() === new Date().toDateString()
    ? w.keptAt(formatted(() => at.toLocaleTimeString(app.locale.region, { timeStyle: "short" }), at.toTimeString().slice(0, 5)))
    : w.keptOn(app.locale.time(at));
}
