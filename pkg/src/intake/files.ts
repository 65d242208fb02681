// The files of the case: kept in this tab, and judged by the library before anything is sent.
import type { FileWithEdges } from "../form.js";
import type { Settings } from "../input.js";
import type { FileVerdict, FileVerdicts } from "../types.js";
import { verdictsOn } from "./book.js";
import type { Catalogue, Choice } from "./catalogue.js";
import { english } from "./english.js";

export interface Chosen {
  readonly id: number;
  readonly file: File;
  readonly label: string;
  /** Its bytes, once they are read. */
  readonly edges?: FileWithEdges;
}

/** A file of a draft, which is not in it. */
export type Named = Readonly<Record<"name" | "label", string>>;

/** The labels of a file. The last one, for any other file, is the default. */
export function labels(catalogue: Catalogue): readonly Choice[] {
  return catalogue.listById("file_label")?.words ?? [];
}

export class FileList {
  /** Files that a draft had, and that were not chosen again. */
  missing: readonly Named[] = [];
  private list: readonly Chosen[] = [];
  private count = 0;
  private settings: Settings = {};
  private known: FileVerdicts | undefined;

  get all(): readonly Chosen[] { return this.list; }

  /** The verdicts on the files in order, and the total size of accepted ones. */
  get verdicts(): FileVerdicts {
    return (this.known ??= this.judge());
  }

  /** Files that are rejected by themselves stay here, so they do not count toward the limits of the others. */
  private judge(): FileVerdicts {
    const files = this.list.map(({ file, label, edges }) => ({ name: file.name, size: file.size, ...edges, label }));
    const alone = files.map((file) => verdictsOn({ files: [file] }, this.settings).files[0]);
    const together = verdictsOn({ files: files.filter((_, index) => alone[index]?.status !== "rejected") }, this.settings);
    const rest = [...together.files];
    return { ...together, files: alone.flatMap((verdict) => (verdict?.status === "rejected" ? verdict : rest.shift()) ?? []) };
  }

  judgeBy(settings: Settings): void {
    this.settings = settings;
    this.known = undefined;
  }

  verdictOf(id: number): FileVerdict | undefined {
    return this.verdicts.files[this.list.findIndex((entry) => entry.id === id)];
  }

  /** Adds files, but none twice. Returns the new ones. */
  add(files: readonly File[]): readonly Chosen[] {
    const added: Chosen[] = [];
    for (const file of files) {
      if ([...this.list, ...added].some((entry) => isSame(entry.file, file))) continue;
      added.push({ id: ++this.count, file, label: this.missing.find(({ name }) => name === file.name)?.label ?? labels(english).at(-1)?.value ?? "" });
    }
    this.put([...this.list, ...added]);
    this.missing = this.missing.filter(({ name }) => !this.list.some(({ file }) => file.name === name));
    return added;
  }

  change(id: number, change: Pick<Chosen, "label"> | Pick<Chosen, "edges">): void {
    this.put(this.list.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)));
  }

  remove(id: number): void {
    this.put(this.list.filter((entry) => entry.id !== id));
  }

  clear(missing: readonly Named[] = []): void {
    this.put([]);
    this.missing = missing;
  }

  private put(list: readonly Chosen[]): void {
    this.list = list;
    this.known = undefined;
  }
}

function isSame(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}
