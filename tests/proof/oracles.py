"""What the proof is compared with: the program `casegate` and the validator ajv."""

import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
TARGET = Path(os.environ.get("CASEGATE_TARGET", ROOT / "target"))
TODAY = "2026-03-01"
# The row `today` of pkg/schema/unsaid.json.
OF_TODAY = {"date_too_old", "date_after_today"}


def program():
    """The built program, the newer of the two."""
    named = os.environ.get("CASEGATE_BIN")
    built = [path for path in (TARGET / "release" / "casegate", TARGET / "debug" / "casegate") if path.exists()]
    if not named and not built:
        raise SystemExit("there is no program: cargo build -p casegate-cli")
    return named or max(built, key=lambda path: path.stat().st_mtime)


def lines_of(command, lines):
    done = subprocess.run(
        command, input="".join(f"{line}\n" for line in lines), capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise SystemExit(f"{command}: {done.stderr[-2000:]}")
    return done.stdout.splitlines()


def check_case(payloads, product):
    """For each payload, whether it is a case of this product in which the check finds no error."""
    reports = lines_of([program(), "batch", "--today", TODAY], map(json.dumps, payloads))
    return [accepts(json.loads(report), product) for report in reports]


def accepts(report, product):
    errors = {issue["code"] for issue in report["issues"] if issue["severity"] == "error"}
    return errors <= OF_TODAY and report["facts"]["case_type"] == product


def validate(lines):
    """For each payload, whether ajv accepts it with the schema before it. Lines are `("schema", …)` or `("payload", …)`."""
    command = ["node", Path(__file__).with_name("validators.mjs")]
    return [line == "1" for line in lines_of(command, (json.dumps({name: value}) for name, value in lines))]
