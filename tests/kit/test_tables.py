"""Compares the tables of the reference with those of the library.

The payloads of the enumeration are made from the library's tables, so that a field, a word or a code that is missing
there would be missing in the payloads as well, and nothing would differ.
"""

import json
import sys
import unittest
from pathlib import Path

KIT = Path(__file__).resolve().parents[2] / "kit"
sys.path.insert(0, str(KIT))
import reference

LIBRARY = json.loads((KIT / "rules.json").read_text(encoding="utf-8"))
NEEDS = {"legacy_only": "ignored", "alias": "optional"}


def of_library(row):
    kind = {"one_word": "word_or_words"}.get(row["type"], row.get("record") or row["type"])
    if row.get("upper_case"):
        kind = "upper_case_state"
    need = NEEDS.get(row["status"], row["status"])
    if need == "current":
        need = "required" if row["required"] else "optional"
    return row["name"], kind, need, row.get("words")


def of_reference(field):
    words = None
    if field.words:
        names = {product: f"{product}.{field.words}" for product in ("pl", "pe")}
        words = {product: name if name in reference.WORDS else field.words for product, name in names.items()}
    return field.name, field.kind, field.need, words


class Tables(unittest.TestCase):
    def test_fields(self):
        tables = {"common": reference.COMMON_FIELDS, "pl": reference.PL_FIELDS, "pe": reference.PE_FIELDS}
        self.assertEqual(tables.keys(), LIBRARY["fields"].keys())
        self.assertEqual(reference.RECORDS.keys(), LIBRARY["records"].keys())
        for name, fields in (tables | reference.RECORDS).items():
            rows = LIBRARY["fields"].get(name) or LIBRARY["records"][name]
            self.assertEqual(list(map(of_reference, fields)), list(map(of_library, rows)), name)
        nullable = [row["name"] for rows in LIBRARY["fields"].values() for row in rows if row.get("nullable")]
        self.assertEqual(nullable, ["expedited_request"])

    def test_words(self):
        lists = {row["id"]: row for row in LIBRARY["words"]}
        for name, row in lists.items():
            self.assertEqual(sorted(reference.WORDS[name]), sorted(row["words"]), name)
            self.assertEqual(name in reference.OPEN_LISTS, row["open"], name)
        self.assertEqual(reference.STATES, set(LIBRARY["states"]["usual"]))
        self.assertEqual(reference.UNUSUAL_STATES, set(LIBRARY["states"]["unusual"]))
        for family, prefixes in LIBRARY["families"].items():
            self.assertEqual(reference.CONDITION_OF[family + "_anywhere"], ("base_product", "any_begins", prefixes))
        generic = {word: words[0] for words in LIBRARY["carrier_names"]["generic"] for word in words}
        self.assertEqual(reference.GENERIC, generic)

    def test_codes(self):
        errors = {row["code"] for row in LIBRARY["codes"] if row["severity"] == "error"}
        # The library has further errors, about its own settings.
        self.assertEqual(reference.ERROR_CODES - errors, set())

    def test_rules(self):
        rules = {rule for rows in reference.RULES_OF.values() for rule, _, _ in rows} | {"legacy.sunset"}
        self.assertEqual(rules, {rule["id"] for rule in LIBRARY["rules"]})


if __name__ == "__main__":
    unittest.main()
