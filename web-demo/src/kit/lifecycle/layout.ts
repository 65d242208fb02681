// The layout of a graph: the order of nodes in their rows, and their distances.
import type { Graph, Link, Node } from "./graph.js";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Placed extends Size {
  /** The center. */
  readonly x: number;
  /** The top. */
  readonly y: number;
  /** The row's top and bottom. */
  readonly top: number;
  readonly bottom: number;
}

export interface Layout extends Size {
  readonly at: (node: Node) => Placed;
}

export interface Gaps {
  readonly beside: number;
  readonly between: number;
  readonly margin: number;
}

export function layOut(graph: Graph, sizeOf: (node: Node) => Size, gaps: Gaps): Layout {
  const rows = order(graph);
  const sizes = new Map(rows.flat().map((node) => [node, sizeOf(node)]));
  const size = (node: Node) => sizes.get(node) as Size;
  const centre = centres(rows, graph.links, (node) => size(node).width, gaps.beside);
  const left = Math.min(...rows.flat().map((node) => centre(node) - size(node).width / 2));
  const placed = new Map<Node, Placed>();
  let y = gaps.margin;
  for (const row of rows) {
    const height = Math.max(...row.map((node) => size(node).height));
    for (const node of row) {
      const { width, height: own } = size(node);
      placed.set(node, { x: centre(node) - left + gaps.margin, y: y + (height - own) / 2, width, height: own, top: y, bottom: y + height });
    }
    y += height + gaps.between;
  }
  const all = [...placed.values()];
  return {
    width: Math.max(...all.map(({ x, width }) => x + width / 2)) + gaps.margin,
    height: Math.max(...all.map(({ bottom }) => bottom)) + gaps.margin,
    at: (node) => placed.get(node) as Placed,
  };
}

/**
 * Starts from several orders, improves one row after the other, and keeps the order with the fewest
 * crossings.
 */
function order({ rows, links }: Graph): Node[][] {
  // Lines that pass rows do so on one side; both sides are tried, because improving single rows
  // does not find the best one.
  const passing = [...new Set(links.filter(({ upper, lower }) => upper.kind === "bend" || lower.kind === "bend").map(({ step }) => step))].slice(0, 5);
  let best: { price: number; rows: Node[][] } = { price: Infinity, rows: [] };
  for (let sides = 0; sides < 2 ** passing.length; sides += 1) {
    const side = (node: Node) => {
      const at = passing.indexOf(node.kind === "bend" ? (links.find(({ upper, lower }) => upper === node || lower === node)?.step ?? node) : node);
      return at < 0 ? 0 : (sides >> at) & 1 ? -1 : 1;
    };
    const found = improved(rows.map((row) => row.toSorted((one, other) => side(one) - side(other))), links);
    const price = cost(found, links);
    if (price < best.price) best = { price, rows: found };
  }
  return best.rows;
}

function improved(rows: readonly Node[][], links: readonly Link[]): Node[][] {
  const now = [...rows];
  const downwards = now.map((_, at) => at);
  for (let round = 0; round < 4; round += 1) {
    for (const at of round % 2 === 0 ? downwards : downwards.toReversed()) {
      const near = links.filter(({ upper, lower }) => upper.row === at || lower.row === at);
      let best = Infinity;
      for (const tried of permutations(now[at] as Node[])) {
        const price = cost(now.with(at, tried), near);
        if (price < best) [best, now[at]] = [price, tried];
      }
    }
  }
  return now;
}

/** The cost: crossings first, then horizontal distances. */
function cost(rows: readonly (readonly Node[])[], links: readonly Link[]): number {
  const place = new Map(rows.flatMap((row) => row.map((node, at) => [node, at - (row.length - 1) / 2] as const)));
  const at = (node: Node) => place.get(node) ?? 0;
  let total = 0;
  links.forEach((one, index) => {
    total += Math.abs(at(one.upper) - at(one.lower));
    for (const other of links.slice(index + 1)) {
      if (one.upper.row === other.upper.row && (at(one.upper) - at(other.upper)) * (at(one.lower) - at(other.lower)) < 0) total += 100;
    }
  });
  return total;
}

function permutations<T>(items: readonly T[]): T[][] {
  // For a row that is too long for all orders, each pair of neighbours is tried.
  if (items.length > 6) return [[...items], ...items.slice(1).map((item, at) => items.with(at, item).with(at + 1, items[at] as T))];
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

/** Moves each node as close to the center of its neighbours as its row permits. */
function centres(rows: readonly (readonly Node[])[], links: readonly Link[], width: (node: Node) => number, gap: number): (node: Node) => number {
  const x = new Map<Node, number>(rows.flat().map((node) => [node, 0]));
  const at = (node: Node) => x.get(node) ?? 0;
  for (let round = 0; round < 120; round += 1) {
    for (const row of round % 2 === 0 ? rows : rows.toReversed()) {
      const wanted = row.map((node) => {
        const near = links.filter(({ upper, lower }) => upper === node || lower === node).map(({ upper, lower }) => {
          const other = upper === node ? lower : upper;
          return { x: at(other), weight: pull(node, other) };
        });
        const weight = near.reduce((sum, one) => sum + one.weight, 0);
        return weight === 0 ? at(node) : near.reduce((sum, one) => sum + one.x * one.weight, 0) / weight;
      });
      apart(row.map(width), wanted, gap).forEach((value, index) => x.set(row[index] as Node, value));
    }
  }
  return at;
}

/** Lines pass a row straight, and states are aligned, whatever passes them. */
function pull(node: Node, other: Node): number {
  if (node.kind === "bend") return other.kind === "state" ? 0.2 : 8;
  return other.kind === "bend" ? 0.1 : 1;
}

/**
 * Returns the places closest to the wanted ones without overlaps (by pooling neighbours that want
 * the same place).
 */
function apart(widths: readonly number[], wanted: readonly number[], gap: number): number[] {
  let offset = 0;
  const offsets = widths.map((width, at) => (offset += at === 0 ? 0 : ((widths[at - 1] ?? 0) + width) / 2 + gap));
  const pools: { sum: number; count: number }[] = [];
  wanted.forEach((want, at) => {
    let pool = { sum: want - (offsets[at] ?? 0), count: 1 };
    for (let last = pools.at(-1); last && last.sum / last.count >= pool.sum / pool.count; last = pools.at(-1)) {
      pool = { sum: pool.sum + last.sum, count: pool.count + last.count };
      pools.pop();
    }
    pools.push(pool);
  });
  return pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count)).map((value, at) => value + (offsets[at] ?? 0));
}
