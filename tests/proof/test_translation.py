"""The translations refuse what they do not know."""

import json
import unittest

import flips
import oracles
import prove
import reference_cnf
import samples
import schema_cnf
from automata import UnsupportedError
from classes import Classes, holds
from solve import solve

TABLES = reference_cnf.tables()
SCHEMA = prove.read(prove.SCHEMAS / "case.pl.2020-12.json")
UNKNOWN = [
    {"patternProperties": {}}, {"additionalProperties": False}, {"uniqueItems": True}, {"minProperties": 1}, {"format": "date"},
    {"dependentRequired": {}}, {"oneOf": []}, {"const": 1}, {"enum": [[]]}, {"type": "day"},
    {"prefixItems": [{}, {}]}, {"items": [{}]}, {"$ref": "elsewhere"}, {"minimum": 0}, {"unevaluatedProperties": False},
]  # fmt: skip


def of(draft="https://json-schema.org/draft/2020-12/schema", **keywords):
    return schema_cnf.formula({"$schema": draft, **keywords})


class Schemas(unittest.TestCase):
    def test_an_unknown_keyword_is_refused(self):
        for keywords in UNKNOWN:
            for schema in (
                keywords,
                {"not": keywords},
                {"properties": {"a": keywords}},
                {"properties": {"a": {"items": keywords}}},
            ):
                with self.subTest(schema), self.assertRaises(UnsupportedError):
                    of(**schema)

    def test_an_unknown_draft_is_refused(self):
        with self.assertRaises(UnsupportedError):
            of("https://json-schema.org/draft/2019-09/schema")

    def test_longer_counts_and_deeper_values_are_refused(self):
        for keywords in (
            {"minItems": 3},
            {"maxItems": 2},
            {"items": {"properties": {"b": {"type": "null"}}}},
            {"items": {"items": {"type": "null"}}},
        ):
            with self.subTest(keywords), self.assertRaises(UnsupportedError):
                Classes([of(properties={"a": keywords})])

    def test_keywords_mean_what_the_standard_says(self):
        a = {"properties": {"a": {"contains": {"const": "x"}}}}
        cases = [
            (of(**a), [({}, True), ({"a": 1}, True), ({"a": []}, False), ({"a": ["y", "x"]}, True)]),
            (
                of(properties={"a": {"items": {"type": "string"}}}),
                [({"a": []}, True), ({"a": ["y", 1]}, False), ({"a": "b"}, True)],
            ),
            (
                of(properties={"a": {"prefixItems": [{"type": "string"}]}}),
                [({"a": []}, True), ({"a": ["y", 1]}, True), ({"a": [1, "y"]}, False)],
            ),
            (of(required=["a"]), [({}, False), ({"a": None}, True), ([], True)]),
            (
                of(properties={"a": {"type": "integer"}}),
                [({"a": 2.0}, True), ({"a": 2.5}, False), ({"a": True}, False)],
            ),
            (
                of(properties={"a": {"pattern": "^x", "maxLength": 2}}),
                [({"a": "xy"}, True), ({"a": "xyz"}, False), ({"a": 1}, True)],
            ),
            (
                of(properties={"a": {"minItems": 1, "maxItems": 1}}),
                [({"a": []}, False), ({"a": [1]}, True), ({"a": [1, 1]}, False)],
            ),
            (
                {"if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"required": ["c"]}},
                [({"a": 1}, False), ({"c": 1}, True), ({"a": 1, "b": 1}, True)],
            ),
        ]
        for formula, expected in cases:
            for payload, verdict in expected:
                formula = of(**formula) if isinstance(formula, dict) else formula
                self.assertEqual(holds(formula, payload), verdict, payload)

    def test_a_reference_of_draft_07_hides_what_is_beside_it(self):
        beside = {
            "properties": {"a": {"$ref": "#/definitions/b", "type": "null"}},
            "definitions": {"b": {"type": "string"}},
        }
        self.assertTrue(holds(of(schema_cnf.DRAFT_07, **beside), {"a": "x"}))
        newer = {"properties": {"a": {"$ref": "#/$defs/b", "type": "null"}}, "$defs": {"b": {"type": "string"}}}
        self.assertFalse(holds(of(**newer), {"a": "x"}))


class Rules(unittest.TestCase):
    def test_what_the_tables_add_is_refused(self):
        number = next(at for at, rule in enumerate(TABLES["rules"]) if rule["code"] == "forbidden")
        for place, value in (
            (("rules", number, "terms"), [["new_condition", "=", True]]),
            (("rules", number, "terms"), [["base_product", "ends", "x"]]),
            (("conditions", "commercial", "test"), "new_test"),
            (("fields", "common", 2, "kind"), "new_kind"),
            (("fields", "common", 2, "need"), "new_need"),
        ):
            tables = flips.replaced(TABLES, place, value)
            with self.subTest(place), self.assertRaises(UnsupportedError):
                reference_cnf.formula(tables, "pl")

    def test_the_reference_itself_agrees(self):
        """The formula is true of a payload in which the reference finds no error."""
        rows = prove.read(prove.SCHEMAS / "unsaid.json")["unsaid"]
        for product in prove.PRODUCTS:
            rules = reference_cnf.formula(TABLES, product)
            exempt = prove.exemptions(rows, schema_cnf.formula(SCHEMA))
            classes = Classes([rules, *exempt])
            for exemption in exempt:
                classes.cnf.add(classes.literal(exemption))
            made = list(samples.of_classes(classes, rules, 40))
            accepted = [payload for payload in made if holds(rules, payload)]
            verdicts = set()
            for payload in [*made, *samples.mixed(classes, accepted, 300)]:
                report = reference_cnf.reference.check_case(json.dumps(payload), {"today": oracles.TODAY})
                verdict = oracles.accepts(report, product)
                self.assertEqual(holds(rules, payload), verdict, payload)
                verdicts.add(verdict)
            self.assertEqual(len(verdicts), 2)


class Difference(unittest.TestCase):
    def test_an_array_is_known_by_what_it_contains_at_any_length(self):
        def array(**keywords):
            return of(type="object", required=["a"], properties={"a": {"type": "array", **keywords}})

        both = array(items={"enum": ["x", "y"]}, contains={"const": "x"}, minItems=2)
        by_two = array(
            allOf=[{"contains": {"const": "x"}}, {"not": {"contains": {"not": {"enum": ["x", "y"]}}}}], minItems=2
        )
        self.assertTrue(solve(both, by_two).is_equal)
        answer = solve(both, array(items={"enum": ["x", "y"]}, minItems=2))
        self.assertEqual((answer.is_first, set(answer.payload["a"])), (False, {"y"}))


if __name__ == "__main__":
    unittest.main()
