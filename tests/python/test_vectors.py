"""Every vector gives the core's bytes, by each way into the package, and answers of the declared types."""

import json
import unittest
from typing import get_args, get_type_hints

import casegate
from casegate import _casegate
from casegate.types import CaseEvent, Teaser
from support import lines, vectors
from typeguard import CollectionCheckStrategy, check_type

# Its input is ignored.
WITHOUT_INPUT = {"transitions"}
RAW = {"allow_nan": False, "ensure_ascii": False, "separators": (",", ":")}


def function(vector):
    operation = getattr(casegate, vector["call"])
    if vector["call"] in WITHOUT_INPUT:
        return lambda _, context: operation(context)
    return operation


def is_documented(answer):
    """Returns `False` if parts of the input, which are not as documented, stay in the answer as they are."""
    if "normalized" in answer:
        return answer["normalized"] is None or isinstance(answer["normalized"], dict)
    if event := answer.get("event"):
        has_known = any(event.keys() <= kind.__annotations__.keys() for kind in get_args(CaseEvent))
        teasers = event.get("teasers", [])
        return not answer["notes"] and has_known and all(teaser.keys() <= Teaser.__annotations__.keys() for teaser in teasers)
    return True


def survives_parsing(text):
    try:
        return json.dumps(json.loads(text), **RAW) == text
    except (ValueError, RecursionError):
        return False


class Vectors(unittest.TestCase):
    def test_every_operation_has_a_function_and_a_vector(self):
        operations = set(_casegate.operations())
        self.assertLessEqual(operations, set(casegate.__all__))
        # The input of `explain` is not JSON.
        self.assertEqual(operations - {"explain"}, {vector["call"] for vector in vectors() + lines("maps.ndjson")})

    def test_text_and_bytes_give_the_bytes_of_the_core(self):
        for vector in vectors():
            with self.subTest(vector["file"], name=vector["name"]):
                name, payload, context, reply = (vector[key] for key in ("call", "payload", "context", "reply"))
                self.assertEqual(casegate.call(name, payload, context), reply)
                self.assertEqual(casegate.call(name, payload.encode(), context), reply)

    def test_functions_return_the_reply_of_the_core_in_its_type(self):
        counts = {"errors": 0, "objects": 0, "events": 0}
        for vector in vectors():
            with self.subTest(vector["file"], name=vector["name"]):
                payload, context, reply = vector["payload"], vector["context"], json.loads(vector["reply"])
                call = function(vector)
                if reply is not None and "error" in reply:
                    counts["errors"] += 1
                    of_context = reply["error"]["code"] == "context_unreadable"
                    with self.assertRaises(casegate.ContextError if of_context else ValueError) as raised:
                        call(payload, context)
                    self.assertEqual(str(raised.exception), reply["error"]["message"])
                    continue
                answer = call(payload, context)
                self.assertEqual(answer, reply)
                if isinstance(answer, list) or (answer is not None and is_documented(answer)):
                    counts["events"] += vector["call"] == "read_event"
                    hint = get_type_hints(getattr(casegate, vector["call"]))["return"]
                    check_type(answer, hint, collection_check_strategy=CollectionCheckStrategy.ALL_ITEMS)
                self.assertEqual(call(payload.encode(), context), reply)
                if survives_parsing(payload):
                    counts["objects"] += 1
                    value = json.loads(payload)
                    if not isinstance(value, str):  # A string is JSON text.
                        self.assertEqual(call(value, context), reply)
                if survives_parsing(context):
                    self.assertEqual(call(payload, json.loads(context)), reply)
        self.assertGreater(min(counts.values()), 10, counts)


if __name__ == "__main__":
    unittest.main()
