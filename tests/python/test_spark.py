"""The recipes for a cluster, as `casegate batch --help` and the README print them, give the serial answer."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import textwrap
import unittest
from pathlib import Path

import casegate
from support import README, TARGET, skipped, vectors

PROGRAM = """\
from pyspark.sql import SparkSession

spark = SparkSession.builder.master("local[2]").getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
{recipe}
for row in reports.collect():
    print(row.case, row.report, sep="\\t")
"""


def python():
    """A Python with PySpark, as in crates/cli/tests/spark.rs."""
    named = os.environ.get("CASEGATE_PYSPARK")
    tools = Path(os.environ.get("CASEGATE_TOOLS", Path.home() / ".cache/casegate"))
    for candidate in [named] if named else [tools / "pyspark/bin/python", "python3"]:
        run = [candidate, "-c", "import pyspark, pyarrow"]
        if shutil.which(candidate) and subprocess.run(run, capture_output=True).returncode == 0:
            return candidate
    return None


class Cluster(unittest.TestCase):
    def test_help_and_readme_have_the_same_recipe(self):
        self.assertEqual(of_help(), of_readme())

    def test_a_cluster_gives_the_serial_answer(self):
        spark = python()
        if not spark or not shutil.which("java"):
            self.assertNotIn("CASEGATE_PYSPARK", os.environ, "no Java, or a Python without pyspark and pyarrow")
            what = "mapInArrow in PySpark: no Java, or no Python with pyspark (scripts/setup pyspark installs both)"
            skipped(what)
            self.skipTest(what)
        cases = [vector["payload"] for vector in vectors() if vector["call"] == "check_case"]
        cases = [f"{case} " for case in cases if case.strip() and not re.search(r"[\r\n\t]", case)] + ["[", "\ufeff{}"]
        with tempfile.TemporaryDirectory() as folder:
            for part in range(3):
                file = Path(folder) / "cases" / f"part-{part}.ndjson"
                file.parent.mkdir(exist_ok=True)
                file.write_text("".join(f"{case}\n" for case in cases[part::3]), encoding="utf-8")
            program = PROGRAM.format(recipe=of_readme())
            folders = {"PYTHONPATH": str(Path(casegate.__file__).parents[1]), "PYSPARK_PYTHON": str(spark)}
            run = subprocess.run(
                [spark, "-c", program],
                cwd=folder,
                env={**os.environ, **folders, "SPARK_LOCAL_IP": "127.0.0.1", "PYTHONIOENCODING": "utf-8"},
                capture_output=True,
                text=True,
                encoding="utf-8",
            )
        self.assertEqual(run.returncode, 0, run.stderr)
        serial = subprocess.run(
            [TARGET / "debug" / "casegate", "batch", "--today", "2026-03-01", "--jobs", "1"],
            input="".join(f"{case}\n" for case in cases),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
        )
        expected = [f"{case}\t{report}" for case, report in zip(cases, serial.stdout.splitlines(), strict=True)]
        self.assertGreater(len(expected), 100)
        self.assertEqual(sorted(run.stdout.split("\n")[:-1]), sorted(expected))


def of_help():
    help = subprocess.run([TARGET / "debug" / "casegate", "batch", "--help"], capture_output=True, text=True, check=True)
    start = help.stdout.index("  import casegate")
    end = help.stdout.index("\n\n", help.stdout.index("mapInArrow(", start))
    return compact(textwrap.dedent(help.stdout[start:end]))


def of_readme():
    return compact(re.search(r"```python\n(import casegate\n.*?)```", README.read_text(), re.DOTALL)[1])


def compact(program):
    return re.sub(r"\n+", "\n", program).strip() + "\n"


if __name__ == "__main__":
    unittest.main()
