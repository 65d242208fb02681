// Assembles the playground: the text, its verdict, and its storage.
import { dayOf } from "../kit/context.js";
import { h, quietButton, type Child } from "../kit/dom.js";
import { startPage } from "../kit/frame.js";
import { loadRulebook } from "../kit/module.js";
import { account } from "../kit/service.js";
import { codePanel } from "./code.js";
import { applyAll, applyFix } from "./edit.js";
import { dayView } from "./day.js";
import { editor } from "./editor.js";
import { issuesPanel } from "./issues.js";
import { ledgerPanel } from "./trace.js";
import { locateOne } from "./locate.js";
import { Pages } from "./pages.js";
import { preparedPanel } from "./payload.js";
import { marksOf } from "./places.js";
import { deviceContext, settingsOf } from "./settings.js";
import { opening } from "./samples.js";
import { settingsView } from "./settings-view.js";
import { State } from "./state.js";
import { tabs } from "./tabs.js";
import { toolbar } from "./toolbar.js";
import { verdict } from "./verdict.js";
import { words } from "./words.js";

void startPage(loadRulebook, () => {
  const main = document.getElementById("main") as HTMLElement;
  const status = document.getElementById("status") as HTMLElement;
  const notice = h("div", { class: "notice", role: "status", hidden: true });
  let announced = "";
  /** The initial settings, to which a reset returns. */
  let began = settingsOf(deviceContext());
  let touched = false;

  const state = new State(began, deviceContext(), { judged: () => draw(), rested: () => rested() });
  const text = editor((value) => {
    pages.changed();
    state.setText(value);
  }, () => {
    if (state.waits) return;
    state.waits = true;
    short.update();
  }, (line) => {
    panels.show("issues");
    found.reveal(line);
  });

  function replace(next: string, said: string): void {
    text.replace(next);
    status.textContent = said;
  }

  const goTo = (pointer: string): void => {
    text.settle();
    text.go(locateOne(state.text, pointer).spot);
  };
  const found = issuesPanel(state, {
    goTo,
    goToShown: ({ spot }) => text.go(spot),
    applyFix: (issue) => {
      const buttons = (): HTMLElement[] => [...found.panel.querySelectorAll<HTMLElement>("[data-fix]")];
      const at = buttons().indexOf(document.activeElement as HTMLElement);
      text.settle();
      replace(applyFix(state.text, issue, state.repair?.patch ?? []), words.issues.applied);
      focusOn(buttons()[at] ?? buttons().at(-1));
    },
    mendAll: () => {
      text.settle();
      const patch = state.repair?.patch ?? [];
      replace(applyAll(state.text, patch), words.issues.appliedAll(patch.length));
      focusOn(undefined);
    },
  });

  /** The pressed button is gone, so its neighbour or the verdict receives the focus. */
  function focusOn(next: HTMLElement | undefined): void {
    (next ?? document.getElementById("verdict-title"))?.focus();
  }

  const trace = ledgerPanel(state, goTo);
  const prepared = preparedPanel(state, goTo);
  const code = codePanel(state);
  const count = (number: number | undefined): string => (number === undefined ? "" : String(number));
  const panels = tabs(words.tabs.label, [
    { id: "issues", label: words.tabs.issues, count: () => count(state.report?.issues.length), panel: found.panel, draw: found.draw },
    { id: "trace", label: words.tabs.trace, count: () => count(state.report?.trace?.filter((entry) => entry.state === "violated").length || undefined), panel: trace.panel, draw: trace.draw },
    { id: "prepared", label: words.tabs.prepared, panel: prepared.panel, draw: prepared.draw },
    { id: "code", label: words.tabs.code, panel: code.panel, draw: code.draw },
  ]);
  const settings = settingsView(state, () => {
    state.setSettings(began);
    settings.fill();
    pages.changed();
    status.textContent = words.settings.resetDone;
  });
  const short = verdict(state, () => settings.goToFault());
  settings.root.addEventListener("input", () => {
    touched = true;
    pages.changed();
  });

  /** Shows a message above the text, where it stays. */
  function showNotice(...what: Child[]): void {
    notice.hidden = what.length === 0;
    const close = quietButton(words.close, () => {
      showNotice();
      text.box.focus();
    }, { class: "quiet notice-close" });
    notice.replaceChildren(...(what.length === 0 ? [] : [...what.filter((child): child is Node | string => Boolean(child)), close]));
  }

  const pages = new Pages({
    content: () => {
      text.settle();
      return { text: state.text, settings: state.settings };
    },
    show: (content, isNew) => {
      if (content.settings !== undefined) {
        state.settings = content.settings;
        state.readAgain();
        settings.fill();
        touched = true;
      }
      text.start(content.text);
      if (isNew) showNotice();
    },
    showNotice,
    opening: () => opening.text(dayOf(state.context)),
  });
  const day = dayView(state, () => began.today, (value) => {
    touched = true;
    state.set("today", value);
    settings.fill();
    pages.changed();
  });
  const tools = toolbar({ state, pages, showNotice, wrap: (on) => text.wrap(on), format: (next) => replace(next, words.tools.formatted), target: text.root });

  function draw(): void {
    text.mark(marksOf(state.shown));
    short.update();
    panels.update();
    settings.update();
    tools.update();
    day.update();
  }

  function rested(): void {
    if (state.report === undefined) return;
    const now = short.sentence();
    if (now !== announced) status.textContent = announced = now;
  }

  main.replaceChildren(
    h("h1", { id: "heading", tabindex: -1 }, words.title),
    h("p", { class: "intro" }, words.intro),
    notice,
    h("div", { class: "bench" },
      h("section", { class: "bench-text", "aria-label": words.editor.section }, tools.root, text.root, tools.foot),
      h("div", { class: "bench-verdict" }, short.root, day.root, panels.root),
      settings.root));
  settings.fill();
  draw();
  void pages.start();
  account().then(({ context }) => {
    began = settingsOf(context);
    if (touched) return;
    state.setSettings(began);
    settings.fill();
  }, () => {}); // the service is away: the settings of this page do
});
