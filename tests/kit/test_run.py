"""The runner of the conformance kit: what it counts, and programs that do not follow the protocol."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

KIT = Path(__file__).resolve().parents[2] / "kit"

CASES = [
    {"id": "rules/pl.some_rule: one", "operation": "check_case", "input": "{}", "context": {"today": "2026-03-01"},
     "answer": {"ok": True, "issues": []}, "requirements": ["PL-R1"], "decisions": ["D12"]},
    {"id": "fields: two", "operation": "check_case", "input": "[]", "context": {"today": "2026-03-01"},
     "answer": {"ok": False, "issues": [{"code": "required", "severity": "error", "at": "/a", "rule": "pl.other"}]},
     "requirements": [], "decisions": ["D2"]},
    {"id": "results: three", "operation": "normalize_results", "input": "{}", "context": {"today": "2026-03-01"},
     "answer": {"normalized": {"n": 1}, "notes": []}, "requirements": ["RES-shape"], "decisions": []},
]


class Runner(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "cases.jsonl").write_text("".join(json.dumps(case) + "\n" for case in CASES), encoding="utf-8")

    def run_kit(self, body, *options):
        """Runs the kit on a program that calls `answer(request)` for each request."""
        source = "import json, sys\n" + body + "\nfor line in sys.stdin:\n    print(answer(json.loads(line)), flush=True)\n"
        (self.folder / "program.py").write_text(source, encoding="utf-8")
        command = [sys.executable, str(KIT / "run.py"), "--cases", str(self.folder / "cases.jsonl"),
                   "--json", str(self.folder / "report.json"), "--html", str(self.folder / "report.html"),
                   "--badge", str(self.folder / "badge.json"), *options, "--", sys.executable, str(self.folder / "program.py")]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def answers(self, changes):
        """Returns the source of a program that gives the right answers, with changes by id."""
        table = {case["id"]: {"answer": case["answer"], **changes.get(case["id"], {})} for case in CASES}
        return f"table = json.loads({json.dumps(table)!r})\ndef answer(request):\n    return json.dumps({{'id': request['id'], **table[request['id']]}})"

    def report(self):
        return json.loads((self.folder / "report.json").read_text(encoding="utf-8"))

    def test_right_answers(self):
        ran = self.run_kit(self.answers({}))
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        self.assertTrue(ran.stdout.endswith("kit: 100 %: 3 right, 0 wrong, 0 unsupported\n"), ran.stdout)
        report = self.report()
        self.assertEqual(report["rules"], {"pl.other": {"right": 1, "wrong": 0, "unsupported": 0}, "pl.some_rule": {"right": 1, "wrong": 0, "unsupported": 0}})
        self.assertEqual(list(report["decisions"]), ["D2", "D12"])
        self.assertEqual(json.loads((self.folder / "badge.json").read_text())["color"], "brightgreen")

    def test_wrong_answers_name_the_first_difference(self):
        ran = self.run_kit(self.answers({"fields: two": {"answer": {"ok": False, "issues": []}}}))
        self.assertEqual(ran.returncode, 1)
        self.assertIn("wrong: fields: two\n       /issues: expected 1 elements, got 0", ran.stdout)
        self.assertEqual(self.report()["all"], {"right": 2, "wrong": 1, "unsupported": 0})
        self.assertIn("expected 1 elements, got 0", (self.folder / "report.html").read_text(encoding="utf-8"))

    def test_true_is_not_one(self):
        for wrong in ({"normalized": {"n": True}, "notes": []}, {"normalized": {"n": "1"}, "notes": []},
                      {"normalized": {"n": 1, "m": None}, "notes": []}, {"normalized": {}, "notes": []}, None):
            ran = self.run_kit(self.answers({"results: three": {"answer": wrong}}))
            self.assertEqual(ran.returncode, 1, wrong)
        ran = self.run_kit(self.answers({"results: three": {"answer": {"notes": [], "normalized": {"n": 1.0}}}}))
        self.assertEqual(ran.returncode, 0)

    def test_unsupported_operations_count(self):
        ran = self.run_kit(self.answers({"results: three": {"unsupported": True}}))
        self.assertEqual(ran.returncode, 0)
        self.assertIn("kit: 66 %: 2 right, 0 wrong, 1 unsupported", ran.stdout)

    def test_a_part(self):
        ran = self.run_kit(self.answers({}), "--only", "normalize_results")
        self.assertIn("1 right", ran.stdout)

    def test_an_operation_without_cases_is_refused(self):
        ran = self.run_kit(self.answers({}), "--only", "check_case", "--only", "check_caze")
        self.assertEqual(ran.returncode, 2, ran.stdout)
        self.assertEqual(ran.stderr, "kit: --only names one of these operations: check_case, normalize_results\n")

    def test_programs_that_do_not_follow_the_protocol(self):
        broken = {
            "def answer(request):\n    sys.exit(3)": "the program ended before it answered",
            "def answer(request):\n    return 'no JSON'": "is not JSON",
            "def answer(request):\n    return json.dumps({'id': 'another', 'answer': {}})": "has the id of its request",
            "def answer(request):\n    return json.dumps({'id': request['id']})": "neither \"answer\" nor",
            "def answer(request):\n    return '[]'": "has the id of its request",
        }
        for body, message in broken.items():
            ran = self.run_kit(body)
            self.assertEqual(ran.returncode, 2, ran.stdout)
            self.assertIn(message, ran.stderr)
            self.assertNotIn("Traceback", ran.stderr)

    def test_a_program_that_does_not_exist(self):
        command = [sys.executable, str(KIT / "run.py"), "--", str(self.folder / "nothing")]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(ran.returncode, 2)
        self.assertNotIn("Traceback", ran.stderr)

    def test_a_page_shows_no_markup_of_an_answer(self):
        self.run_kit(self.answers({"results: three": {"answer": "<script>"}}))
        self.assertNotIn("<script>", (self.folder / "report.html").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
