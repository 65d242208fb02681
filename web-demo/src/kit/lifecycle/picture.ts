// Draws the graph: boxes for states, words for steps, lines between them.
import type { State, Transition, TriggerType } from "casegate/service";
import { graphOf, sourcesOf, type Graph, type Link, type Node, type Place } from "./graph.js";
import { layOut, type Layout } from "./layout.js";
import { broken, type Line } from "./text.js";
import { table, triggers } from "transitions";
import { words } from "./words.js";

export interface LifecycleOptions {
  /** The state of a case, which is marked, with the possible next steps. */
  readonly current?: State;
  /** The triggers that are possible now, if more than the state is known. */
  readonly allowed?: readonly TriggerType[];
  /** Only states and the names of steps. */
  readonly compact?: boolean;
}

/** Padding inside boxes, and gaps between their contents. */
const inside = { x: 12, y: 9, loop: 20, between: 6 };

const straight = 12;

export const labelOf = (trigger: TriggerType): string => triggers[trigger] ?? trigger;
export const nameOf = (place: Place): string => (place === "start" ? words.start : words.states[place] ?? place);

/** Returns `true` if the transition is possible for a case in this state. */
export function isNext(transition: Transition, { current, allowed }: LifecycleOptions): boolean {
  return current !== undefined && transition.from.includes(current) && (allowed === undefined || allowed.includes(transition.trigger));
}

export function draw(options: LifecycleOptions): SVGSVGElement {
  const graph = graphOf(table);
  const lines = new Map(graph.rows.flat().map((node) => [node, linesOf(node, options)]));
  const layout = layOut(graph, (node) => sizeOf(node, lines.get(node) ?? []), options.compact
    ? { beside: 12, between: 30, margin: 4 } : { beside: 30, between: 42, margin: 6 });
  const marker = `arrow-${Math.random().toString(36).slice(2)}`;
  const svg = s("svg", { class: "lifecycle-picture", viewBox: `0 0 ${Math.ceil(layout.width)} ${Math.ceil(layout.height)}`, role: "img" });
  // A slightly smaller diagram is still legible; below that it scrolls.
  svg.style.width = `${Math.ceil(layout.width)}px`;
  svg.style.minWidth = `${Math.ceil(layout.width * 0.82)}px`;
  svg.append(s("defs", {}, ...["", "-now"].map((kind) => s("marker", {
    id: marker + kind, class: `arrowhead${kind && " is-now"}`, viewBox: "0 0 10 10", refX: 9, refY: 5, markerUnits: "userSpaceOnUse",
    markerWidth: 11, markerHeight: 11, orient: "auto-start-reverse",
  }, s("path", { d: "M0 1L10 5L0 9z" })))));
  svg.append(...drawLinks(graph, layout, options, marker));
  for (const node of graph.rows.flat()) if (node.kind !== "bend") svg.append(drawNode(node, lines.get(node) ?? [], layout, options, marker));
  return svg;
}

function linesOf(node: Node, options: LifecycleOptions): Line[][] {
  const w = words;
  const { compact = false, current } = options;
  if (node.kind === "bend") return [];
  if (node.kind === "step") {
    return node.transitions.map((transition) => [
      ...broken(labelOf(transition.trigger), "trigger", compact ? 88 : 190),
      ...(compact ? [] : [
        ...broken(w.actors[transition.by], "small", 190),
        ...(transition.conditions.length === 0 ? [] : broken(w.only(transition.conditions.map((id) => w.conditions[id] ?? id)), "small", 190)),
        ...eventLines(transition, 190),
      ]),
      ...(isNext(transition, options) ? broken(w.next, "mark", 190) : []),
    ]);
  }
  const place = node.state as Place;
  const head = [
    ...broken(nameOf(place), "state", compact ? 120 : 200),
    ...(compact || place === "start" ? [] : broken(place, "event", 200)),
    ...(place === current ? broken(w.here, "mark", 200) : []),
  ];
  const stays = compact ? [] : node.transitions.map((transition) => [
    ...broken(labelOf(transition.trigger), "trigger", 220), ...eventLines(transition, 220),
    ...(place === current && isNext(transition, options) ? broken(w.next, "mark", 190) : []),
  ]);
  return [head, ...stays];
}

