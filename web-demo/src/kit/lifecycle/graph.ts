// The table of transitions as a graph in rows: states, and between them the steps from one state to
// another.
//
// A step is a node, so that its words never overlap a line or other words. A step that several
// states share is one node with several lines to it. A line that crosses a row has a node there,
// too.
import type { State, Transition } from "casegate/service";

export type Place = State | "start";

export interface Node {
  readonly kind: "state" | "step" | "bend";
  readonly row: number;
  /** For the node of a state. */
  readonly state?: Place;
  /** The transitions from state to state, or those that keep a state. */
  readonly transitions: readonly Transition[];
}

/** A line between neighbouring rows, from the upper to the lower node. */
export interface Link {
  readonly upper: Node;
  readonly lower: Node;
  /** The end with an arrowhead: the state that a step leads to. */
  readonly head?: "upper" | "lower";
  /** The steps along the line: these states and transitions. */
  readonly from: readonly Place[];
  readonly step: Node;
}

export interface Graph {
  readonly rows: readonly (readonly Node[])[];
  readonly links: readonly Link[];
}

interface Step {
  readonly sources: Place[];
  readonly target: State;
  readonly transitions: Transition[];
}

export const sourcesOf = (transition: Transition): readonly Place[] => (transition.from.length === 0 ? ["start"] : transition.from);

/** Returns `true` if the transition leads to another state. */
const moves = (transition: Transition): transition is Transition & { to: State } => transition.to !== null;

export function graphOf(table: readonly Transition[]): Graph {
  const places = [...new Set<Place>(["start", ...table.flatMap((row) => [...row.from, ...(row.to ? [row.to] : [])])])];
  const rank = ranks(places, table);
  const rankOf = (place: Place) => rank.get(place) ?? 0;
  const nodes: Node[] = [];
  const links: Link[] = [];
  const add = (node: Node) => (nodes.push(node), node);
  const states = new Map(places.map((state) => [state, add({
    kind: "state", row: rankOf(state) * 2, state,
    transitions: table.filter((row) => !moves(row) && sourcesOf(row).includes(state)),
  })]));
  for (const { sources, target, transitions } of steps(table, rankOf)) {
    const end = states.get(target) as Node;
    const back = sources.some((source) => rankOf(source) >= rankOf(target));
    const starts = sources.map((source) => states.get(source) as Node);
    // A step is placed next to the state that it leads to; a backward one, next to the state that
    // it comes from.
    const step = add({ kind: "step", row: back ? Math.min(...starts.map(({ row }) => row)) - 1 : end.row - 1, transitions });
    const bends = new Map<number, Node>([[step.row, step]]);
    const at = (row: number) => {
      const there = bends.get(row) ?? add({ kind: "bend", row, transitions: [] });
      bends.set(row, there);
      return there;
    };
    const along = (row: number) => sources.filter((source) => (back ? rankOf(source) * 2 > row : rankOf(source) * 2 < row));
    for (const start of starts) {
      const next = at(back ? start.row - 1 : start.row + 1);
      links.push({ ...(back ? { upper: next, lower: start } : { upper: start, lower: next }), from: [start.state as Place], step });
    }
    const rows = starts.map(({ row }) => row);
    const [top, bottom] = back ? [end.row + 1, Math.max(...rows) - 1] : [Math.min(...rows) + 1, step.row];
    for (let row = top; row < bottom; row += 1) links.push({ upper: at(row), lower: at(row + 1), from: along(back ? row + 1 : row), step });
    links.push(back
      ? { upper: end, lower: at(end.row + 1), head: "upper", from: sources, step }
      : { upper: step, lower: end, head: "lower", from: sources, step });
  }
  const rows = Array.from({ length: Math.max(...nodes.map(({ row }) => row)) + 1 }, (_, row) => nodes.filter((node) => node.row === row));
  return { rows, links };
}

/**
 * Transitions between the same states are one step; backward ones are separate from forward ones.
 */
function steps(table: readonly Transition[], rankOf: (place: Place) => number): Iterable<Step> {
  const found = new Map<string, Step>();
  for (const transition of table.filter(moves)) {
    for (const back of [false, true]) {
      const sources = sourcesOf(transition).filter((source) => rankOf(source) >= rankOf(transition.to) === back);
      if (sources.length === 0) continue;
      const key = [...sources, transition.to].join(" ");
      const step = found.get(key) ?? { sources: [...sources], target: transition.to, transitions: [] };
      step.transitions.push(transition);
      found.set(key, step);
    }
  }
  return found.values();
}

/**
 * Returns the length of the longest way from the start to each state, ignoring backward
 * transitions.
 */
function ranks(places: readonly Place[], table: readonly Transition[]): Map<Place, number> {
  const next = (place: Place) => [...new Set(table.filter(moves).filter((row) => sourcesOf(row).includes(place)).map((row) => row.to))];
  const rank = new Map<Place, number>();
  const visit = (place: Place, depth: number, way: readonly Place[]): void => {
    if (depth <= (rank.get(place) ?? -1)) return;
    rank.set(place, depth);
    for (const target of next(place)) if (target !== place && !way.includes(target)) visit(target, depth + 1, [...way, place]);
  };
  visit("start", 0, []);
  for (const place of places) if (!rank.has(place)) visit(place, 0, []);
  return rank;
}
