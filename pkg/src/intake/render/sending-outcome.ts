// The outcome of an attempt to send, before the button for the next one.
import type { App } from "../app.js";
import type { State } from "../sending.js";
import { h, quietButton, setChildren, type Child } from "../dom.js";

export const outcomeId = "sending-outcome";

export function sendingOutcome(app: App): { root: HTMLElement; update(): void } {
  const root = h("div", { class: "outcome", id: outcomeId, tabindex: -1, role: "group", "aria-labelledby": `${outcomeId}-title` });
  return {
    root,
    update: () => {
      const { state } = app.sending;
      setChildren(root, `${app.locale.language} ${JSON.stringify(state)}`, () => contentOf(app, state));
      root.hidden = root.childElementCount === 0;
      root.classList.toggle("is-good", state.is === "twin");
    },
  };
}

function contentOf(app: App, state: State): readonly Child[] {
  const w = app.locale.sending;
  const title = (text: string): HTMLElement => h("h2", { id: `${outcomeId}-title` }, text);
  const toFiles = (): HTMLElement => h("p", { class: "quiet-actions" }, quietButton(w.toFiles, () => app.visitFiles()));
  switch (state.is) {
    case "ready":
    case "sending":
      return [];
    case "unreadable":
      return [title(w.unreadable.title), h("p", {}, w.unreadable.text(state.name)), toFiles()];
    case "trouble": {
      const advice = state.retryAt === undefined ? w.trouble[state.why].text : w.retry(app.locale.time(state.retryAt));
      return [
        title(state.wasCanceled ? w.canceledLate : w.trouble[state.why].title),
        state.fate !== undefined && h("p", {}, w.fate[state.fate]),
        advice !== "" && h("p", {}, advice),
        typeof state.says === "string" && h("p", { class: "hint" }, w.says(state.says)),
        state.why === "too_large" && toFiles(),
      ];
    }
    case "twin": {
      const { twin, lost, earlier } = state;
      const [heading, text] = earlier ? [w.twin.earlier, w.twin.earlierText] : lost ? [w.twin.lost, w.twin.lostText] : [w.twin.title, w.twin.text];
      const when = app.locale.time(twin.at);
      return [
        title(heading), h("p", {}, text(when, twin.files.length)),
        h("div", { class: "actions" },
          h("button", { type: "button", class: "button", onclick: () => app.sending.showTwin() }, w.twin.show),
          h("button", { type: "button", class: "button secondary", onclick: () => app.sending.sendAnother() }, w.twin.another)),
      ];
    }
  }
}
