// Finds the places of pointers in a JSON text. It reads the text once; of a broken text, the part
// before the error counts.
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A member of an object or an element of an array, with the positions that an edit needs. */
export interface Member {
  readonly key?: Span;
  readonly value: Span;
  /** The end of the preceding value, if there is one. */
  readonly before?: number;
  /** The start of the object or array. */
  readonly open: number;
}

export interface Place {
  /**
   * `true` if the text contains the value. Otherwise `spot` is the opening bracket of the nearest
   * existing record.
   */
  readonly given: boolean;
  readonly spot: Span;
  /** All occurrences, of which the last one counts. Empty for the whole payload. */
  readonly times: readonly Member[];
}

interface Wanted {
  readonly children: Map<string, Wanted>;
  value?: Span;
  times: Member[];
}

const wanted = (): Wanted => ({ children: new Map(), times: [] });

export function segmentsOf(pointer: string): string[] {
  return pointer.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Returns the places of these pointers. */
export function locate(text: string, pointers: Iterable<string>): Map<string, Place> {
  const root = wanted();
  const all = [...new Set(pointers)];
  for (const pointer of all) {
    let node = root;
    for (const name of segmentsOf(pointer)) {
      let child = node.children.get(name);
      if (child === undefined) node.children.set(name, (child = wanted()));
      node = child;
    }
  }
  new Reader(text).visit(root);
  return new Map(all.map((pointer) => [pointer, placeOf(text, root, pointer)]));
}

export function locateOne(text: string, pointer: string): Place {
  return locate(text, [pointer]).get(pointer) as Place;
}

function placeOf(text: string, root: Wanted, pointer: string): Place {
  let node = root;
  let nearest = root.value ?? { from: 0, to: 0 };
  for (const name of segmentsOf(pointer)) {
    const child = node.children.get(name);
    if (child?.value === undefined) {
      const isRecord = /[{[]/.test(text.charAt(nearest.from));
      return { given: false, spot: isRecord ? { from: nearest.from, to: nearest.from + 1 } : nearest, times: [] };
    }
    node = child;
    nearest = child.value;
  }
  return { given: node.value !== undefined, spot: nearest, times: node.times };
}

/** If an object is repeated, only the content of the last one counts. */
function forget(node: Wanted): void {
  for (const child of node.children.values()) {
    if (child.value === undefined) continue;
    delete child.value;
    child.times = [];
    forget(child);
  }
}

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  /** Reads a value; returns `false` if the text is broken. */
  visit(node: Wanted): boolean {
    this.space();
    const from = this.at;
    if (from >= this.text.length) return false;
    node.value = { from, to: this.text.length };
    const opening = node.children.size > 0 ? this.text[from] : "";
    const read = opening === "{" || opening === "[" ? this.members(node, opening === "{") : this.skip();
    node.value = { from, to: this.at };
    return read;
  }

  private members(node: Wanted, named: boolean): boolean {
    const open = this.at++;
    let before: number | undefined;
    for (let index = 0; ; index++) {
      this.space();
      if (this.text[this.at] === (named ? "}" : "]")) {
        this.at++;
        return true;
      }
      const start = this.at;
      let name = String(index);
      if (named) {
        if (this.text[start] !== '"' || !this.string()) return false;
        name = nameOf(this.text.slice(start, this.at));
      }
      const key = named ? { from: start, to: this.at } : undefined;
      if (named) {
        this.space();
        if (this.text[this.at] !== ":") return false;
        this.at++;
      }
      const child = node.children.get(name);
      let read: boolean;
      if (child === undefined) {
        this.space();
        read = this.skip();
      } else {
        forget(child);
        read = this.visit(child);
        const member = {
          value: child.value ?? { from: this.at, to: this.at }, open,
          ...(key && { key }), ...(before !== undefined && { before }),
        };
        child.value = member.value;
        child.times.push(member);
      }
      if (!read) return false;
      before = this.at;
      this.space();
      if (this.text[this.at] === ",") this.at++;
      else if (this.text[this.at] !== (named ? "}" : "]")) return false;
    }
  }

  /** Skips a value, however deep. */
  private skip(): boolean {
    const { text } = this;
    let depth = 0;
    do {
      const character = text[this.at];
      if (character === undefined) return false;
      if (character === '"') {
        if (!this.string()) return false;
      } else if (character === "{" || character === "[") {
        depth++;
        this.at++;
      } else if (character === "}" || character === "]") {
        if (depth === 0) return false;
        depth--;
        this.at++;
      } else if (depth > 0) {
        this.at++;
      } else {
        const start = this.at;
        while (this.at < text.length && !" \t\r\n,:]}\"{[".includes(text.charAt(this.at))) this.at++;
        if (this.at === start) return false;
      }
    } while (depth > 0);
    return true;
  }

  private string(): boolean {
    for (let end = this.text.indexOf('"', this.at + 1); end >= 0; end = this.text.indexOf('"', end + 1)) {
      let slashes = 0;
      while (this.text[end - 1 - slashes] === "\\") slashes++;
      if (slashes % 2 > 0) continue;
      this.at = end + 1;
      return true;
    }
    this.at = this.text.length;
    return false;
  }

  private space(): void {
    while (" \t\r\n".includes(this.text.charAt(this.at)) && this.at < this.text.length) this.at++;
  }
}

function nameOf(raw: string): string {
  if (!raw.includes("\\")) return raw.slice(1, -1);
  try {
    return JSON.parse(raw) as string;
  } catch {
    return raw;
  }
}
