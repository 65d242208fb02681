//! The texts of `map`.

pub(crate) const MAP: &str = "\
Make cases of a firm's own table, and rows of results

A map is a JSON file that says from which column each field of a case comes, and into which columns results go. The \
page docs/field-map.md is its guide.";

pub(crate) const MAP_CHECK_AFTER: &str = "\
Exit codes:
  0  the map can be used
  1  the map has faults, or the table lacks a column of it
  2  wrong usage, a file that is missing or cannot be read, invalid settings

Examples:
  casegate map check map.json
  casegate map check map.json export.csv";

pub(crate) const MAP_CASES: &str = "\
Make the cases of a table, and check them

Each row is a case, a refused case with its findings, or left out: empty rows, rows without an id or with that of an \
earlier row, the header once more, and rows with another number of cells, as footers have. Nothing is guessed and nothing is \
sent.

With `--format json` each row is a line: `row`, `id`, `key`, `ok`, `case`, `findings` and `omitted`. A row that is left \
out is a line with `row` and `left_out`.";

pub(crate) const MAP_CASES_AFTER: &str = "\
Exit codes:
  0  every case may be sent
  1  a case would be refused
  2  wrong usage, a map with faults, a table that lacks a column, a file that cannot be read, invalid settings

Examples:
  casegate map cases map.json export.csv
  casegate map cases map.json export.csv --format json --today 2026-03-01 | jq -c 'select(.ok) | .case'";

pub(crate) const MAP_ROWS: &str = "\
Write results, or the findings of rows, as a table

An object has the `id` of its row and whatever the pointers of the map's `back` name, such as `state` and `results`. A \
line of `casegate map cases --format json` is one as well; its findings are in the first column.

The table is CSV for a spreadsheet: a cell that it would run as a formula, or change into a date or another number, such \
as 10/20, begins with an apostrophe. `casegate map cases` takes it off again.";

pub(crate) const MAP_ROWS_AFTER: &str = "\
Exit codes:
  0  the rows were written
  2  wrong usage, a map with faults or without `back`, a file that cannot be read

Examples:
  casegate map rows map.json results.ndjson > results.csv
  casegate map cases map.json export.csv --format json | casegate map rows map.json - > findings.csv";
