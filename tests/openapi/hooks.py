"""The hooks of Schemathesis for checks that its settings cannot express."""

import json
import os
import urllib.request

import schemathesis
from schemathesis.openapi.checks import RejectedPositiveData

# Refusals of requests that match their schema. They depend on the day, the case or the ticket.
UNFORESEEN = {
    # The document's schema is independent of the day; tests/schema compares it with the rulebook.
    "date_too_old",
    "date_after_today",
    # The request for information is a different one or was answered.
    "not_the_open_interaction",
    "already_responded",
    # The offer or the upgrade belongs to another case or does not exist.
    "unknown_offer",
    "unknown_upgrade",
    # The id is not a number of the stand-in.
    "malformed_trigger",
    # The ticket declared other labels, or a file is not uploaded yet.
    "undeclared_label",
    "missing_upload",
}


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Writes two bodies in other words. No string is made from a `contentSchema`, so that the case is a value that is
    sent as JSON; and files fail beside `if`."""
    create, respond = (
        raw_schema["paths"][f"/api/v1/partner/cases/{path}/"]["post"]["requestBody"]["content"]["multipart/form-data"]
        for path in ("create", "{ref}/respond")
    )
    create["schema"]["properties"]["case"] = create["schema"]["properties"]["case"]["contentSchema"]
    create["encoding"]["case"] = {"contentType": "application/json"}
    respond["schema"]["anyOf"] = [respond["schema"].pop("then"), respond["schema"].pop("if")["not"]]


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Whether a finding counts."""
    if not isinstance(failure, RejectedPositiveData):
        return True
    answer = response.json()
    codes = {error["code"] for error in answer.get("errors", [])} or {answer.get("code", answer.get("error"))}
    if codes <= {"bad_multipart", "not_parts"}:
        # The header of a part cannot hold such a name (RFC 9110, section 5.5).
        return not any(ord(letter) < 32 or ord(letter) == 127 for name in case.body for letter in name)
    return not codes <= UNFORESEEN


@schemathesis.hook
def before_call(context, case, kwargs):
    """A logout ends the token that it is called with, so each gets one of its own."""
    token = (case.headers or {}).get("Authorization")
    if case.operation.definition.raw.get("operationId") == "logout" and token == f"Token {os.environ['USER_TOKEN']}":
        case.headers["Authorization"] = f"Token {login()}"


def login():
    request = urllib.request.Request(
        f"{os.environ['BASE_URL']}/api/auth/login/",
        data=b'{"token_name": "logout"}',
        headers={"Authorization": f"Token {os.environ['MASTER']}"},
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read())["token"]
