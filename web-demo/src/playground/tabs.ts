// Tabs by the pattern of the ARIA practices: one stop for the Tab key, arrow keys between them, and
// a panel that is drawn when it is visible.
import { h, setText } from "../kit/dom.js";

export interface Tab {
  readonly id: string;
  readonly label: string;
  /** A text beside the label, such as a number. */
  readonly count?: () => string;
  readonly panel: HTMLElement;
  readonly draw: () => void;
}

export interface Tabs {
  readonly root: HTMLElement;
  /** Draws the counts and the visible panel. */
  update(): void;
  show(id: string): void;
}

export function tabs(label: string, all: readonly Tab[]): Tabs {
  let current = all[0] as Tab;
  const list = h("div", { class: "tab-list", role: "tablist", "aria-label": label });
  const buttons = all.map((tab) => {
    const count = h("span", { class: "tab-count" });
    const button = h("button", {
      type: "button", role: "tab", id: `tab-${tab.id}`, class: "tab", "aria-controls": `panel-${tab.id}`,
      onclick: () => choose(tab), onkeydown: (event: KeyboardEvent) => move(event),
    }, h("span", { class: "tab-name" }, tab.label), count);
    tab.panel.id = `panel-${tab.id}`;
    tab.panel.setAttribute("role", "tabpanel");
    tab.panel.setAttribute("aria-labelledby", button.id);
    tab.panel.tabIndex = 0;
    return { tab, button, count };
  });
  list.append(...buttons.map(({ button }) => button));

  function move(event: KeyboardEvent): void {
    const at = all.indexOf(current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(all[(to + all.length) % all.length] as Tab);
    document.getElementById(`tab-${current.id}`)?.focus();
  }

  function choose(tab: Tab): void {
    current = tab;
    update();
  }

  function update(): void {
    for (const { tab, button, count } of buttons) {
      const chosen = tab === current;
      button.setAttribute("aria-selected", String(chosen));
      button.tabIndex = chosen ? 0 : -1;
      setText(count, tab.count?.() ?? "");
      tab.panel.hidden = !chosen;
    }
    current.draw();
  }

  return {
    root: h("section", { class: "tabs" }, list, ...all.map(({ panel }) => panel)),
    update,
    show: (id) => choose(all.find((tab) => tab.id === id) ?? current),
  };
}
