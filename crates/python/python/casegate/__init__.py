"""Checks insurance-coverage research requests before they are sent: every finding at once, with
the rule behind it.

Answers are plain dictionaries, as the other bindings of casegate give them, with types in
`casegate.types`.
"""

from casegate import types
from casegate._batch import check_batch
from casegate._bridge import ContextError, Payload, call
from casegate._case import (
    case_from_form,
    check_case,
    check_house,
    explain,
    field_states,
    judge_files,
    play_session,
    prepare_case,
    repair_case,
)
from casegate._casegate import VERSION as __version__
from casegate._casegate import ArrowReports
from casegate._map import CasesReport, FieldMap, MapReport, RowsReport, Table, cases_of, check_map, read_csv, rows_of
from casegate._service import (
    ReadRecord,
    actions,
    apply_trigger,
    cancellation,
    check_request,
    follow,
    normalize_results,
    read_answer,
    read_event,
    read_record,
    receipt,
    redact_offer,
    replay,
    transitions,
)
from casegate._session import Session
from casegate._today import today

__all__ = [
    "__version__",
    "ArrowReports",
    "CasesReport",
    "ContextError",
    "FieldMap",
    "MapReport",
    "Payload",
    "ReadRecord",
    "RowsReport",
    "Session",
    "Table",
    "actions",
    "apply_trigger",
    "call",
    "cancellation",
    "case_from_form",
    "cases_of",
    "check_batch",
    "check_case",
    "check_house",
    "check_map",
    "check_request",
    "explain",
    "field_states",
    "follow",
    "judge_files",
    "normalize_results",
    "play_session",
    "prepare_case",
    "read_answer",
    "read_csv",
    "read_event",
    "read_record",
    "receipt",
    "redact_offer",
    "repair_case",
    "replay",
    "rows_of",
    "today",
    "transitions",
    "types",
]
