// The list of steps: the current one is marked, and visited ones are links.
import type { App } from "../app.js";
import { pages } from "../problems.js";
import { h, hiddenText, setChildren } from "../dom.js";

export function stepsNav(app: App): { root: HTMLElement; update(): void } {
  const list = h("ol", {});
  const root = h("nav", { class: "steps", "aria-label": app.locale.words.nav.label }, list);
  const update = (): void => {
    root.hidden = app.index < 0;
    const wrong = new Set(app.listedErrors.map((problem) => problem.step));
    setChildren(list, [app.page, app.furthest, ...wrong].join(" "), () => pages.map(({ id }, index) => {
      const current = id === app.page;
      const done = index <= app.furthest && !current;
      const inner = [h("span", { class: "number", "aria-hidden": "true" }, String(index + 1)), h("span", { class: "name" }, app.locale.words.steps[id]),
        wrong.has(index) && hiddenText(app.locale.words.nav.wrong)];
      const state = wrong.has(index) ? "wrong" : current ? "current" : done ? "done" : "ahead";
      return h("li", { class: state, "aria-current": current && "step" }, done
        ? h("a", { href: `#/${id}`, onclick: (event: Event) => { event.preventDefault(); app.go(id); } }, ...inner)
        : h("span", { class: "here" }, ...inner));
    }));
  };
  return { root, update };
}
