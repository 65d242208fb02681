// The JSON Schema of a product, fetched on demand.
import { h, quietButton, setChildren } from "../kit/dom.js";
import { download } from "../kit/files.js";
import type { State } from "./state.js";
import { words } from "./words.js";

const drafts = ["2020-12", "draft-07"] as const;
type Draft = (typeof drafts)[number];
type Product = "pl" | "pe";

export function schemaPanel(state: State): { panel: HTMLElement; draw: () => void } {
  const choice = h("div", { class: "filter", role: "group" });
  const content = h("div", {});
  const panel = h("div", { class: "tab-panel" }, choice, content);
  const fetched = new Map<string, string | "failed" | "loading">();
  let chosen: Product | undefined;
  let draft: Draft = "2020-12";

  async function load(name: string): Promise<void> {
    fetched.set(name, "loading");
    try {
      const answer = await fetch(name, { signal: AbortSignal.timeout(15_000) });
      if (!answer.ok) throw new Error(String(answer.status));
      fetched.set(name, JSON.stringify(await answer.json(), null, 2));
    } catch {
      fetched.set(name, "failed");
    }
    if (!panel.hidden) draw();
  }

  function draw(): void {
    const w = words().schema;
    const product = chosen ?? state.report?.facts.case_type ?? "pl";
    const name = `schema-case.${product}.${draft}.json`;
    if (!fetched.has(name)) void load(name);
    const chip = (id: string, label: string, pressed: boolean, choose: () => void): HTMLElement =>
      h("button", { type: "button", class: "chip", "data-choice": id, "aria-pressed": String(pressed), onclick: () => { choose(); draw(); } }, label);
    const focused = choice.contains(document.activeElement) ? document.activeElement?.getAttribute("data-choice") : undefined;
    choice.setAttribute("aria-label", w.choose);
    setChildren(choice, JSON.stringify([product, draft, w.choose]), () => [
      ...(["pl", "pe"] as const).map((id) => chip(id, w.products[id], product === id, () => { chosen = id; })),
      ...drafts.map((id) => chip(id, w.draft(id), draft === id, () => { draft = id; })),
    ]);
    if (focused) choice.querySelector<HTMLElement>(`[data-choice="${focused}"]`)?.focus();
    const text = fetched.get(name);
    setChildren(content, JSON.stringify([name, text?.length, w.choose]), () => {
      if (text === undefined || text === "loading") return [h("p", { class: "nothing", role: "status" }, w.loading)];
      if (text === "failed") {
        return [h("p", {}, w.failed), h("p", {}, quietButton(w.again, () => { fetched.delete(name); draw(); }))];
      }
      return [
        h("p", { class: "hint" }, w.hint),
        h("p", {}, quietButton(w.download(Math.ceil(text.length / 1024)), () => download(name.replace("schema-", ""), text))),
        h("pre", { class: "code", tabindex: 0, role: "region", "aria-label": w.label(w.products[product]) }, text),
      ];
    });
  }

  return { panel, draw };
}
