"""Each payload has exactly one description by classes, which decides every formula."""

import random
import tempfile
import unittest
from pathlib import Path

import checker
import oracles
import prove
import reference_cnf
import samples
import schema_cnf
from classes import ABSENT, Classes, at, holds, kind_of
from formula import ELEMENT
from solve import solve

TABLES = reference_cnf.tables()
ROWS = prove.read(prove.SCHEMAS / "unsaid.json")["unsaid"]


def class_of(classes, path, value):
    if isinstance(value, str):
        return classes.texts[path].of_text(value)
    return "absent" if value is ABSENT else kind_of(value)


def described(classes, payload):
    """The true variables of a payload."""
    true = set()
    for path, variables in classes.variables.items():
        true.add(variables[class_of(classes, path, at(payload, path))])
    for path, lengths in classes.lengths.items():
        value = at(payload, path)
        if isinstance(value, list) and value:
            each = [class_of(classes, (*path, ELEMENT), element) for element in value]
            true |= {lengths[0], classes.first[path][each[0]], *(classes.occurs[path][one] for one in each)}
            true |= {lengths[1]} if len(value) > 1 else set()
    for path, variable in classes.read_as_integer.items():
        true |= {variable} if class_of(classes, path, at(payload, path)) == "integer" else set()
    return true


def is_true(classes, formula, true):
    """The value of a formula by the variables alone."""
    if isinstance(formula, bool):
        return formula
    if isinstance(formula, int):
        return (formula > 0) == (abs(formula) in true)
    if formula[0] == "not":
        return not is_true(classes, formula[1], true)
    if formula[0] in ("and", "or"):
        return (all if formula[0] == "and" else any)(is_true(classes, part, true) for part in formula[1:])
    return is_true(classes, classes.of_leaf(formula), true)


class Descriptions(unittest.TestCase):
    def test_a_payload_is_described_and_the_description_decides(self):
        payloads = list(samples.of_kit())
        for product in prove.PRODUCTS:
            schema = schema_cnf.formula(prove.read(prove.SCHEMAS / f"case.{product}.2020-12.json"))
            rules = reference_cnf.formula(TABLES, product)
            classes = Classes([schema, rules])
            # Nothing but what declares the variables.
            structure = list(classes.cnf.clauses)
            mixed = list(samples.mixed(classes, payloads, 200))
            for payload in random.Random(3).sample(payloads, 200) + mixed:
                true = described(classes, payload)
                for clause in structure:
                    self.assertTrue(
                        any((literal > 0) == (abs(literal) in true) for literal in clause), (payload, clause)
                    )
                for formula in (schema, rules):
                    self.assertEqual(is_true(classes, formula, true), holds(formula, payload), payload)

    def test_a_description_has_a_payload(self):
        schema = schema_cnf.formula(prove.read(prove.SCHEMAS / "case.pe.2020-12.json"))
        classes = Classes([schema])
        for payload in samples.of_classes(classes, schema, 30):
            self.assertEqual(class_of(classes, (), payload) == "object", isinstance(payload, dict))
            own = described(classes, payload)
            self.assertEqual(described(classes, classes.payload(own)), own)


class Difference(unittest.TestCase):
    def test_the_proof_of_an_equality_shows_nothing_about_a_weaker_problem(self):
        schema = schema_cnf.formula(prove.read(prove.SCHEMAS / "case.pe.2020-12.json"))
        with tempfile.TemporaryDirectory() as folder:
            solve(schema, reference_cnf.formula(TABLES, "pe"), prove.exemptions(ROWS, schema), keep=folder)
            formula = (Path(folder) / "difference.cnf").read_text().splitlines()
            proof = (Path(folder) / "difference.drat").read_text().splitlines()
        self.assertGreater(checker.check(formula, proof), 100)
        head, clauses = formula[0].split(), formula[1:]
        weaker = [" ".join([*head[:3], str(len(clauses) - 1)])]
        # Without either of the last two clauses the formulas may be equal, which they are for some payloads.
        for dropped in (-1, -2):
            fewer = [clause for number, clause in enumerate(clauses) if number != len(clauses) + dropped]
            with self.subTest(dropped), self.assertRaises(checker.ProofError):
                checker.check(weaker + fewer, proof)


if __name__ == "__main__":
    unittest.main()
