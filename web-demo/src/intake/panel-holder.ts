// The panel for developers beside the form. Its content is fetched when it is opened or something was
// answered, so that the first view is light.
import styles from "address:panel.css";
import type { CasegateIntakeElement } from "casegate/intake";
import { h } from "../kit/dom.js";
import { loadWords } from "../kit/language.js";
import type { Settings } from "./settings.js";
import { words } from "./words.js";

export function panelHolder(intake: CasegateIntakeElement, settings: Settings): { readonly root: HTMLElement; update(): void; redraw(): void } {
  const label = h("span");
  const verdict = h("span", { class: "verdict" });
  const inner = h("div", { class: "panel-inner" });
  const details = h("details", { class: "developer", open: wasOpen() }, h("summary", {}, label, verdict), inner);
  const root = h("section", { class: "beside", slot: "beside" }, details);
  let content: { update(): void } | undefined;
  let fill: (() => void) | undefined;
  let loading = false;

  const load = async (): Promise<void> => {
    if (loading) return;
    loading = true;
    try {
      document.head.append(h("link", { rel: "stylesheet", href: styles }));
      const { fillPanel } = await import("./panel.js");
      await loadWords();
      fill = () => { content = fillPanel(intake, settings, details, verdict, inner); };
      fill();
      content?.update();
    } catch {
      loading = false; // it is tried again with the next change
    }
  };
  const update = (): void => {
    if (content !== undefined) content.update();
    else if (details.open || Object.keys(intake.payload ?? {}).length > 0) void load();
  };
  const redraw = (): void => {
    root.setAttribute("aria-label", words().developers);
    label.textContent = words().developers;
    fill?.();
  };
  details.addEventListener("toggle", () => {
    remember(details.open);
    update();
  });
  redraw();
  return { root, redraw, update };
}

/** Closed at first, because people who fill in the form do not need it. */
const key = "casegate-developer";

function wasOpen(): boolean {
  try {
    return localStorage.getItem(key) === "open";
  } catch {
    return false;
  }
}

function remember(open: boolean): void {
  try {
    localStorage.setItem(key, open ? "open" : "closed");
  } catch {
    // It is open on this page only.
  }
}
