// The sample cases: at the start of the form for people, and in the panel for developers.
import { dayOf } from "../kit/context.js";
import { h, quietButton } from "../kit/dom.js";
import type { CasegateIntakeElement } from "casegate/intake";
import type { Sample } from "./samples.js";
import { words } from "./words.js";

/** The samples are long, so they are not part of the first view. */
let samples: readonly Sample[] | undefined;

export async function loadSamples(): Promise<readonly Sample[]> {
  return (samples ??= (await import("./samples.js")).samples);
}

export function sampleList(intake: CasegateIntakeElement): HTMLElement {
  const { cases, load } = words().samples;
  const openOf = (all: readonly Sample[], id: string): void => {
    const sample = all.find((entry) => entry.id === id);
    if (sample !== undefined) void intake.open(sample.payload(dayOf(intake.context)), { agree: load });
  };
  const open = (id: string): void => {
    if (samples !== undefined) openOf(samples, id);
    else loadSamples().then((all) => openOf(all, id), () => {}); // another press tries again
  };
  return h("ul", { class: "plain samples" }, ...(Object.keys(cases) as Sample["id"][]).map((id) =>
    h("li", {}, quietButton(cases[id].label, () => open(id), { "data-sample": id }), h("p", { class: "hint" }, cases[id].about))));
}

export function sampleOffer(intake: CasegateIntakeElement): HTMLElement {
  const w = words().samples;
  return h("details", { class: "offer", id: "sample-offer" }, h("summary", {}, w.offer), h("p", { class: "hint" }, w.offerText), sampleList(intake));
}
