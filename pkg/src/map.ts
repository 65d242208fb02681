// The entry for a firm's own tables: cases of rows, and rows of results. Every decision is the module's.
import { prepare } from "#module";
import { ask } from "./bridge.js";
import type { Settings } from "./input.js";
import { isBytes, payloadText } from "./text.js";
import type { CaseDraft, Context, FormCase, Issue } from "./types.js";

export * from "./error.js";
export * from "./today.js";
export type * from "./input.js";
export type * from "./types.js";

/** Compiles the module ahead of the first call, off the main thread. It is optional. */
export function init(): Promise<void> {
  return prepare();
}

/** Where each field of a case comes from, and where results go; see docs/field-map.md. */
export interface FieldMap {
  name: string;
  /** The column with the id of a row. Rows without one cannot be sent. */
  row_id?: string;
  /** Texts that are no answer. */
  blank?: readonly string[];
  /** The source of each field, by its JSON Pointer. */
  fields: Readonly<Record<string, MapSource>>;
  back?: { rows: "per_case" | "per_result"; columns: Readonly<Record<string, { row_id: true } | { at: string; values?: Readonly<Record<string, string>> }>> };
}

/** The source of a field: a constant, a column, or several that are joined or of which the first answer counts. */
export type MapSource =
  | { value: unknown }
  | (({ column: string } | { columns: readonly string[]; join: string } | { columns: readonly string[]; first: true }) & {
      values?: Readonly<Record<string, unknown>>;
      format?: "MDY" | "DMY" | "YMD" | "excel" | "excel1904" | "date" | "datetime";
      zone?: string;
      split?: string;
      blank?: readonly string[];
    });

/** A finding about a map (`at` is a place in it) or about a row (`at` is a place in its case). */
export interface MapFinding {
  code: string;
  severity: "error" | "warning";
  at: string;
  columns?: string[];
  /** It never has a value of a row. */
  message: string;
  rule?: string;
  fix?: Issue["fix"];
}

export interface MapReport {
  ok: boolean;
  findings: MapFinding[];
  /** The columns of the table that the map does not use. */
  unused: string[];
}

/** A row without a case, by its number. */
export interface LeftOut {
  row: number;
  left_out: "empty" | "cell_count" | "header" | "no_id" | "repeated_id" | "not_an_object";
}

export interface Table {
  headers: string[];
  rows: { row: number; cells: string[] }[];
  left_out: LeftOut[];
  findings: MapFinding[];
}

/** A row and its case, which is personal data. The key is that of its submission. */
export interface MappedRow {
  row: number;
  id: string | null;
  key: string | null;
  ok: boolean;
  case: CaseDraft | null;
  findings: MapFinding[];
  omitted: { at: string; columns: string[]; reason: FormCase["omitted"][number]["reason"] }[];
}

/** With an error among the findings no row was read. */
export interface CasesReport extends MapReport {
  accepted: number;
  refused: number;
  rows: MappedRow[];
  left_out: LeftOut[];
}

export interface RowsReport {
  ok: boolean;
  findings: MapFinding[];
  headers: string[];
  rows: string[][];
  left_out: LeftOut[];
  /** CSV for a spreadsheet: a cell that it would run or change begins with an apostrophe, which `readCsv` takes off. */
  csv: string;
}

/** Checks a map, as an object or as its text, and with the headers of a table also its columns. */
export function checkMap(map: FieldMap | string, headers?: readonly string[], settings: Settings = {}): MapReport {
  return run("check_map", headers === undefined ? { map } : { map, headers }, settings) as MapReport;
}

/** Makes and checks the case of each row of a table, which is that of `readCsv` or a list of objects. */
export function casesOf(map: FieldMap | string, table: Table | readonly object[], context: Context): CasesReport {
  return run("cases_of", { map, table }, context) as CasesReport;
}

/** Writes cases as rows. Each has the `id` of its row, and whatever `back` names; a row of `casesOf` is one as well. */
export function rowsOf(map: FieldMap | string, results: readonly object[]): RowsReport {
  return run("rows_of", { map, results }, {}) as RowsReport;
}

/** Reads the bytes of a CSV file. A file that cannot be read gives a table with an error among its findings. */
export function readCsv(bytes: Uint8Array, map: FieldMap | string): Table {
  if (!isBytes(bytes)) throw new TypeError("readCsv takes the bytes of a file, because its encoding is not known before.");
  let latin1 = "";
  for (let at = 0; at < bytes.length; at += 8192) latin1 += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return run("read_csv", { map, latin1 }, {}) as Table;
}

function run(operation: string, input: object, context: Settings): unknown {
  return ask(operation, payloadText(input), context, "developer", Infinity);
}
