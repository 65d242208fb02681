// Selects the view of the address, and moves the focus and the scroll position.
import { startPage } from "../kit/frame.js";
import { loadRulebook } from "../kit/module.js";
import type { Memory } from "./case-view.js";
import { gridView } from "./grid-view.js";
import { lifecycleView } from "./lifecycle-view.js";
import { listView } from "./list-view.js";
import { list, nothingHere } from "./parts.js";
import { ruleView } from "./rule-view.js";
import { words } from "./words.js";

interface Route {
  readonly view: "list" | "rule" | "grid" | "lifecycle" | "nowhere";
  readonly rule: string;
  readonly query: URLSearchParams;
}

function route(): Route {
  const [path = "", query = ""] = (/^#\/(.*)$/.exec(location.hash)?.[1] ?? "").split("?", 2);
  const [view = "", rule = "", ...more] = path.split("/");
  const known = { "": "list", rule: "rule", fields: "grid", lifecycle: "lifecycle" } as const;
  const isKnown = Object.hasOwn(known, view) && more.length === 0 && (view === "rule" || rule === "");
  return { view: isKnown ? known[view as keyof typeof known] : "nowhere", rule: decoded(rule), query: new URLSearchParams(query) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

void startPage(loadRulebook, () => {
  const main = document.getElementById("main") as HTMLElement;
  // The rules are for developers, in English beside a frame of any language.
  main.lang = "en";
  // Views are redrawn, so the browser's scroll positions are useless.
  history.scrollRestoration = "manual";
  let now = route();
  let memory: Memory = { open: new Set() };

  function draw(): void {
    const { title, nodes } = now.view === "list" ? listView(now.query)
      : now.view === "rule" ? ruleView(now.rule, memory)
        : now.view === "grid" ? gridView()
          : now.view === "lifecycle" ? lifecycleView(now.query) : nothingHere(words.nowhere);
    main.className = `is-${now.view}`;
    main.replaceChildren(...nodes);
    document.title = `${title} – ${words.site}`;
  }

  function go(): void {
    const before = now;
    if (before.view === "list") list.scroll = scrollY;
    now = route();
    memory = { open: new Set() };
    draw();
    // Back in the list, at the last viewed rule.
    const last = now.view === "list" ? main.querySelector<HTMLElement>(`[data-rule="${CSS.escape(before.rule)}"]:not([hidden]) a`) : null;
    (last ?? document.getElementById("heading"))?.focus({ preventScroll: true });
    scrollTo(0, now.view === "list" ? list.scroll : 0);
    last?.scrollIntoView({ block: "nearest" });
  }

  draw();
  const kept = (history.state as { scroll?: number } | null)?.scroll;
  if (kept !== undefined) scrollTo(0, kept);
  // Unlike "hashchange", it is the first event, so that page and address always agree.
  addEventListener("popstate", go);
  addEventListener("pagehide", () => history.replaceState({ scroll: scrollY }, ""));
});
