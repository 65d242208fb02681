"""The operations around a case, for backends.

The input is a dictionary or its JSON text. Bad input raises nothing: the answer has `issues` or
`notes`. The context is optional unless the operation depends on the day.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias, TypedDict

from casegate._bridge import AnyContext, ask, payload_text
from casegate.types import (
    Actions,
    AnswerReading,
    Applied,
    Cancellation,
    EventReading,
    Followed,
    Issue,
    NormalizedResults,
    Receipt,
    Redaction,
    Replay,
    RequestReport,
    Transitions,
    Unusable,
)

Input: TypeAlias = Mapping[str, Any] | str | bytes


class ReadRecord(TypedDict):
    """A record from an answer of the service."""

    record: str | None
    """The name of the record. `None` if no record has the given name."""

    value: Any
    """The record as it arrived."""

    notes: list[Issue]
    """Deviations from the documentation. Their places are places in `value`."""


def replay(input: Input, context: AnyContext = "") -> Replay:
    """Applies the triggers of `{"trace": […]}` one after the other, starting without a case. A
    refused trigger is a step as well.
    """
    steps: Replay = ask("replay", payload_text(input), context)
    return steps


def apply_trigger(input: Input, context: AnyContext = "") -> Applied | Unusable:
    """Applies the trigger of `{"case": …, "trigger": …}`. Returns the case to store and the events
    to send, or the reason of a refusal. An answer with `issues` has the reasons why the case could
    not be read.
    """
    applied: Applied | Unusable = ask("apply_trigger", payload_text(input), context)
    return applied


def actions(input: Input, context: AnyContext = "") -> Actions | Unusable:
    """Returns every trigger for the case of `{"case": …}`, whether it is possible now, and why
    not. A page draws its buttons from it.
    """
    allowed: Actions | Unusable = ask("actions", payload_text(input), context)
    return allowed


def cancellation(input: Input, context: AnyContext = "") -> Cancellation | Unusable:
    """Returns whether the case of `{"case", "eligibility", "fee_usd"}` can be cancelled, the
    reason, and the fee.
    """
    block: Cancellation | Unusable = ask("cancellation", payload_text(input), context)
    return block


def transitions(context: AnyContext = "") -> Transitions:
    """Returns the table of transitions; everything else is refused."""
    table: Transitions = ask("transitions", "null", context)
    return table


def normalize_results(results_data: Input, context: AnyContext = "") -> NormalizedResults:
    """Converts `results_data` to its documented shape, also that of a cancelled case or from before
    version 2.3.0. Every documented field is present afterwards. Changes are noted.
    """
    results: NormalizedResults = ask("normalize_results", payload_text(results_data), context)
    return results


def read_record(input: Input, context: AnyContext = "") -> ReadRecord:
    """Reads a record from an answer of the service, `{"record": …, "value": …}`. Nothing is
    refused; deviations from the documentation are noted.
    """
    record: ReadRecord = ask("read_record", payload_text(input), context)
    return record


def read_event(event: Input, context: AnyContext = "") -> EventReading:
    """Reads one webhook event in any envelope. Nothing is refused; deviations are noted."""
    reading: EventReading = ask("read_event", payload_text(event), context)
    return reading


def redact_offer(record: Input, context: AnyContext = "") -> Redaction:
    """Returns the part of an offer that may be shown before it is bought: types and prices, and
    nothing else of the record.
    """
    redaction: Redaction = ask("redact_offer", payload_text(record), context)
    return redaction


def follow(input: Input, context: AnyContext = "") -> Followed:
    """Ingests facts about a case, `{"follower": …, "facts": […], "now": …}`, into a follower that
    the caller stores, and returns it with its view of the case. Facts may arrive in any order.
    """
    followed: Followed = ask("follow", payload_text(input), context)
    return followed


def read_answer(answer: Input, context: AnyContext = "") -> AnswerReading:
    """Returns what the answer to a create request means, `{"status": …, "body": …}`. Only a JSON
    object that names the case is a receipt; every other success leaves open whether there is one.
    """
    if isinstance(answer, Mapping) and "body" in answer:
        # The body comes last, because a text beyond the limit is read as far as the limit.
        answer = {**{name: fact for name, fact in answer.items() if name != "body"}, "body": answer["body"]}
    reading: AnswerReading = ask("read_answer", payload_text(answer), context)
    return reading


def check_request(request: Input, context: AnyContext) -> RequestReport:
    """Checks a request before it is made: the endpoint, the token, the content, and the case of a
    create request.
    """
    report: RequestReport = ask("check_request", payload_text(request), context)
    return report


def receipt(payload: Input, context: AnyContext) -> Receipt:
    """Returns the receipt of a case: the decision and its reasons, without a submitted value. It
    depends on every character of a text; a dictionary is written as JSON text first. Keep a receipt
    as confidential as the case.
    """
    answer: Receipt = ask("receipt", payload_text(payload), context)
    return answer
