// Files from a person, chosen or dropped.
import { h } from "./dom.js";
import { hasFiles } from "./transfer.js";

/** A button and a drop target; `id` names both. */
export function fileArea(id: string, extensions: readonly string[], labels: { choose: string; drop: string; describedBy?: string }, add: (files: readonly File[]) => void): HTMLElement {
  const accept = extensions.map((extension) => `.${extension.toLowerCase()}`).join(",");
  const input = h("input", { type: "file", id: `${id}-input`, class: "vh", multiple: true, accept, tabindex: -1, "aria-hidden": "true" });
  const choose = h("button", { type: "button", class: "button secondary", id: `${id}-choose`, "aria-describedby": labels.describedBy, onclick: () => input.click() }, labels.choose);
  const area = h("div", { class: "drop", id: `${id}-drop` }, choose, h("p", { class: "hint drop-words" }, labels.drop), input);
  const take = (files: readonly File[]): void => { if (files.length > 0) add(files); };
  input.addEventListener("change", () => {
    take([...(input.files ?? [])]);
    input.value = ""; // so that the same file can be chosen once more after it was removed
  });
  let inside = 0;
  const over = (change: number): void => {
    inside = change === 0 ? 0 : Math.max(0, inside + change);
    area.classList.toggle("is-over", inside > 0);
  };
  area.addEventListener("dragenter", (event) => { if (hasFiles(event)) over(1); });
  area.addEventListener("dragleave", (event) => { if (hasFiles(event)) over(-1); });
  area.addEventListener("drop", (event) => {
    over(0);
    // A folder has no content: it arrives as an entry that is not a file.
    const items = [...(event.dataTransfer?.items ?? [])].filter((item) => item.kind === "file" && item.webkitGetAsEntry()?.isDirectory !== true);
    take(items.map((item) => item.getAsFile()).filter((file) => file !== null));
  });
  return area;
}
