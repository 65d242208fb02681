// The sample cases: at the start of the form for people, and in the panel for developers.
import { dayOf } from "../kit/context.js";
import { h, quietButton } from "../kit/dom.js";
import type { CasegateIntakeElement } from "casegate/intake";
import type { Sample } from "./samples.js";
import { words } from "./words.js";

export function sampleList(intake: CasegateIntakeElement): HTMLElement {
  const { cases, load } = words().samples;
  const open = async (id: string): Promise<void> => {
    const { samples } = await import("./samples.js"); // they are long
    const sample = samples.find((entry) => entry.id === id);
    if (sample !== undefined) await intake.open(sample.payload(dayOf(intake.context)), { agree: load });
  };
  return h("ul", { class: "plain samples" }, ...(Object.keys(cases) as Sample["id"][]).map((id) =>
    h("li", {}, quietButton(cases[id].label, () => void open(id).catch(() => {}), { "data-sample": id }), h("p", { class: "hint" }, cases[id].about))));
}

export function sampleOffer(intake: CasegateIntakeElement): HTMLElement {
  const w = words().samples;
  return h("details", { class: "offer", id: "sample-offer" }, h("summary", {}, w.offer), h("p", { class: "hint" }, w.offerText), sampleList(intake));
}