function eventLines({ event, fires }: Transition, width: number): Line[] {
  if (event === null) return [];
  return [...broken(event, "event", width), ...(words.firings[fires] ? broken(words.firings[fires], "small", width) : [])];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function sizeOf(node: Node, blocks: readonly (readonly Line[])[]) {
  if (node.kind === "bend") return { width: 4, height: 0 };
  const loop = node.kind === "state" && blocks.length > 1 ? inside.loop : 0;
  const width = Math.max(...blocks.flat().map((line) => line.width)) + loop + 2 * (node.kind === "state" ? inside.x : 4);
  const height = sum(blocks.flat().map((line) => line.height)) + (blocks.length - 1) * inside.between + 2 * (node.kind === "state" ? inside.y : 2)
    + (loop > 0 ? inside.between : 0);
  return { width, height };
}

function drawNode(node: Node, blocks: readonly (readonly Line[])[], layout: Layout, options: LifecycleOptions, marker: string): SVGElement {
  const { x, y, width, height } = layout.at(node);
  const isState = node.kind === "state";
  const here = isState && node.state === options.current;
  const group = s("g", { class: `${node.kind}${here ? " is-here" : ""}${node.state === "start" ? " is-start" : ""}` });
  if (isState) {
    group.setAttribute("data-state", node.state as Place);
    group.append(s("rect", { x: x - width / 2, y, width, height, rx: 8 }));
  }
  let top = y + (isState ? inside.y : 2);
  blocks.forEach((block, index) => {
    const stays = isState && index > 0;
    const transition = isState ? node.transitions[index - 1] : node.transitions[index];
    const words = s("g", transition && (!isState || stays)
      ? { "data-trigger": transition.trigger, "data-from": isState ? node.state as Place : sourcesOf(transition).join(" "), "data-to": transition.to ?? node.state as Place }
      : {});
    if (stays) {
      top += inside.between;
      if (index === 1) {
        group.append(s("path", { class: "divider", d: `M${x - width / 2} ${top}H${x + width / 2}` }));
        top += inside.between;
      }
      // A loop at the side of the box: a trigger that keeps the state.
      const middle = top + 9;
      const now = here && transition !== undefined && isNext(transition, options);
      words.append(s("path", {
        class: `line${now ? " is-now" : ""}`, "marker-end": `url(#${marker}${now ? "-now" : ""})`,
        d: `M${x - width / 2 + 10} ${middle - 5}h7a5 5 0 0 1 0 10h-8`,
      }));
    } else if (index > 0) top += inside.between;
    for (const line of block) {
      const start = x - width / 2 + inside.x + inside.loop;
      words.append(s("text", { class: line.style, x: stays ? start : x, y: top + line.height * 0.74, "text-anchor": stays ? "start" : "middle" }, line.text));
      top += line.height;
    }
    group.append(words);
  });
  return group;
}

function drawLinks({ links }: Graph, layout: Layout, options: LifecycleOptions, marker: string): SVGElement[] {
  const isNow = ({ from, step }: Link) => options.current !== undefined && from.includes(options.current) && step.transitions.some((transition) => isNext(transition, options));
  // Possible transitions are drawn above the other lines.
  return links.toSorted((one, other) => Number(isNow(one)) - Number(isNow(other))).map((link) => {
    const upper = layout.at(link.upper);
    const lower = layout.at(link.lower);
    const [x1, x2] = [upper.x + port(link, link.upper, links, layout), lower.x + port(link, link.lower, links, layout)];
    // The end of a line before an arrowhead is straight, so that the arrow points at its box.
    const y1 = upper.bottom + (link.head === "upper" ? straight : 0);
    const y2 = lower.top - (link.head === "lower" ? straight : 0);
    const bend = (y2 - y1) * 0.6;
    const from = link.upper.kind === "bend" ? upper.top : upper.y + upper.height;
    const to = link.lower.kind === "bend" ? lower.bottom : lower.y;
    const now = isNow(link) ? "-now" : "";
    return s("path", {
      class: `line${now && " is-now"}`,
      d: `M${x1} ${from}V${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}V${to}`,
      ...(link.head === "lower" && { "marker-end": `url(#${marker}${now})` }),
      ...(link.head === "upper" && { "marker-start": `url(#${marker}${now})` }),
    });
  });
}

/**
 * Returns the distance between a box's center and the end of a line; the lines on one side are in
 * order.
 */
function port(link: Link, node: Node, links: readonly Link[], layout: Layout): number {
  if (node.kind !== "state") return 0;
  const isUpper = link.upper === node;
  const other = ({ upper, lower }: Link) => layout.at(isUpper ? lower : upper).x;
  const beside = links.filter((one) => (isUpper ? one.upper : one.lower) === node).toSorted((one, next) => other(one) - other(next));
  const distance = Math.min(36, (layout.at(node).width - 24) / beside.length);
  return (beside.indexOf(link) - (beside.length - 1) / 2) * distance;
}

function s<K extends keyof SVGElementTagNameMap>(
  tag: K, attributes: Record<string, string | number>, ...children: (SVGElement | string)[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, typeof value === "number" ? String(Math.round(value * 100) / 100) : value);
  element.append(...children);
  return element;
}
