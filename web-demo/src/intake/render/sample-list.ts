// The sample cases: at the start of the form for people, and in the panel for developers.
import type { App } from "../app.js";
import { samples } from "../samples.js";
import { h, quietButton } from "../../kit/dom.js";
import { words } from "../words.js";

export function sampleList(app: App): HTMLElement {
  return h("ul", { class: "plain samples" }, ...samples.map((sample) => {
    const { label, about } = words().samples.cases[sample.id];
    return h("li", {}, quietButton(label, () => void app.loadSample(sample), { "data-sample": sample.id }), h("p", { class: "hint" }, about));
  }));
}

export function sampleOffer(app: App): HTMLElement {
  const w = words().samples;
  return h("details", { class: "offer", id: "sample-offer" }, h("summary", {}, w.offer), h("p", { class: "hint" }, w.offerText), sampleList(app));
}
