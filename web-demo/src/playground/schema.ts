// The JSON Schema of a product, fetched on demand.
import pe2020 from "address:schema-case.pe.2020-12.json";
import pe07 from "address:schema-case.pe.draft-07.json";
import pl2020 from "address:schema-case.pl.2020-12.json";
import pl07 from "address:schema-case.pl.draft-07.json";
import { h, quietButton, setChildren } from "../kit/dom.js";
import { download } from "../kit/files.js";
import { chips } from "./chips.js";
import type { State } from "./state.js";
import { words } from "./words.js";

const drafts = ["2020-12", "draft-07"] as const;
type Draft = (typeof drafts)[number];
type Product = "pl" | "pe";
const addresses: Record<Product, Record<Draft, string>> = { pl: { "2020-12": pl2020, "draft-07": pl07 }, pe: { "2020-12": pe2020, "draft-07": pe07 } };

export function schemaPanel(state: State): { panel: HTMLElement; draw: () => void } {
  let isChosen = false;
  const products = chips(() => words().schema.product, (["pl", "pe"] as const).map((id) => [id, () => words().schema.products[id]]), () => { isChosen = true; draw(); });
  const draft = chips(() => words().schema.version, drafts.map((id) => [id, () => words().schema.draft(id)]), () => draw());
  const content = h("div", {});
  const panel = h("div", { class: "tab-panel" }, products.root, draft.root, content);
  const fetched = new Map<string, string | "failed" | "loading">();

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
    products.update(isChosen ? undefined : (state.report?.facts.case_type ?? "pl"));
    draft.update();
    const product = products.chosen();
    const name = addresses[product][draft.chosen()];
    if (!fetched.has(name)) void load(name);
    const text = fetched.get(name);
    setChildren(content, JSON.stringify([name, text?.length, w.label(product)]), () => {
      if (text === undefined || text === "loading") return [h("p", { class: "nothing", role: "status" }, w.loading)];
      if (text === "failed") {
        return [h("p", {}, w.failed), h("p", {}, quietButton(w.again, () => { fetched.delete(name); draw(); }))];
      }
      return [
        h("p", { class: "hint" }, w.hint),
        h("p", {}, quietButton(w.download(Math.ceil(text.length / 1024)), () => download(`case.${product}.${draft.chosen()}.json`, text))),
        h("pre", { class: "code", tabindex: 0, role: "region", "aria-label": w.label(w.products[product]) }, text),
      ];
    });
  }

  return { panel, draw };
}
