"""Each payload has exactly one description by classes, which decides every formula."""

import random
import unittest

import prove
import reference_cnf
import samples
import schema_cnf
from classes import ABSENT, Classes, at, holds, kind_of
from formula import ELEMENT

TABLES = reference_cnf.tables()


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


if __name__ == "__main__":
    unittest.main()
