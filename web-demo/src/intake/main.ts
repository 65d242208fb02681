// Assembles the intake, and moves the focus. Every decision is in app.ts.
import { App, type Focus } from "./app.js";
import { key } from "./draft.js";
import { steps } from "./problems.js";
import { checkPage } from "./render/check-page.js";
import { ask } from "../kit/dialog.js";
import { h } from "../kit/dom.js";
import { keepDropsOut } from "../kit/files.js";
import { startPage } from "../kit/frame.js";
import { loadForm } from "../kit/form-module.js";
import { onLanguage } from "../kit/language.js";
import { filesPage } from "./render/files-page.js";
import { draftBar } from "./render/draft-bar.js";
import { panel } from "./render/panel.js";
import { sentPage } from "./render/sent-page.js";
import { stepPage, type Page } from "./render/step-page.js";
import { stepsNav } from "./render/steps-nav.js";
import { summaryView } from "./render/summary.js";
import { welcomeBack } from "./render/welcome-back.js";
import { words } from "./words.js";

void startPage("intake", loadForm, () => {
  const app = new App();
  const main = document.getElementById("main") as HTMLElement;
  const status = document.getElementById("status") as HTMLElement;
  let summary = summaryView(app);
  let nav = stepsNav(app);
  let bar = draftBar(app);
  const beside = panel(app);
  let page: Page = { title: "", root: main, update: () => {} };
  let lastErrors = 0;

  function pageFor(id: string): Page {
    const step = steps.find((entry) => entry.id === id);
    if (step) return stepPage(app, step);
    if (id === "files") return filesPage(app);
    if (id === "sent" && app.sending.sent) return sentPage(app, app.sending.sent);
    return id === "check" ? checkPage(app) : welcomeBack(app);
  }

  function update(changed?: ReadonlySet<string>): void {
    page.update(changed);
    app.sheet.changed.clear();
    summary.update();
    nav.update();
    bar.update();
    beside.update();
    bar.root.hidden = app.page === "welcome-back" || app.page === "sent";
    beside.root.hidden = app.page === "sent";
    for (const part of [nav.root, bar.root, beside.root]) part.inert = app.sending.busy;
    const errors = app.listedErrors.length;
    document.title = `${errors > 0 ? words().findings.titlePrefix : ""}${page.title} – ${words().site}`;
    // A repair is announced as well.
    status.textContent = errors < lastErrors ? words().findings.left(errors) : "";
    lastErrors = errors;
  }

  function setFocus(focus: Focus | undefined): void {
    if (focus === undefined || focus.to === "nowhere") return;
    if (focus.to === "field" || focus.to === "row") {
      if (page.focusOn?.(focus.at)) return;
    }
    if (app.listedErrors.length > 0 && focus.to !== "heading") return summary.focus();
    document.getElementById("heading")?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  app.listen({
    page: (focus) => {
      lastErrors = 0;
      page = pageFor(app.page);
      const notice = app.notice === undefined ? [] : [h("p", { class: "notice", role: "status" }, app.notice())];
      main.replaceChildren(summary.root, ...notice, page.root);
      update();
      setFocus(focus);
    },
    update: (focus) => {
      update(app.sheet.changed);
      setFocus(focus);
    },
    ask,
    saved: () => {
      bar.update();
      if (app.page === "check") page.update(); // what another tab did to the draft matters before sending
    },
  });

  // The page is redrawn in place: the app has the answers, and the focus is on the language button.
  onLanguage(() => {
    const open = [...document.querySelectorAll("details[id][open]")].map(({ id }) => id);
    const { scrollY: top } = window;
    const [oldNav, oldBar] = [nav.root, bar.root];
    summary = summaryView(app);
    oldNav.replaceWith((nav = stepsNav(app)).root);
    oldBar.replaceWith((bar = draftBar(app)).root);
    beside.redraw();
    app.changeLanguage();
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    scrollTo(0, top);
  });

  main.before(nav.root);
  document.getElementById("frame")?.append(h("div", { class: "form-side" }, bar.root, beside.root));
  addEventListener("popstate", () => {
    if (app.page !== "welcome-back") app.go(location.hash.slice(2) || "product", { to: "heading" }, false);
  });
  keepDropsOut();
  addEventListener("pagehide", () => app.keeper.saveNow());
  // Fired for other tabs only. Without a key, everything was cleared.
  addEventListener("storage", (event) => {
    if (event.key === key || event.key === null) app.draftChangedElsewhere();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") app.renewDay();
  });
  addEventListener("beforeunload", (event) => { if (app.sending.busy) event.preventDefault(); });
  app.start(location.hash.slice(2));
  history.replaceState(null, "", app.page === "sent" ? "#/sent" : "#/product");
});
