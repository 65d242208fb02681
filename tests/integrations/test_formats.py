"""JUnit XML and SARIF are well-formed for every code point in names and messages, also in the names of files."""

import json
import os
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("CASEGATE_TARGET") or ROOT / "target") / "debug" / "casegate"

POINTS = [*range(0xD800), *range(0xE000, 0x110000)]
KEYS = ["".join(map(chr, POINTS[at : at + 1024])) for at in range(0, len(POINTS), 1024)]
MESSAGE = {"en": KEYS[0][:256] + "\ufdd0\ufffe\uffff\U0010ffff"}
RULE = {"id": "firm.every", "message": MESSAGE, "product": "pl", "then": [{"required": "/adjuster_phone_number"}]}


class Formats(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def check(self, severity, keys, *files):
        """Checks a case with these members, and with a firm rule whose message has odd characters."""
        (self.folder / "case.json").write_text(json.dumps({"case_type": "pl"} | dict.fromkeys(keys, 1)), encoding="utf-8")
        context = {"today": "2026-03-01", "severity": {"unknown_field": severity}, "house": {"rules": [RULE]}}
        context["limits"] = {"findings": 1_000_000, "text_bytes": 1 << 30}
        (self.folder / "context.json").write_text(json.dumps(context))
        for form in ("junit", "sarif"):
            command = [PROGRAM, "check", "--context", "context.json", "--format", form, "case.json", *files]
            yield subprocess.run(command, cwd=self.folder, capture_output=True, check=False).stdout

    def test_every_code_point(self):
        for severity in ("error", "warning"):
            junit, sarif = self.check(severity, KEYS)
            suite = ElementTree.fromstring(junit)[0]
            titles = [test.get("name") for test in suite] if severity == "error" else suite.find("system-out").text.split("\n")
            self.assertEqual(len(KEYS), sum("unknown_field /" in title for title in titles))
            places = [result["locations"][0]["logicalLocations"][0] for result in json.loads(sarif)["runs"][0]["results"]]
            found = {place["fullyQualifiedName"] for place in places}
            pointers = {"/" + key.replace("~", "~0").replace("/", "~1") for key in KEYS}
            self.assertLessEqual(pointers, found)

    def test_names_of_files(self):
        names = [bytes(point for point in range(1, 128) if point != 47), b"\xff\xfe", "\ufffe\uffff\x85\u2028".encode()]
        for name in names:
            (self.folder / os.fsdecode(name)).write_text("{}")
        missing = re.sub("[^\x01-\x1f]", "", names[0].decode())
        junit, sarif = self.check("error", [], *map(os.fsdecode, names), missing)
        self.assertEqual(5, len(ElementTree.fromstring(junit)))
        self.assertEqual(1, len(json.loads(sarif)["runs"][0]["invocations"][0]["toolExecutionNotifications"]))


if __name__ == "__main__":
    unittest.main()
