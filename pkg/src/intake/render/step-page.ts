// A step: its groups of questions, and Continue.
import type { App } from "../app.js";
import { recordOf } from "../catalogue.js";
import { eligibility, folded, type Group, type Step } from "../layout.js";
import { pages } from "../problems.js";
import { fieldView, fold, keyOf, pageHeading, recordView, type View } from "./field.js";
import { h, setText } from "../dom.js";

export interface Page {
  readonly title: string;
  readonly root: HTMLElement;
  /** Updates changed places; without places, everything. */
  update(changed?: ReadonlySet<string>): void;
  /** Takes what the controls show. */
  read?(): void;
  /** Focuses a field or its row; returns `false` if it is not on the page. */
  focusOn?(at: string): boolean;
}

/** A link to the page before, beside Continue; from a question that the review asked for, to the review. */
export function backLink(app: App): HTMLElement | false {
  const to = app.returnTo === undefined ? pages[app.index - 1]?.id : "check";
  const onclick = (event: Event): void => { event.preventDefault(); app.back(); };
  return to !== undefined && h("a", { class: "back", href: `#/${to}`, onclick }, app.locale.words.form.previous);
}

export function stepPage(app: App, step: Step): Page {
  const title = app.locale.words.titles[step.id];
  const count = app.locale.words.stepCount(app.index + 1, pages.length);
  const groups = [...step.groups, ...(app.index === 0 ? [eligibility] : [])].map((group) => groupView(app, group));
  const onNext = nextOn(app);
  const button = h("button", { class: "button", onclick: onNext });
  const root = h("form", {
    novalidate: true, autocomplete: "on",
    onsubmit: onNext,
  },
  pageHeading(title, count),
  app.index === 0 && h("slot", { name: "start" }, ...startWords(app)),
  h("slot", { name: `before-${step.id}` }),
  ...groups.map((group) => group.root),
  h("slot", { name: `after-${step.id}` }),
  h("div", { class: "actions" }, button, backLink(app)));
  const page: Page = {
    title: `${title} – ${count}`, root,
    update: (changed) => {
      for (const group of groups) group.update(changed);
      setText(button, app.returnTo === undefined ? app.locale.words.form.next : app.locale.words.form.back);
    },
    read: () => { for (const view of groups.flatMap((group) => group.views())) if (!view.root.hidden) view.read?.(); },
    focusOn: (at) => {
      const view = groups.flatMap((group) => group.views()).find((entry) => entry.at === at && !entry.root.hidden);
      view?.root.closest("details")?.setAttribute("open", "");
      view?.focus();
      return view !== undefined;
    },
  };
  return page;
}

/** The start of the form: the task, and what it needs. A page may have its own in the slot. */
function startWords(app: App): HTMLElement[] {
  const w = app.locale.words.start;
  return [h("p", { class: "intro" }, app.setup.drafts.isOn ? w.intro : `${w.intro} ${app.locale.words.form.notKeeping}`),
    h("details", { class: "fold start" }, h("summary", {}, w.title), h("dl", {}, ...w.facts.flatMap(([name, text]) => [h("dt", {}, name), h("dd", {}, text)])))];
}

/** A sandboxed frame may forbid to submit, and then fires no event for it. The click of the button does the same. */
export function nextOn(app: App): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    if (!((event as UIEvent).detail > 1)) app.next(); // the second click of a double one meant the first
  };
}

interface GroupView {
  readonly root: HTMLElement;
  views(): readonly View[];
  update(changed?: ReadonlySet<string>): void;
}

function groupView(app: App, group: Group): GroupView {
  const holder = h("div", { class: "fields" });
  const more = fold(app, "fields");
  const root = h("section", { class: "group" }, group.title !== undefined && h("h2", {}, app.locale.words.groups[group.title]), holder, more.root);
  let views: View[] = [];

  // A question stays unchanged unless its inputs have changed, such as the product or the words.
  const update = (changed?: ReadonlySet<string>): void => {
    if (changed !== undefined && !group.at.some((at) => changed.has(at))) return;
    const old = new Map(views.map((view) => [view.key, view]));
    const all: View[] = [];
    const top: View[] = [];
    for (const at of group.at) {
      const field = app.locale.fieldAt(at, app.product);
      if (field === undefined || group.at.includes(recordOf(at) ?? "")) continue;
      if (field.type !== "record") {
        top.push(old.get(keyOf(app, at)) ?? fieldView(app, at));
        continue;
      }
      const members = group.at.filter((other) => recordOf(other) === at).map((other) => old.get(keyOf(app, other)) ?? fieldView(app, other));
      const record = old.get(`${at}|${field.label}`);
      const same = record !== undefined && members.every((member) => record.root.contains(member.root));
      top.push(same ? record : recordView(app, at, members));
      all.push(...members);
    }
    views = [...top, ...all];
    const inside = top.filter((view) => folded.has(view.at));
    put(app, holder, top.filter((view) => !inside.includes(view)));
    put(app, more.fields, inside);
    for (const view of top) {
      const isSame = view.at === old.get(view.key)?.at && (view.members ?? []).every((member) => old.has(member.key));
      if (!isSame || changed === undefined) view.update();
      else if (changed.has(view.at) || view.members?.some((member) => changed.has(member.at))) view.update(changed);
    }
    more.update(inside);
    root.hidden = (group.product ?? app.product) !== app.product || top.every((view) => view.root.hidden);
  };
  return { root, views: () => views, update };
}

/** Moving a focused node loses the focus, so only differences are changed. */
function put(app: App, holder: Element, views: readonly View[]): void {
  views.forEach((view, index) => {
    if (holder.children[index] !== view.root) replaceAt(app, holder, index, view.root);
  });
  while (holder.children.length > views.length) holder.lastElementChild?.remove();
}

function replaceAt(app: App, holder: Element, index: number, node: Element): void {
  const there = holder.children[index];
  if (there === undefined) return void holder.append(node);
  const focused = there.contains(app.root.activeElement) ? app.root.activeElement?.id : undefined;
  there.replaceWith(node);
  if (focused) app.root.getElementById(focused)?.focus();
}
