// Selects the page, and polls while it is visible.
import { api, takeToken, connection, token } from "./api.js";
import { caseView } from "./case-view.js";
import { casesView } from "./cases-view.js";
import { clockControl } from "./clock.js";
import { h } from "./dom.js";
import { field, form, required, text } from "./forms.js";
import { say } from "./say.js";
import { submitView } from "./submit-view.js";
import { webhooksView } from "./webhooks-view.js";
import { learnWords } from "./words.js";

const EVERY_MS = 2000;
const main = document.getElementById("main");
const nav = document.getElementById("nav");
const banner = document.getElementById("banner");

/** Data for every page: the overview, requested again with each page's own data. */
const shared = { overview: undefined, refresh };
const clock = clockControl(document.getElementById("clock"), shared);
let view;
let knows = false;

function route() {
  const [path, query = ""] = location.hash.replace(/^#/, "").split("?");
  const params = new URLSearchParams(query);
  const one = /^\/cases\/(\d+)$/.exec(path);
  if (one) return caseView(shared, one[1]);
  if (path === "/submit") return submitView(shared);
  if (path === "/webhooks") return webhooksView(shared);
  return casesView(shared, params);
}

async function show({ focus }) {
  view = route();
  for (const link of nav.children) {
    if (link.getAttribute("href") === view.nav) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  nav.hidden = false;
  main.replaceChildren(view.element);
  document.title = `${view.title} · casegate stand-in`;
  if (focus) {
    scrollTo(0, 0);
    main.querySelector("h1").focus();
  }
  await refresh();
}

let asking;
let again = false;

/**
 * Requests everything that is shown. A call during a request repeats it, so that no action is shown
 * late.
 */
function refresh() {
  again = true;
  asking ??= askAll().finally(() => { asking = undefined; });
  return asking;
}

async function askAll() {
  const asked = view;
  try {
    while (again) {
      again = false;
      shared.overview = await api("GET", "/overview");
      clock.show(shared.overview);
      await view.refresh();
      document.title = `${view.title} · casegate stand-in`;
    }
  } catch (error) {
    // A failure is shown in the banner; a page shows its own refusals.
    if (error.status && error.status !== 401) view.refused?.(error);
    if (asked !== view) return askAll();
  }
}

function tellFailure(error) {
  if (banner.dataset.shown) return;
  banner.dataset.shown = "true";
  banner.replaceChildren(
    h("p", {}, h("strong", {}, error.message), " What you typed is kept. This page tries again every 2 seconds."),
    h("button", { type: "button", class: "button secondary small", onclick: () => (knows ? refresh() : start()) }, "Try now"),
  );
}

connection.failed = tellFailure;
connection.reached = () => {
  if (!banner.dataset.shown) return;
  delete banner.dataset.shown;
  banner.replaceChildren();
  say("The stand-in answers again.");
};
connection.unauthorized = () => signIn("The stand-in does not know this token. It prints the right one when it starts.");

/** Asks for the token above the current page, which stays unchanged. */
function signIn(problem) {
  if (document.getElementById("sign-in")) return;
  token.forget();
  view?.element.setAttribute("hidden", "");
  nav.hidden = true;
  clock.hide();
  const box = text({ type: "password", autocomplete: "off", spellcheck: "false" });
  const send = async () => {
    token.set(required(box, "Enter the operator’s token.").trim());
    leave();
    if (view) {
      nav.hidden = false;
      await refresh();
    } else {
      await start();
    }
  };
  const heading = h("h1", { tabindex: "-1" }, "Operator’s token");
  const panel = h("div", { id: "sign-in", class: "page narrow" },
    heading,
    problem && h("p", { class: "notice", role: "alert" }, problem),
    form({ class: "card" }, {
      fields: [field("Token", box, "The stand-in prints it with the address of this page when it starts. It is stored in this tab only.")],
      label: "Open", send,
    }));
  const leave = () => {
    panel.remove();
    view?.element.removeAttribute("hidden");
  };
  main.prepend(panel);
  document.title = "Operator’s token · casegate stand-in";
  if (problem) box.focus();
}

async function start() {
  if (!knows) {
    try {
      await learnWords();
      knows = true;
      connection.reached();
    } catch {
      tellFailure(new Error("The stand-in does not answer."));
      return;
    }
  }
  if (token.get()) await show({ focus: false });
  else signIn();
}

addEventListener("hashchange", () => {
  if (takeToken()) {
    document.getElementById("sign-in")?.remove();
    view = undefined;
    start();
  } else if (knows && token.get()) {
    say("");
    show({ focus: true });
  }
});
document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
document.addEventListener("visibilitychange", () => tick());

async function tick() {
  if (document.visibilityState !== "visible") return;
  if (!knows) await start();
  else if (view && token.get()) await refresh();
}

takeToken();
await start();
(async () => {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    await tick();
  }
})();
