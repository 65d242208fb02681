"""A firm's own tables: cases of rows, and rows of results. Every decision is the native module's."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, time, timedelta
from decimal import Decimal
from typing import Any, Literal, NotRequired, Protocol, TypeAlias, TypedDict
from uuid import UUID

from casegate._bridge import AnyContext, ask, json_text
from casegate.types import Fix, Severity

FieldMap: TypeAlias = Mapping[str, Any] | str
"""Where each field of a case comes from, and where results go, or its JSON text; see docs/field-map.md."""


class MapFinding(TypedDict):
    """A finding about a map (`at` is a place in it) or about a row (`at` is a place in its case)."""

    code: str
    severity: Severity
    at: str
    columns: NotRequired[list[str]]
    message: str
    """It never has a value of a row."""
    rule: NotRequired[str]
    fix: NotRequired[Fix]


class MapReport(TypedDict):
    ok: bool
    findings: list[MapFinding]
    unused: list[str]
    """The columns of the table that the map does not use."""


class LeftOut(TypedDict):
    """A row without a case, by its number."""

    row: int
    left_out: Literal["empty", "cell_count", "header", "no_id", "repeated_id", "not_an_object"]


class TableRow(TypedDict):
    row: int
    cells: list[str]


class Table(TypedDict):
    headers: list[str]
    rows: list[TableRow]
    left_out: list[LeftOut]
    findings: list[MapFinding]


class MappedOmitted(TypedDict):
    """An answer of a row that its case lacks."""

    at: str
    columns: list[str]
    reason: Literal["forbidden", "other_product", "duplicate", "page_input", "beside_the_case"]


class MappedRow(TypedDict):
    """A row and its case, which is personal data. The key is that of its submission."""

    row: int
    id: str | None
    key: str | None
    ok: bool
    case: dict[str, Any] | None
    findings: list[MapFinding]
    omitted: list[MappedOmitted]


class CasesReport(MapReport):
    """With an error among the findings no row was read."""

    accepted: int
    refused: int
    rows: list[MappedRow]
    left_out: list[LeftOut]


class RowsReport(TypedDict):
    ok: bool
    findings: list[MapFinding]
    headers: list[str]
    rows: list[list[str]]
    left_out: list[LeftOut]
    csv: str
    """CSV for a spreadsheet: a cell that it would run or change begins with an apostrophe, which `read_csv` takes off."""


class PolarsFrame(Protocol):
    """A `polars.DataFrame`."""

    @property
    def columns(self) -> list[str]: ...
    def to_dicts(self) -> list[dict[str, Any]]: ...


class ArrowTable(Protocol):
    """A `pyarrow.Table` or `pyarrow.RecordBatch`."""

    @property
    def schema(self) -> Any: ...
    def to_pylist(self) -> list[dict[str, Any]]: ...


AnyTable: TypeAlias = Table | Iterable[Mapping[str, Any]] | PolarsFrame | ArrowTable
"""The table of `read_csv`, dictionaries, or a frame. Rows of the last two are numbered from 1."""


def check_map(map: FieldMap, headers: Sequence[str] | None = None, context: AnyContext = "") -> MapReport:
    """Checks a map, and with the headers of a table also its columns."""
    report: MapReport = _run("check_map", map, {} if headers is None else {"headers": headers}, context)
    return report


def cases_of(map: FieldMap, table: AnyTable, context: AnyContext) -> CasesReport:
    """Makes and checks the case of each row of a table.

    A date is read as `YMD` and a time as ISO 8601. `None` and NaN are empty cells.
    """
    report: CasesReport = _run("cases_of", map, _table(table), context)
    return report


def rows_of(map: FieldMap, results: Iterable[Mapping[str, Any]]) -> RowsReport:
    """Writes cases as rows. Each has the `id` of its row, and whatever `back` names; a row of `cases_of` is one as well."""
    report: RowsReport = _run("rows_of", map, {"results": results if isinstance(results, (Mapping, str)) else list(results)}, "")
    return report


def read_csv(data: bytes, map: FieldMap) -> Table:
    """Reads the bytes of a CSV file. A file that cannot be read gives a table with an error among its findings."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError("read_csv takes the bytes of a file, because its encoding is not known before")
    table: Table = _run("read_csv", map, {"latin1": str(data, "latin-1")}, "")
    return table


def _run(operation: str, map: FieldMap, input: dict[str, Any], context: AnyContext) -> Any:
    return ask(operation, json_text({"map": map, **input}), context)


def _table(table: Any) -> dict[str, Any]:
    if isinstance(table, (Mapping, str)):
        return {"table": table}
    # The headers of a frame are there without rows as well, and may repeat.
    if hasattr(table, "to_dicts"):
        return {"table": _rows(table.to_dicts()), "headers": table.columns}
    if hasattr(table, "to_pylist") and hasattr(table, "schema"):
        return {"table": _rows(table.to_pylist()), "headers": table.schema.names}
    if isinstance(table, (bytes, bytearray, memoryview)) or hasattr(table, "__arrow_c_array__") or hasattr(table, "__arrow_c_stream__"):
        raise TypeError("a table is that of read_csv, dictionaries, a table of pyarrow, or a DataFrame of Polars")
    return {"table": _rows(table)}


def _rows(rows: Iterable[Any]) -> list[Any]:
    try:
        return [{name: _cell(name, value) for name, value in row.items()} if isinstance(row, Mapping) else None for row in rows]
    except RecursionError:
        raise TypeError("a value is nested too deeply for JSON") from None


def _cell(name: object, value: Any) -> Any:
    """Returns a value of a frame as one of JSON."""
    if isinstance(value, (float, date)) and value != value:
        return None  # NaN, or no time in pandas
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)  # as JavaScript writes it; of a larger one the last digits are not known
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, (time, timedelta, UUID)):
        return str(value)
    if isinstance(value, (list, tuple)):
        return [_cell(name, part) for part in value]
    if isinstance(value, dict):
        return {key: _cell(name, part) for key, part in value.items()}
    if value is None or (isinstance(value, (str, int, float)) and value not in (math.inf, -math.inf)):
        return value
    raise TypeError(f"the column {name!r} has a value without a text, of the type {type(value).__name__}")
