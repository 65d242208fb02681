"""The operations on a case. Each makes no decision: the rulebook is in the native module."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from casegate._bridge import AnyContext, Payload, ask, payload_text
from casegate.types import (
    Explanation,
    FieldState,
    FileRequest,
    FileVerdicts,
    FormCase,
    HouseReport,
    PlayedSession,
    PreparedCase,
    Repair,
    Report,
)


def check_case(payload: Payload, context: AnyContext) -> Report:
    """Checks a case before it is sent, and returns all findings at once.

    The payload is a dictionary, or a request body as text or bytes. Text also shows errors that
    parsing hides, such as duplicate keys. A bad payload raises nothing; its report has the reason.

    Raises `ContextError` for an invalid context, and `TypeError` for a dictionary that JSON cannot
    express. Both apply to every function.
    """
    report: Report = ask("check_case", payload_text(payload), context)
    return report


def prepare_case(payload: Payload, context: AnyContext) -> PreparedCase:
    """Returns the payload as it should be sent, and the members that were left out, with reasons."""
    prepared: PreparedCase = ask("prepare_case", payload_text(payload), context)
    return prepared


def case_from_form(form: Payload, context: AnyContext = "") -> FormCase:
    """Returns the case that the values of a form stand for, a text for each input or a list of
    texts, and what was left out of it, with reasons. The forms of Django, Flask and Starlette may be passed as they are.

    A text becomes a boolean, a whole number or a list of one where the field has this type. A
    date, a state, a USDOT number and a list of email addresses are written as the service reads
    them if they have one meaning. Inputs
    without an answer are left out, and so are answers that a rule forbids. Everything else stays as
    it is, so that a check reports it. The case is `None` if the form is not an object.
    """
    texts = getattr(form, "getlist", None)
    values = {name: texts(name) for name in form} if texts and isinstance(form, Mapping) else form
    case: FormCase = ask("case_from_form", payload_text(values), context)
    return case


def field_states(payload: Payload, context: AnyContext) -> list[FieldState]:
    """Returns the state of each field of a complete or half-filled form."""
    states: list[FieldState] = ask("field_states", payload_text(payload), context)
    return states


def repair_case(payload: Payload, context: AnyContext) -> Repair:
    """Returns the smallest edits that make a payload acceptable, as a JSON Patch, and the questions
    that only a person can answer.
    """
    repair: Repair = ask("repair_case", payload_text(payload), context)
    return repair


def judge_files(files: FileRequest | str | bytes, context: AnyContext = "") -> FileVerdicts:
    """Returns a verdict for each file that is sent with a case or appended to it, and how to send
    the others. The service refuses no case because of a file; firm rules may. With the members
    `head` and `tail`, the first and last 64 KB of a file in base64, there are warnings about its
    content.
    """
    verdicts: FileVerdicts = ask("judge_files", payload_text(files), context)
    return verdicts


def check_house(house: Mapping[str, Any] | str | bytes, context: AnyContext = "") -> HouseReport:
    """Returns the errors in a firm's own rules and waivers, before they become `house` of a
    context.
    """
    report: HouseReport = ask("check_house", payload_text(house), context)
    return report


def play_session(script: Mapping[str, Any] | str | bytes, context: AnyContext) -> PlayedSession:
    """Plays all steps of a `Session` in one call: `{"payload": …, "steps": […]}`."""
    played: PlayedSession = ask("play_session", payload_text(script), context)
    return played


def explain(rule: str, context: AnyContext = "") -> Explanation:
    """Returns the description of a rule, given by the id in an issue.

    Raises `ValueError` if the rule is unknown.
    """
    explanation: Explanation = ask("explain", rule, context)
    return explanation
