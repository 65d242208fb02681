// Files from a person, chosen or dropped.
import { h, setText } from "./dom.js";
import { hasFiles } from "./transfer.js";

/** A button and a drop target; `id` names both. */
export function fileArea(id: string, extensions: readonly string[], labels: { choose: string; drop: string; noFile: string; describedBy?: string }, add: (files: readonly File[]) => void): HTMLElement {
  const accept = extensions.map((extension) => `.${extension.toLowerCase()}`).join(",");
  const input = h("input", { type: "file", id: `${id}-input`, class: "vh", multiple: true, accept, tabindex: -1, "aria-hidden": "true" });
  const choose = h("button", { type: "button", class: "button secondary", id: `${id}-choose`, "aria-describedby": labels.describedBy, onclick: () => input.click() }, labels.choose);
  const refused = h("p", { class: "finding-words", role: "alert" });
  const area = h("div", { class: "drop", id: `${id}-drop` }, choose, h("p", { class: "hint drop-words" }, labels.drop), refused, input);
  const take = (files: readonly File[], isWhole = true): void => {
    setText(refused, isWhole ? "" : labels.noFile);
    if (files.length > 0) add(files);
  };
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
  // Texts and links are refused in words, so they have to arrive.
  area.addEventListener("dragover", (event) => {
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
  });
  area.addEventListener("drop", (event) => {
    event.preventDefault();
    over(0);
    // A folder has no content: it arrives as an entry that is not a file.
    const items = [...(event.dataTransfer?.items ?? [])].filter((item) => item.kind === "file");
    const files = items.filter((item) => item.webkitGetAsEntry()?.isDirectory !== true).map((item) => item.getAsFile()).filter((file) => file !== null);
    take(files, files.length > 0 && files.length === items.length);
  });
  return area;
}
