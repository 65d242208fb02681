"""The check of many cases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol, TypeAlias, overload

from casegate import _casegate
from casegate._bridge import AnyContext, Payload, answer, ask, payload_text
from casegate._bridge import context as parsed
from casegate._map import AnyTable, CasesReport, FieldMap, cases_of
from casegate.types import Report


class ArrowArray(Protocol):
    """An array of any Arrow library, such as `pyarrow.Array`."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...


class ArrowStream(Protocol):
    """Chunks of any Arrow library, such as `pyarrow.ChunkedArray` and `polars.Series`."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


Arrow: TypeAlias = ArrowArray | ArrowStream


@overload
def check_batch(payloads: Arrow, context: AnyContext) -> _casegate.ArrowReports: ...
@overload
def check_batch(payloads: Iterable[Payload], context: AnyContext) -> Iterator[Report]: ...
@overload
def check_batch(payloads: AnyTable, context: AnyContext, *, map: FieldMap) -> CasesReport: ...
def check_batch(
    payloads: Any, context: AnyContext, *, map: FieldMap | None = None
) -> _casegate.ArrowReports | Iterator[Report] | CasesReport:
    """Checks many cases. The result has exactly one report for each, in order.

    An Arrow array of strings or binary values is read in place, and other threads run meanwhile.
    The result is an Arrow array of reports as JSON text, which `pyarrow.array` and `polars.Series`
    accept. A null counts as JSON's `null`, which is refused like any other case.

    For any other iterable, the result is an iterator of reports. It reads a case when its report
    is requested. A case that JSON cannot express, such as one with NaN, has a report that says so
    and names its position; the others have theirs.

    Either result can be iterated for the reports as dictionaries.

    With a map, a firm's own table has cases: see `cases_of`.

    Raises `ContextError` for an invalid context, and `TypeError` for an array of another type.
    """
    if map is not None:
        return cases_of(map, payloads, context)
    if isinstance(payloads, (str, bytes, bytearray, memoryview, Mapping)):
        raise TypeError("check_batch takes an array or an iterable of cases; check_case takes one case")
    ask("check_case", "", context)  # An invalid context raises here, before any case is read.
    if hasattr(payloads, "__arrow_c_array__") or hasattr(payloads, "__arrow_c_stream__"):
        return _casegate.check_arrow(payloads, parsed(context))
    return _reports(iter(payloads), parsed(context))


def _reports(payloads: Iterator[Payload], context: _casegate.Context) -> Iterator[Report]:
    for row, payload in enumerate(payloads):
        try:
            text = payload_text(payload)
        except TypeError as error:
            report: Report = answer(_casegate.call("check_case", "NaN", context))  # refused as no JSON
            for issue in report["issues"]:
                issue["message"] = f"Case {row}, counted from 0, cannot be JSON: {error}"
            yield report
        else:
            yield answer(_casegate.call("check_case", text, context))


def _of_arrow(reports: _casegate.ArrowReports) -> Iterator[Report]:
    return (answer(reports._text(at)) for at in range(len(reports)))
