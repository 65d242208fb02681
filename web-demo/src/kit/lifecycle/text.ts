// Text in the diagram. SVG does not wrap text, so it is measured and wrapped here.
export type Style = "state" | "trigger" | "small" | "event" | "mark";

const fonts: Record<Style, string> = { state: "650 15px", trigger: "620 14px", small: "400 13px", event: "400 12px", mark: "650 12px" };
const heights: Record<Style, number> = { state: 22, trigger: 19, small: 17, event: 17, mark: 18 };

export interface Line {
  readonly text: string;
  readonly style: Style;
  readonly width: number;
  readonly height: number;
}

let canvas: CanvasRenderingContext2D | null | undefined;

function widthOf(text: string, style: Style): number {
  canvas ??= document.createElement("canvas").getContext("2d");
  const root = getComputedStyle(document.documentElement);
  if (canvas) canvas.font = `${fonts[style]} ${root.getPropertyValue(style === "event" ? "--mono" : "--sans")}`;
  // A little more than measured, because a reader's settings may increase the letter spacing.
  return (canvas?.measureText(text).width ?? text.length * 8) * 1.03 + 1;
}

/** Wraps a text at this width, except words that are wider. */
export function broken(text: string, style: Style, width: number): Line[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && widthOf(longer, style) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => ({ text: line, style, width: widthOf(line, style), height: heights[style] }));
}
