// The text with line numbers and marks at findings. It is a plain textarea, so that everything that
// browsers and assistive technology offer works, and Tab leaves it.
import { h, setChildren } from "../kit/dom.js";
import { difference } from "./edit.js";
import type { Span } from "./locate.js";
import { lineAt, lineStarts, type Mark } from "./places.js";
import { words } from "./words.js";

/**
 * A text up to this length is read, judged and marked at every key; a longer one after a pause of
 * this many milliseconds.
 */
const quickLength = 200_000;
const rest = 250;

/** Longer texts are not wrapped, because wrapping would delay every key. */
export const longestWrapped = 100_000;

export interface Editor {
  readonly root: HTMLElement;
  readonly box: HTMLTextAreaElement;
  /** Replaces the text, as one step that the browser can undo. */
  replace(text: string): void;
  /** Starts with a text, without undo. */
  start(text: string): void;
  mark(marks: ReadonlyMap<number, Mark>): void;
  /** Reads pending changes at once. */
  settle(): void;
  go(spot: Span): void;
  wrap(on: boolean): void;
}

export function editor(onInput: (text: string) => void, onWait: () => void, onMark: (line: number) => void): Editor {
  const box = h("textarea", {
    id: "text", class: "editor-box", spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off", rows: 24,
    "aria-describedby": "text-marks", placeholder: words.editor.placeholder, oninput: () => typed(),
  });
  const label = h("label", { for: "text", class: "vh" }, words.editor.label);
  const gutter = h("div", { class: "gutter-lines" });
  const mirror = h("div", { class: "editor-mirror", "aria-hidden": "true" });
  const summary = h("p", { class: "vh", id: "text-marks" });
  const frame = h("div", { class: "editor" }, h("div", { class: "gutter" }, gutter), box, mirror);
  let starts = [0];
  let marks: ReadonlyMap<number, Mark> = new Map();
  /** The position of each line on the screen if lines are wrapped. */
  let tops: number[] | undefined;
  let lineHeight = 24;
  let length = 0;
  let reading = 0;
  let frameAsked = 0;

  box.addEventListener("scroll", () => drawSoon());
  new ResizeObserver(() => {
    lineHeight = Number.parseFloat(getComputedStyle(box).lineHeight) || 24;
    measureLines();
    drawSoon();
  }).observe(box);

  /** Reading a long text takes the browser some time, so it is read after a pause. */
  function typed(): void {
    clearTimeout(reading);
    if (length <= quickLength) return changed();
    onWait();
    reading = setTimeout(() => changed(), rest);
  }

  function changed(): void {
    clearTimeout(reading);
    reading = 0;
    const { value } = box;
    length = value.length;
    starts = lineStarts(value);
    measureLines();
    drawSoon();
    onInput(value);
  }

  /** At the next frame, when the browser has laid the text out anyway. */
  function drawSoon(): void {
    cancelAnimationFrame(frameAsked);
    frameAsked = requestAnimationFrame(draw);
  }

  function measureLines(): void {
    tops = undefined;
    mirror.replaceChildren();
    if (box.wrap !== "soft") return;
    mirror.style.width = `${box.clientWidth}px`;
    const rows = box.value.split("\n").map((line) => h("div", {}, line || "\u200b"));
    mirror.append(...rows);
    tops = rows.map((row) => row.offsetTop);
    tops.push(mirror.offsetHeight);
    mirror.replaceChildren();
  }

  const topOf = (line: number): number => tops?.[line] ?? line * lineHeight;

  /** Only visible lines are drawn. */
  function draw(): void {
    const top = box.scrollTop;
    const first = tops ? Math.max(0, lineAt(tops, top) - 2) : Math.max(0, Math.floor(top / lineHeight) - 2);
    const rows: { line: number; at: number; mark: Mark | undefined }[] = [];
    for (let line = first; line < starts.length && topOf(line) < top + box.clientHeight + lineHeight; line++) {
      rows.push({ line, at: topOf(line), mark: marks.get(line) });
    }
    gutter.style.transform = `translateY(${-top}px)`;
    const w = words.editor;
    setChildren(gutter, JSON.stringify(rows), () => rows.map(({ line, at, mark }) => {
      const row = h("div", { class: "gutter-line" }, h("span", { class: "gutter-number", "aria-hidden": "true" }, String(line + 1)), mark && markButton(line, mark));
      row.style.top = `${at}px`;
      return row;
    }));
    const marked = [...marks.keys()].sort((a, b) => a - b);
    setChildren(summary, JSON.stringify(marked), () => [marked.length > 0 && w.marked(marked.slice(0, 20).map((line) => line + 1), marked.length)]);
    frame.style.setProperty("--digits", String(Math.max(2, String(starts.length).length)));
  }

  function markButton(line: number, mark: Mark): HTMLElement {
    const kind = mark.errors > 0 ? "error" : "warning";
    const text = words.editor.mark(line + 1, mark.errors, mark.warnings);
    // The list of findings serves keyboard users; a tab stop at every mark would be in the way of
    // the text.
    return h("button", { type: "button", class: `gutter-mark is-${kind}`, tabindex: -1, "aria-label": text, title: text, onclick: () => onMark(line) },
      h("span", { class: `shape is-${kind}` }));
  }

  return {
    root: h("div", { class: "editor-frame" }, label, frame, summary),
    box,
    replace(text) {
      const { from, to, by } = difference(box.value, text);
      if (from === to && by === "") return;
      const before = document.activeElement;
      box.focus({ preventScroll: true });
      box.setSelectionRange(from, to);
      // The only way that supports Ctrl+Z. Browsers without it show the text without undo.
      if (!document.execCommand(by === "" ? "delete" : "insertText", false, by)) {
        box.setRangeText(by, from, to, "end");
        changed();
      }
      if (before instanceof HTMLElement && before !== box && before.isConnected) before.focus({ preventScroll: true });
    },
    start(text) {
      box.value = text;
      box.setSelectionRange(0, 0);
      box.scrollTo(0, 0);
      changed();
    },
    mark(next) {
      marks = next;
      drawSoon();
    },
    settle() {
      if (reading !== 0) changed();
    },
    go({ from, to }) {
      box.focus();
      box.setSelectionRange(from, to);
      const line = lineAt(starts, from);
      box.scrollTop = Math.max(0, topOf(line) - box.clientHeight / 3);
      const column = from - (starts[line] as number);
      const letter = lineHeight * 0.35;
      box.scrollLeft = box.wrap === "soft" || column * letter < box.clientWidth * 0.8 ? 0 : column * letter - box.clientWidth / 3;
    },
    wrap(on) {
      box.wrap = on ? "soft" : "off";
      measureLines();
      drawSoon();
    },
  };
}
