"""Values of Python to JSON text, and answers of the native module back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from casegate import _casegate
from casegate.types import Context, Settings

Payload: TypeAlias = str | bytes | bytearray | memoryview | Mapping[str, Any] | None
"""A case: JSON text, its bytes, or a dictionary."""

AnyContext: TypeAlias = Context | Settings | str
"""A context, or its JSON text."""


class ContextError(ValueError):
    """The context is invalid. The message names the setting."""


_settings: dict[str, Any] = {"allow_nan": False, "separators": (",", ":")}
_encode = json.JSONEncoder(ensure_ascii=False, **_settings).encode
_encode_ascii = json.JSONEncoder(**_settings).encode


def payload_text(payload: object) -> str | bytes | bytearray:
    """Returns text and bytes as they are, and any other value as JSON."""
    if isinstance(payload, (str, bytes, bytearray)):
        return payload
    return payload.tobytes() if isinstance(payload, memoryview) else json_text(payload)


def json_text(value: object) -> bytes:
    """Returns a value as JSON. Raises `TypeError` for a value that JSON cannot express."""
    text = _json(value, _encode)
    try:
        return text.encode()
    except UnicodeEncodeError:  # UTF-8 cannot represent lone surrogates, but JSON's escapes can.
        return _encode_ascii(value).encode()


def context(of: AnyContext) -> _casegate.Context:
    """Returns a parsed context. Contexts that recur are parsed once."""
    return _parsed(context_text(of))


def context_text(of: AnyContext) -> str:
    if isinstance(of, str):
        return of
    today = of.get("today") if isinstance(of, Mapping) else None
    return _json({**of, "today": today()} if callable(today) else of, _encode_ascii)


@lru_cache(maxsize=16)
def _parsed(text: str) -> _casegate.Context:
    return _casegate.Context(text)


def call(operation: str, input: str | bytes, context: AnyContext = "") -> str:
    """Runs any operation by its name, on JSON text. The answer has the same bytes as that of
    `casegate call`, and an error is an answer as well: `{"error":{"code","message"}}`.
    """
    return _casegate.call(operation, payload_text(input), _parsed(context_text(context)))


def ask(operation: str, text: str | bytes | bytearray, of: AnyContext) -> Any:
    """Returns the answer of an operation."""
    return answer(_casegate.call(operation, text, context(of)))


def answer(reply: str) -> Any:
    """Returns an answer of the native module, or raises its error."""
    try:
        value = json.loads(reply)
    except ValueError:  # An integer in a prepared payload has more digits than Python converts.
        value = json.loads(reply, parse_int=float)
    if isinstance(value, dict) and "error" in value:
        error = value["error"]
        raise (ContextError if error["code"] == "context_unreadable" else ValueError)(error["message"])
    return value


def _json(value: object, encode: Any) -> str:
    try:
        text: str = encode(value)
        _refuse_other_keys(value)
    except TypeError as error:  # Its notes may name keys.
        raise TypeError(str(error)) from None
    except RecursionError:
        raise TypeError("the value is nested too deeply for JSON") from None
    except ValueError:
        raise TypeError("JSON has no NaN, no infinity, and no value that contains itself") from None
    return text


def _refuse_other_keys(value: object) -> None:
    """`json` silently makes text of numbers, booleans and `None`."""
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise TypeError(f"keys of JSON objects are strings, not {type(key).__name__}")
        value = value.values()
    elif not isinstance(value, (list, tuple)):
        return
    for part in value:
        if isinstance(part, (dict, list, tuple)):
            _refuse_other_keys(part)
