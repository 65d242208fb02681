// The drafts of earlier visits: each is continued or deleted, or a new form starts beside them.
import type { App } from "../app.js";
import { matterOf, type StoredDraft } from "../draft-reading.js";
import { pages } from "../problems.js";
import { h, setChildren, setText, type Child } from "../dom.js";
import { pageHeading } from "./field.js";
import type { Page } from "./step-page.js";

export function welcomeBack(app: App): Page {
  const w = app.locale.sending.welcome;
  const title = w.title(app.pending.length);
  const drafts = h("div", {});
  const fresh = h("button", { type: "button", class: "button secondary", onclick: () => app.startNew() });
  const root = h("div", {}, pageHeading(title), drafts, h("div", { class: "group actions" }, fresh));
  const draftOf = (draft: StoredDraft): readonly Child[] => {
    const name = matterOf(draft.answers, w.versus);
    const id = `draft-${draft.key}`;
    return [
      name !== "" && h("h2", { id }, name),
      h("p", { class: "intro", id: `${id}-saved` }, wordsFor(app, draft)),
      h("div", { class: "actions" },
        h("button", { type: "button", class: "button", "aria-describedby": name === "" ? `${id}-saved` : id, onclick: () => void app.restore(draft.key) }, w.restore),
        h("button", { type: "button", class: "button secondary", "aria-describedby": name === "" ? `${id}-saved` : id, onclick: () => void app.discardStored(draft.key, name) }, app.pending.length === 1 ? w.discard : app.locale.words.draft.discard)),
    ];
  };
  return {
    title, root,
    update: () => {
      setChildren(drafts, JSON.stringify(app.pending.map(({ key, savedAt, answers }) => [key, savedAt, ...answers])), () => app.pending.map((draft) => h("section", { class: "group" }, ...draftOf(draft))));
      setText(root.querySelector("h1") as Element, w.title(app.pending.length));
      setText(fresh, w.fresh(app.pending.length));
    },
  };
}

function wordsFor(app: App, draft: StoredDraft): string {
  const when = new Date(draft.savedAt);
  const page = pages.find(({ id }) => id === draft.step);
  return app.locale.sending.welcome.text(draft.answers.size, Number.isNaN(when.getTime()) ? undefined : app.locale.time(when), page && app.locale.words.steps[page.id]);
}
