// What the first view needs of files: none may replace the page, and a draft can be saved as one.
import { h } from "./dom.js";

/**
 * A file or a link that is dropped elsewhere must not replace the page. A drop copies: a mail program
 * would delete a message that was moved.
 */
export function keepDropsOut(places = ".drop", target: EventTarget = window, signal?: AbortSignal): void {
  for (const type of ["dragover", "drop"]) {
    target.addEventListener(type, (event) => {
      if (!(event instanceof DragEvent) || !event.dataTransfer) return;
      // Outside of a shadow root, the target is its host.
      const inner = event.composedPath()[0] as Element;
      const isLink = event.dataTransfer.types.includes("text/uri-list") && !inner.closest?.("input, textarea");
      if (!hasFiles(event) && !isLink) return;
      event.preventDefault();
      if (type === "dragover") event.dataTransfer.dropEffect = inner.closest?.(places) ? "copy" : "none";
    }, signal === undefined ? {} : { signal });
  }
}

/**
 * Outside of a shadow root, a box looks like any other element, so a page that takes letters for
 * shortcuts, or forbids to paste, would do so within it. The keys that leave a box go on.
 */
export function keepKeysIn(root: ShadowRoot, signal: AbortSignal): void {
  for (const type of ["keydown", "keypress", "paste", "copy", "cut"]) {
    root.addEventListener(type, (event) => {
      const { key, ctrlKey, metaKey } = event as KeyboardEvent;
      const isBox = (event.target as Element).matches?.("textarea, input:not([type=radio], [type=checkbox])");
      if (isBox && !ctrlKey && !metaKey && !["Escape", "Tab"].includes(key)) event.stopPropagation();
    }, { signal });
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
