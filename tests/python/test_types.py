"""What editors, type checkers and readers of the README see; and the wheel itself."""

import doctest
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

import casegate
from support import README, WHEELS

# Each line with a comment is an error of this kind; there is no other.
PROGRAM = """\
from collections.abc import Iterator

import polars

import casegate
from casegate.types import Context, PolicyLimitCase, Report

context: Context = {"today": "2026-03-01", "limits": {"depth": 9}, "severity": {"unlisted_word": "error"}}
case: PolicyLimitCase = {
    "case_type": "pl",
    "cc_emails": "office@example.com",
    "plaintiff_name": "Test Person",
    "date_of_loss": "2026-02-14",
    "is_incident_report_provided": True,
    "base_product": ["personal_auto_policy_limits"],
    "insurance_company": "Example Mutual",
}
report: Report = casegate.check_case(case, context)
for issue in report["issues"]:
    at: str = issue["at"]
    if issue["code"] == "required" and "fix" in issue and issue["fix"]["kind"] == "rename":
        to: str = issue["fix"]["to"]
prepared: dict[str, object] | None = casegate.prepare_case(case, context)["prepared"]
reports: Iterator[Report] = casegate.check_batch(["{}", b"{}", case], context)
series: casegate.ArrowReports = casegate.check_batch(polars.Series(["{}"]), context)
rows: list[dict[str, object]] = [{"Id": 1}]
mapped: casegate.CasesReport = casegate.check_batch(rows, context, map={"name": "M", "fields": {}})
for table in (casegate.read_csv(b"Id", "{}"), polars.DataFrame(rows), iter(rows)):
    left_out: int = casegate.cases_of("{}", table, context)["left_out"][0]["row"]
applied = casegate.apply_trigger({"case": None, "trigger": {"type": "create"}}, {"language": "es"})
if "refused" in applied and applied["case"]:
    state: casegate.types.State = applied["case"]["state"]
session = casegate.Session({}, context)
shown = session.set("/plaintiff_name", "Test Person")["shown"]

report["isues"]  # typeddict-item
issue["code"] == "unheard_of"  # comparison-overlap
casegate.check_case(7, context)  # arg-type
casegate.check_case(case)  # call-arg
casegate.rows_of("{}", mapped["rows"])["left"]  # typeddict-item
wrong: Context = {"today": "2026-03-01", "languge": "en"}  # typeddict-unknown-key
poor: Context = {}  # typeddict-item
other: PolicyLimitCase = {**case, "case_type": "pe"}  # typeddict-item
"""


def run(*words, **options):
    return subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, **options)


class Types(unittest.TestCase):
    def test_mypy_accepts_the_package_and_knows_its_types(self):
        package = Path(casegate.__file__).parent
        with tempfile.TemporaryDirectory() as folder:
            mypy = ["mypy", "--strict", "--cache-dir", folder]
            checked = run(*mypy, str(package), cwd=folder)
            self.assertEqual(checked.returncode, 0, checked.stdout)
            file = Path(folder) / "program.py"
            file.write_text(PROGRAM)
            checked = run(*mypy, "--show-error-codes", "--hide-error-context", "--no-pretty", file.name, cwd=folder)
        found = {}
        for line in checked.stdout.splitlines()[:-1]:
            if ": error: " in line:
                found[int(line.split(":")[1])] = line.rpartition("[")[2].rstrip("]")
        expected = {
            number: line.rpartition("# ")[2]
            for number, line in enumerate(PROGRAM.splitlines(), 1)
            if "  # " in line
        }
        self.assertEqual(found, expected, checked.stdout)

    def test_the_examples_of_the_readme_run(self):
        options = doctest.IGNORE_EXCEPTION_DETAIL
        result = doctest.testfile(str(README), module_relative=False, optionflags=options)
        self.assertEqual(result.failed, 0)
        self.assertGreater(result.attempted, 8)


class Wheel(unittest.TestCase):
    def test_it_is_complete_and_for_every_later_python(self):
        (wheel,) = WHEELS.glob("*.whl")
        self.assertIn("-cp311-abi3-", wheel.name)
        with zipfile.ZipFile(wheel) as archive:
            names = archive.namelist()
            (metadata,) = [name for name in names if name.endswith("/METADATA")]
            metadata = archive.read(metadata).decode()
        for name in ("__init__.py", "py.typed", "types.py", "_casegate.pyi", "_casegate.abi3.so"):
            self.assertIn(f"casegate/{name}", names)
        self.assertEqual(sum(name.rpartition("/")[2].startswith("LICENSE") for name in names), 2)
        self.assertNotIn("Requires-Dist", metadata)
        self.assertIn(f"Version: {casegate.__version__}", metadata)
        self.assertIn("License-Expression: MIT OR Apache-2.0", metadata)


if __name__ == "__main__":
    unittest.main()
