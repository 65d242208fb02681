// The last step: every answer with a link to change it, the effects of sending, and the button that
// sends.
import type { App } from "../app.js";
import { sizeWords } from "../amounts.js";
import { pages } from "../problems.js";
import { h, setAttribute, setChildren, setText } from "../dom.js";
import { formatted } from "../formats.js";
import { answerList, fileSection, rowId } from "./answer-list.js";
import { pageHeading } from "./field.js";
import { outcomeId, sendingOutcome } from "./sending-outcome.js";
import { facts, payloadDetails } from "./sending-facts.js";
import { backLink, nextOn, type Page } from "./step-page.js";

/** Not a row: the target of the focus after an attempt. */
export const outcomeRow = "/sending";

export function checkPage(app: App): Page {
  const w = app.locale.sending.check;
  const count = w.count(app.index + 1, pages.length);
  const list = h("div", { class: "all-answers" });
  const found = h("p", { class: "notice" }, w.found);
  const away = h("p", { class: "notice", role: "status" });
  const elsewhere = h("p", { class: "notice" }, w.removedElsewhere);
  const nowhere = h("p", { class: "notice" }, w.nowhere);
  const before = h("div", {});
  const payload = payloadDetails(app);
  const outcome = sendingOutcome(app);
  const progress = h("p", { class: "progress", role: "status" });
  const uploaded = h("progress", { max: 1, "aria-label": app.locale.sending.upload });
  const percent = h("span", { "aria-hidden": "true" });
  const cancel = h("button", { type: "button", class: "button secondary", onclick: () => app.sending.cancel() }, app.locale.sending.cancel);
  const upload = h("div", { class: "upload" }, uploaded, percent, cancel);
  const onNext = nextOn(app);
  const button = h("button", { class: "button", onclick: onNext });
  const back = backLink(app);
  const actions = h("div", { class: "actions" }, button, back);
  const editable = h("div", { class: "editable" }, list,
    h("section", { class: "before", "aria-labelledby": "before-title" }, h("h2", { id: "before-title" }, w.before), before, h("slot", { name: "before-send" }), payload.root), outcome.root);
  const root = h("form", { novalidate: true, onsubmit: onNext },
    pageHeading(w.title, count), found, elsewhere, nowhere, away, editable, actions, progress, upload);
  void Promise.resolve().then(() => app.setup.backend().ready?.()).catch(() => { away.textContent = w.away; });

  return {
    title: `${w.title} – ${count}`, root,
    update: () => {
      const now = String(hash(JSON.stringify([[...app.answers], app.files.verdicts, app.missingFiles, app.problems.map(({ issue }) => issue), app.context.today])));
      setChildren(list, now, () => [...answerList(app, app), fileSection(app)]);
      setChildren(before, now, () => [facts(app)]);
      payload.update();
      const { busy, findings, state } = app.sending;
      found.hidden = !findings.any;
      elsewhere.hidden = app.keeper.elsewhere !== "discarded";
      nowhere.hidden = app.setup.hasBackend();
      outcome.update();
      editable.inert = busy; // answers must not change while they are being sent
      setText(progress, state.is !== "sending" ? "" : state.slow ? app.locale.sending.slow : app.locale.sending.progress(state.files, sizeWords(app.locale.region, state.bytes)));
      const { canCancel } = app.sending;
      if (!canCancel && app.root.activeElement === cancel) button.focus();
      upload.hidden = !canCancel;
      const known = state.is === "sending" ? state.share : undefined;
      uploaded.hidden = percent.hidden = known === undefined;
      const share = known ?? 0;
      uploaded.value = share;
      setText(percent, formatted(() => share.toLocaleString(app.locale.region, { style: "percent" }), `${Math.round(100 * share)} %`));
      setAttribute(button, "aria-disabled", busy && "true");
      if (back) back.hidden = busy;
      const label = app.sheet.report.facts.test ? w.sendTest : w.send;
      setText(button, busy ? w.sending : state.is === "trouble" ? w.again : label);
      actions.hidden = state.is === "twin";
    },
    focusOn: (at) => {
      const row = app.root.getElementById(at === outcomeRow ? outcomeId : rowId(at));
      row?.closest("details")?.setAttribute("open", "");
      const link = at === outcomeRow ? undefined : row?.querySelector("a");
      (link ?? row)?.focus();
      return row !== null;
    },
  };
}

/** Returns a short hash of a long text for an attribute. */
function hash(text: string): number {
  let value = 5381;
  for (let index = 0; index < text.length; index++) value = (value * 33 + text.charCodeAt(index)) | 0;
  return value;
}
