"""The clients that openapi-generator writes for Python."""

import json
import sys

from api import ApiClient as RulesClient
from api import ApiException, CaseApi, ServiceApi
from api import Configuration as RulesConfiguration
from service import AcceptRequest, ApiClient, CasesApi, Configuration
from service import PolicyExistenceResults, PolicyLimitResults, ResultsPdf, ResultsRecord

given = json.loads(sys.argv[1])
configuration = Configuration(
    host=given["service"], api_key={"user_token": given["token"]}, api_key_prefix={"user_token": "Token"}
)
client = CasesApi(ApiClient(configuration))
created = client.create(
    case=json.dumps(given["payload"]),
    files=[("a.pdf", b"one"), ("b.txt", b"two words")],
    labels=["incident_report", "insurance_letter"],
)
appended = client.append(created.case_ref, file=("c.csv", b"three"), label="other")
offer = client.offers(given["cases"]["limit"])
selection = AcceptRequest(offer_id=offer.offer_id, selected_upgrade_ids=[offer.additional_policies[0].upgrade_id])
client.accept(given["cases"]["limit"], selection)


def policy(union):
    one = union.actual_instance
    return [one.status, one.liability_limits if one.status == "accepted" else one.price_usd]


def summary(union):
    data = union.actual_instance
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
    answer = client.results(ref, result_format="json").actual_instance
    assert isinstance(answer, ResultsRecord), answer
    read[name] = summary(answer.results_data)

rules = RulesClient(RulesConfiguration(host=given["api"]))
context = '{"today":"2026-03-01"}'
report = CaseApi(rules).check_case(body={"case_type": "pl"}, casegate_context=context)
states = CaseApi(rules).field_states(body={"case_type": "pl"}, casegate_context=context)
allowed = ServiceApi(rules).actions(body={"case": None}).actual_instance
try:
    CaseApi(rules).check_case(body={}, casegate_context="{")
    problem = {"code": "none", "type": ""}
except ApiException as error:
    problem = json.loads(error.body)
print(
    json.dumps(
        {
            "ref": created.case_ref,
            "attachments": [[one.filename, one.label, one.status] for one in created.attachments],
            "appended": [appended.filename, appended.label],
            "results": read,
            "pdf": isinstance(client.results(given["cases"]["limit"], result_format="pdf").actual_instance, ResultsPdf),
            "report": [report.ok, [[issue.code, issue.at] for issue in report.issues]],
            "states": len(states),
            "actions": len(allowed.actions),
            "problem": [problem["code"], problem["type"].endswith(f"/problems/{problem['code']}")],
        }
    )
)
