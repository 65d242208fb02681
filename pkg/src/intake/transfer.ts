// What the first view needs of files: none may replace the page, and a draft can be saved as one.
import { h } from "./dom.js";

/** A file that is dropped elsewhere must not replace the page. */
export function keepDropsOut(places = ".drop", target: EventTarget = window, signal?: AbortSignal): void {
  for (const type of ["dragover", "drop"]) {
    target.addEventListener(type, (event) => {
      if (!(event instanceof DragEvent) || !hasFiles(event)) return;
      event.preventDefault();
      // Outside of a shadow root, the target is its host.
      const [inner] = event.composedPath();
      if (event.dataTransfer && type === "dragover" && !(inner as Element).closest?.(places)) event.dataTransfer.dropEffect = "none";
    }, signal === undefined ? {} : { signal });
  }
}

export function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

/** Offers a text as a file. */
export function download(name: string, text: string): void {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
