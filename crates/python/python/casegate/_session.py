"""A form being filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from casegate import _casegate
from casegate._bridge import AnyContext, answer, context_text, json_text
from casegate.types import Delta, Edit, FieldState, Report


class Session:
    """A form being filled in.

    An edit returns its effects only, and evaluates again only what depends on it. The report always
    equals that of `check_case` for the same payload. Places are JSON Pointers, such as
    `/plaintiff_name`.

    Raises `ContextError` for an invalid context, and `ValueError` for a payload that is not an
    object.
    """

    def __init__(self, payload: Mapping[str, Any], context: AnyContext) -> None:
        self._session = _casegate.Session(context_text(context))
        answer(self._session.open(json_text(payload).decode()))

    def set(self, at: str, value: object) -> Delta:
        """Sets a field, or a member of a record.

        Raises `ValueError` if the place is unknown or the payload would exceed the context's
        limits. The payload is then unchanged.
        """
        return self._delta("set", at, json_text(value).decode())

    def clear(self, at: str) -> Delta:
        """Clears a field or a member."""
        return self._delta("clear", at)

    def touch(self, at: str = "") -> Delta:
        """Marks the findings at a place as seen by the person; without a place, all. Deltas report
        findings at touched places only.
        """
        return self._delta("touch", at)

    def what_if(self, edits: Sequence[Edit]) -> Delta:
        """Returns the combined effects of edits without making them."""
        return self._delta("what_if", "", json_text(edits).decode())

    def report(self) -> Report:
        """Returns the whole report."""
        report: Report = self._step("report")
        return report

    def states(self) -> list[FieldState]:
        """Returns the state of every field."""
        states: list[FieldState] = self._step("states")
        return states

    def payload(self) -> dict[str, Any]:
        """Returns the payload, with fields in the order of first occurrence."""
        payload: dict[str, Any] = self._step("payload")
        return payload

    def _step(self, word: str, at: str = "", value: str = "") -> Any:
        return answer(self._session.step(f"{word} {at}\n{value}"))

    def _delta(self, word: str, at: str, value: str = "") -> Delta:
        delta = self._step(word, at, value)
        if "refused" in delta:
            raise ValueError(delta["refused"])
        known: Delta = delta
        return known
