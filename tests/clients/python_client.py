"""The clients that openapi-python-client writes."""

import json
import sys
from io import BytesIO

import httpx
from api import Client as ApiClient
from api.api.case import check_case, field_states
from api.api.service import actions
from api.models import AllowedActions, Problem, Report
from service import AuthenticatedClient
from service.api.cases import accept, append, create, offers, results
from service.models import AcceptBody, AppendBody, AppendBodyLabel, CreateBody, CreateBodyLabelsItem
from service.models import PolicyExistenceResults, PolicyLimitResults, ResultsPdf, ResultsRecord
from service.types import UNSET, File

given = json.loads(sys.argv[1])
client = AuthenticatedClient(base_url=given["service"], token=given["token"], prefix="Token", raise_on_unexpected_status=True)


def file(text, name):
    return File(payload=BytesIO(text.encode()), file_name=name, mime_type="application/octet-stream")


created = create.sync(
    client=client,
    body=CreateBody(
        case=json.dumps(given["payload"]),
        files=[file("one", "a.pdf"), file("two words", "b.txt")],
        labels=[CreateBodyLabelsItem.INCIDENT_REPORT, CreateBodyLabelsItem.INSURANCE_LETTER],
    ),
)
appended = append.sync(created.case_ref, client=client, body=AppendBody(file=file("three", "c.csv"), label=AppendBodyLabel.OTHER))
offer = offers.sync(given["cases"]["limit"], client=client)
selection = AcceptBody(offer_id=offer.offer_id, selected_upgrade_ids=[offer.additional_policies[0].upgrade_id])
accept.sync_detailed(given["cases"]["limit"], client=client, body=selection)


def policy(one):
    detail = one.liability_limits if one.status == "accepted" else one.price_usd
    return [one.status, None if detail is UNSET else detail]


def summary(data):
    first = data.results[0] if data.results else None
    own = first and first.defendant
    if first and isinstance(data, PolicyLimitResults):
        own = first.policyholder
    elif first and isinstance(data, PolicyExistenceResults):
        own = first.result_type
    reason = data.cancellation.reason if data.cancellation else None
    return [data.case_type, own, reason, [policy(one) for one in data.additional_policies or []]]


read = {}
for name, ref in given["cases"].items():
    answer = results.sync(ref, client=client, result_format="json")
    assert isinstance(answer, ResultsRecord), answer
    read[name] = summary(answer.results_data)

rules = ApiClient(base_url=given["api"])
context = '{"today":"2026-03-01"}'
report = check_case.sync(client=rules, body={"case_type": "pl"}, casegate_context=context)
assert isinstance(report, Report), report
states = field_states.sync(client=rules, body={"case_type": "pl"}, casegate_context=context)
allowed = actions.sync(client=rules, body={"case": None})
problem = check_case.sync(client=rules, body={}, casegate_context="{")
assert isinstance(problem, Problem) and isinstance(allowed, AllowedActions), (problem, allowed)
print(
    json.dumps(
        {
            "ref": created.case_ref,
            "attachments": [[one.filename, one.label, one.status] for one in created.attachments],
            "appended": [appended.filename, appended.label],
            "results": read,
            "pdf": isinstance(results.sync(given["cases"]["limit"], client=client, result_format="pdf"), ResultsPdf),
            "report": [report.ok, [[issue.code, issue.at] for issue in report.issues]],
            "states": len(states),
            "actions": len(allowed.actions),
            "problem": [problem.code, problem.type_.endswith(f"/problems/{problem.code}")],
        }
    )
)
