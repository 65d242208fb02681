"""A client that datamodel-code-generator writes from the OpenAPI document reads every record and every result.

The document's conditions (`if`, `not`) are not in such a client; tests/schema judges them. Types, nulls, required
members and the unions by `status` and `case_type` are.
"""

import copy
import importlib.util
import json
import subprocess
import sys
import tempfile
import unittest
import warnings
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from lines import COMMITTED, read_lines

# Notes of `normalize_results` that leave the results as documented.
REPAIRED = {"list_added", "status_mapped", "beyond_envelope", "included_cleared", "unknown_field"}
# Members that are never null: adding them as null repairs nothing.
NEVER_NULL = {"case_type", "policy_type", "cancellation"}
ENVELOPE = {"status", "policy_type", "notes", "upgrade_id", "offer_id", "price_usd"}
# The records' names in the description, where they are not those of `read_record` in other letters.
NAMES = {"results": "ResultsRecord"}


@cache
def client():
    """The module of the client."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "client.py"
        words = [Path(sys.executable).with_name("datamodel-codegen"), "--input", COMMITTED / "openapi.json"]
        words += ["--input-file-type", "openapi", "--output", file, "--output-model-type", "pydantic_v2.BaseModel"]
        words += ["--target-python-version", "3.11", "--use-annotated", "--enum-field-as-literal", "all"]
        words += ["--formatters", "builtin", "--disable-warnings"]
        subprocess.run(words, check=True, env={"PYTHONWARNINGS": "ignore"})
        spec = importlib.util.spec_from_file_location("client", file)
        module = importlib.util.module_from_spec(spec)
        sys.modules["client"] = module
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            spec.loader.exec_module(module)
    return module


@cache
def adapter(name):
    return TypeAdapter(getattr(client(), name))


def read(name, value):
    """What the client reads, as JSON again."""
    text = json.dumps(value)
    # Strict: nothing becomes of another type by being read.
    model = adapter(name).validate_json(text, strict=True)
    return adapter(name).dump_python(model, mode="json", exclude_unset=True)


def accepts(name, value):
    try:
        read(name, value)
    except ValidationError:
        return False
    return True


def parsed(text):
    """JSON in which 12.0 is the integer that it is to JSON Schema."""

    def number(digits):
        value = float(digits)
        return int(value) if value.is_integer() else value

    return json.loads(text, parse_float=number)


def is_beyond_a_client(note, normalized):
    """Conditions and the form of amounts and dates, and null in place of an optional member."""
    at, code = note["at"], note["code"]
    is_cancelled = isinstance(normalized, dict) and normalized.get("cancelled") is True
    return (
        code == "unexpected_form"
        or (at == "/cancellation" and code == "contradiction")
        or (at == "/cancelled" and normalized["cancelled"] is None)
        # What a canceled case has is a condition: its schema is that of its `case_type`.
        or (is_cancelled and (code == "contradiction" or note["params"].get("members") == ["cancellation"]))
    )


def deviates(note):
    if note["code"] == "members_added":
        return not NEVER_NULL.isdisjoint(note["params"]["members"])
    return note["code"] not in REPAIRED


def results():
    """Each outcome of `normalize_results`, whether it deviates from the documented shape, and whether it has more."""
    for vector in read_lines("vectors.ndjson"):
        if vector["call"] == "normalize_results":
            reply = parsed(vector["reply"])
            normalized, notes = reply["normalized"], reply["notes"]
            if any(is_beyond_a_client(note, normalized) for note in notes):
                continue
            has_more = any(note["code"] == "unknown_field" for note in notes)
            yield f"{vector['file']}: {vector['name']}", normalized, any(map(deviates, notes)), has_more


class Client(unittest.TestCase):
    def test_it_reads_the_results_that_are_as_documented(self):
        counts = {True: 0, False: 0}
        for name, normalized, is_deviating, has_more in results():
            with self.subTest(name):
                if is_deviating:
                    self.assertFalse(accepts("ResultsData", normalized))
                elif has_more:
                    read("ResultsData", normalized)
                else:
                    self.assertEqual(read("ResultsData", normalized), normalized)
                counts[is_deviating] += 1
        self.assertGreater(min(counts.values()), 40, counts)

    def test_it_reads_policies_by_their_status(self):
        seen = {"offered": 0, "accepted": 0, "included": 0}
        for name, normalized, is_deviating, has_more in results():
            for at, policy in enumerate([] if is_deviating or has_more else normalized["additional_policies"]):
                seen[policy["status"]] += 1
                model = adapter("ResultsData").validate_python(normalized).root.additional_policies[at].root
                self.assertEqual(model.status, policy["status"])
                kinds = {"offered": "OfferedPolicy", "included": "IncludedPolicy"}
                kind = type(model).__name__
                self.assertTrue(kind.startswith("Accepted") if policy["status"] == "accepted" else kind == kinds[policy["status"]])
                for changed in changes(policy):
                    other = copy.deepcopy(normalized)
                    other["additional_policies"][at] = changed
                    self.assertFalse(accepts("ResultsData", other), f"{name}: {changed}")
        self.assertGreater(min(seen.values()), 3, seen)

    def test_it_reads_every_record_of_which_nothing_is_noted(self):
        names = {}
        for vector in read_lines("vectors.ndjson"):
            if vector["call"] != "read_record":
                continue
            reply = parsed(vector["reply"])
            record, value = reply["record"], reply["value"]
            # A list of cases may come bare, since its envelope is not published.
            if reply["notes"] or record is None or (record == "case_list" and isinstance(value, list)):
                continue
            if record == "results":
                value = {**value, "results_data": {"case_type": "unknown", "results": []}}
            model = NAMES.get(record) or record.title().replace("_", "")
            with self.subTest(f"{vector['file']}: {vector['name']}"):
                kept = read(model, value)
                expected = {name: value[name] for name in kept}
                if record == "ticket":  # the fields of a case among them
                    self.assertEqual(kept.keys(), value.keys())
                # A UUID is read in any case.
                self.assertEqual(json.dumps(kept).lower(), json.dumps(expected).lower())
                names[record] = names.get(record, 0) + 1
        self.assertEqual(len(names), 16, names)


def changes(policy):
    """An entry made to be of no status's shape."""
    if policy["status"] == "accepted":
        for name in policy.keys() - ENVELOPE:
            yield {key: value for key, value in policy.items() if key != name}
        yield {key: value for key, value in policy.items() if key in ENVELOPE}
        return
    for name in ("liability_limits", "policy_number", "secret"):
        yield {**policy, name: "100/300"}
        yield {**policy, name: None}
    if policy["status"] == "included":
        yield {**policy, "price_usd": "95.00"}


if __name__ == "__main__":
    unittest.main()
