"""The exported JSON Schemas mean the same to Python's validators as to the rulebook.

jsonschema judges both drafts with Python's own `re`; fastjsonschema compiles draft-07 to Python code. The payloads and
their verdicts are written by Rust: `scripts/test python`.
"""

import json
import unittest
from concurrent.futures import ProcessPoolExecutor
from functools import cache

import fastjsonschema
import jsonschema

from lines import COMMITTED, read_lines

CASES, VECTORS = "schema-cases.ndjson", "vectors.ndjson"
# Settings on which no verdict depends.
HARMLESS = {"today", "include", "token_name", "financing_enrolled", "language"}
TODAY = "2026-03-01"
CHUNK = 500


@cache
def schemas():
    """The validators of each schema, by its name: for each a function from a value to a verdict."""
    validators = {}
    for line in read_lines(CASES):
        if "schema" in line:
            validators.setdefault(line["which"], []).extend(compiled(line["draft"], line["schema"]))
    return validators


def compiled(draft, schema):
    of_draft = {"2020-12": jsonschema.Draft202012Validator, "draft-07": jsonschema.Draft7Validator}[draft]
    of_draft.check_schema(schema)
    yield f"jsonschema {draft}", of_draft(schema).is_valid
    if draft == "draft-07":
        yield f"fastjsonschema {draft}", accepting(fastjsonschema.compile(schema))


def accepting(check):
    def is_valid(value):
        try:
            check(value)
        except fastjsonschema.JsonSchemaValueException:
            return False
        return True

    return is_valid


def verdicts(which, text):
    """Each validator with its verdict on a text. A text that is not JSON has none."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return []
    return [(name, is_valid(value)) for name, is_valid in schemas()[which]]


def judge(lines):
    """How many verdicts accept and refuse, and the first of those that differ from the rulebook's."""
    counts, differences = {True: 0, False: 0}, []
    for which, text, ok in lines:
        for name, says in verdicts(which, text):
            counts[says] += 1
            if says != ok:
                differences.append(f"{which}, {name}, says {says}: {text[:2000]}")
    return counts, differences[:3]


class Schemas(unittest.TestCase):
    maxDiff = None

    def judged_alike(self, lines, least):
        chunks = [lines[at : at + CHUNK] for at in range(0, len(lines), CHUNK)]
        accepted = refused = 0
        with ProcessPoolExecutor() as pool:
            for counts, differences in pool.map(judge, chunks):
                self.assertEqual(differences, [])
                accepted += counts[True]
                refused += counts[False]
        self.assertGreater(min(accepted, refused), least)

    def test_every_generated_payload_is_judged_alike(self):
        lines = [line for line in read_lines(CASES) if "text" in line and "unsaid" not in line]
        self.judged_alike([(line["which"], line["text"], line["ok"]) for line in lines], 1_000)

    def test_every_vector_of_a_host_that_sets_nothing_but_the_day_is_judged_alike(self):
        lines = []
        for vector in read_lines(VECTORS):
            # Vectors about what is unsaid are among the examples.
            if vector["call"] != "check_case" or vector["file"] == "text.json":
                continue
            context, report = json.loads(vector["context"]), json.loads(vector["reply"])
            if not set(context) <= HARMLESS or context["today"] != TODAY or "error" in report:
                continue
            for product in ("pl", "pe"):
                ok = report["ok"] and report["facts"].get("case_type") == product
                lines.append((f"{product} on a day user", vector["payload"], ok))
        self.judged_alike(lines, 500)

    def test_what_is_unsaid_is_seen_to_differ(self):
        examples = [line for line in read_lines(CASES) if "unsaid" in line]
        for row in json.loads((COMMITTED / "unsaid.json").read_text())["unsaid"]:
            with self.subTest(row["id"]):
                compared = [
                    (says, line["ok"])
                    for line in examples
                    if line["unsaid"] == row["id"]
                    for name, says in verdicts(line["which"], line["text"])
                ]
                self.assertNotEqual(compared, [])
                self.assertEqual((True, False) in compared, row["differs"] in ("schema_takes", "both"))
                self.assertEqual((False, True) in compared, row["differs"] in ("schema_refuses", "both"))

    def test_the_committed_schemas_are_those_that_were_compared(self):
        compared = {(line["which"], line["draft"]): line["schema"] for line in read_lines(CASES) if "schema" in line}
        for product in ("pl", "pe"):
            for draft in ("2020-12", "draft-07"):
                committed = json.loads((COMMITTED / f"case.{product}.{draft}.json").read_text())
                self.assertEqual(committed, compared[f"{product} any day user", draft])


if __name__ == "__main__":
    unittest.main()
